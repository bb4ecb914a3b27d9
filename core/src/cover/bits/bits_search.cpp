#include "bits_search.hpp"

#include <utility>

namespace squaredance::cover::bits {

std::unique_ptr<Search> make(const Problem& problem) { return make(problem, cpu::used()); }

std::unique_ptr<Search> make(const Problem& problem, [[maybe_unused]] cpu::Level level) {
  Table table = table_of(problem);
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == cpu::Level::avx512) return avx512::make(std::move(table));
  if (level == cpu::Level::avx2) return avx2::make(std::move(table));
#endif
  return portable::make(std::move(table));
}

}  // namespace squaredance::cover::bits
