#include "squaredance/cpu.hpp"

#include <atomic>

namespace squaredance::cpu {

namespace {

// Every extension that some file is compiled for at that level.
bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

bool has_avx512() {
#if defined(__x86_64__) && defined(__GNUC__)
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

std::atomic<Level>& choice() {
  static std::atomic<Level> level{available().back()};
  return level;
}

}  // namespace

std::string_view name(Level level) {
  switch (level) {
    case Level::neon: return "neon";
    case Level::avx2: return "avx2";
    case Level::avx512: return "avx512";
    default: return "portable";
  }
}

std::vector<Level> available() {
  std::vector<Level> levels{Level::portable};
#if defined(__aarch64__)
  levels.push_back(Level::neon);
#endif
  if (has_avx2()) levels.push_back(Level::avx2);
  if (has_avx512()) levels.push_back(Level::avx512);
  return levels;
}

Level used() { return choice().load(std::memory_order_relaxed); }

void use(Level level) { choice().store(level, std::memory_order_relaxed); }

bool has_vbmi() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx512vbmi");
#else
  return false;
#endif
}

}  // namespace squaredance::cpu
