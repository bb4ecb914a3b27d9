// What follows is compiled for AVX2 (cpu::Level::avx2); target_end.inl ends it. Nothing
// inline that other files compile too may follow: its copy would be linked on any machine.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
