// Which instructions of the processor the engines use. Asked once; the best is used, unless a
// test or a measurement says otherwise.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace squaredance::cpu {

enum class Level : std::uint8_t { portable, neon, avx2, avx512 };

std::string_view name(Level level);
std::vector<Level> available();  // the portable one first, the best one last

Level used();
void use(Level level);  // requires an available one; for all that starts from now on

bool has_vbmi();  // permutations of bytes, which not every avx512 has

}  // namespace squaredance::cpu
