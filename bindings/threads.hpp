// Threads that are started as far as the system gives them.
#pragma once

#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace squaredance::bindings {

// So many threads or more, each of which runs `work`. Where the system does not give them there are
// fewer; false when it gives none of them. Room is there before the first is at work.
template <typename Work>
bool grow_threads(std::vector<std::thread>& threads, std::size_t wanted, Work&& work) {
  threads.reserve(wanted);
  while (threads.size() < wanted) {
    try {
      threads.emplace_back(work);
    } catch (const std::system_error&) {
      break;
    }
  }
  return wanted == 0 || !threads.empty();
}

}  // namespace squaredance::bindings
