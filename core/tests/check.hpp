// The smallest test harness that names what failed. A test is a function with CHECKs.
#pragma once

#include <cstdio>

inline int failed_checks = 0;
inline int passed_checks = 0;

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (condition) {                                                            \
      ++passed_checks;                                                          \
    } else {                                                                    \
      ++failed_checks;                                                          \
      std::printf("%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
    }                                                                           \
  } while (false)
