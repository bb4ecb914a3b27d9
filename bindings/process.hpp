// Which process this is: threads do not come along into the child of a fork.
#pragma once

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace squaredance::bindings {

inline long this_process() {
#if defined(_WIN32)
  return _getpid();
#else
  return getpid();
#endif
}

}  // namespace squaredance::bindings
