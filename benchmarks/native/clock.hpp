// Wall clock and CPU time of one pass. On a quiet machine they agree; where others take turns on
// the core, the wall clock charges a long pass more than a short one.
#pragma once

#include <time.h>

class Clock {
 public:
  // Seconds since the construction; `cpu` gets those that this process worked.
  double seconds(double* cpu) const {
    *cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu_;
    return now(CLOCK_MONOTONIC) - wall_;
  }

 private:
  static double now(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  double wall_ = now(CLOCK_MONOTONIC);
  double cpu_ = now(CLOCK_PROCESS_CPUTIME_ID);
};
