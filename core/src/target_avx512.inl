// What follows is compiled for AVX-512 (cpu::Level::avx512); target_end.inl ends it. Nothing
// inline that other files compile too may follow: its copy would be linked on any machine.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")
#endif
