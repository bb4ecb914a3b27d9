#include "rows_search.hpp"

namespace squaredance::rows {

std::unique_ptr<RowsSearch> make(const Layout& layout) { return make(layout, cpu::used()); }

std::unique_ptr<RowsSearch> make(const Layout& layout, [[maybe_unused]] cpu::Level level) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == cpu::Level::avx512) return avx512::make(layout);
  if (level == cpu::Level::avx2) return avx2::make(layout);
#endif
  return portable::make(layout);
}

}  // namespace squaredance::rows
