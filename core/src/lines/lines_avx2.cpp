#include "squaredance/lines.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

namespace squaredance::lines::avx2 {

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace {

// Not 0 in each byte that is a member.
inline __m256i membership(__m256i bytes, __m256i rows) {
  const __m256i low_half = _mm256_set1_epi8(0x0F);
  const __m256i bit_of_high_half = _mm256_setr_epi8(
      1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
      1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low_half);
  return _mm256_and_si256(_mm256_shuffle_epi8(rows, _mm256_and_si256(bytes, low_half)),
                          _mm256_shuffle_epi8(bit_of_high_half, high));
}

// The last 32 bytes overlap those before them, so that nothing behind the cells is read.
inline bool members_only(const std::uint8_t* text, std::size_t cells, const Characters& members) {
  if (cells < 32) {
    std::uint8_t bad = 0;
    for (std::size_t i = 0; i < cells; ++i) bad |= members.bad[text[i]];
    return bad == 0;
  }
  const __m256i rows = _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(members.rows.data())));
  auto load = [&](std::size_t at) {
    return membership(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + at)), rows);
  };
  const __m256i zero = _mm256_setzero_si256();
  __m256i bad = _mm256_cmpeq_epi8(load(cells - 32), zero);
  for (std::size_t at = 0; at + 32 < cells; at += 32)
    bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(load(at), zero));
  return _mm256_testz_si256(bad, bad);
}

}  // namespace

#include "plain.inl"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

}  // namespace squaredance::lines::avx2

#else

namespace squaredance::lines::avx2 {

bool all_members(const std::uint8_t* text, std::size_t cells, const Characters& members) {
  return portable::all_members(text, cells, members);
}

std::size_t plain_lines(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members, std::size_t end_size, std::size_t most) {
  return portable::plain_lines(text, size, cells, members, end_size, most);
}

std::size_t plain_rows(const std::uint8_t* text, std::size_t rows, std::size_t cells,
                       std::size_t step, const Characters& members) {
  return portable::plain_rows(text, rows, cells, step, members);
}

}  // namespace squaredance::lines::avx2

#endif
