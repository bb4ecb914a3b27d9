// Unpacks what Snappy has compressed: the raw format, as the pages of Parquet have it.
//
//   size of all, 7 bits a byte; then elements, by the two low bits of their first byte:
//   00  so many bytes, which follow        01, 10, 11  so many bytes again, from so far before
//
// After "Snappy compressed format description", Google, 2011.
#pragma once

#include <cstddef>
#include <cstdint>

namespace squaredance {

// False when it is damaged, or is not just `size` bytes; then anything may be in `to`.
bool unpack_snappy(const std::uint8_t* from, std::size_t bytes, std::uint8_t* to, std::size_t size);

}  // namespace squaredance
