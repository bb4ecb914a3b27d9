// The engine `bits`: bit-set forward checking. Every level of the search keeps the options
// that are left, close together; to take an option is one pass that copies those that do not
// clash, and one that counts the options of all items at once. See docs/engine-bits.md.
//
// Written once in kernel.inl and compiled for each level of the processor; all of them walk
// the same tree and find the same solutions in the same order.
#pragma once

#include <memory>

#include "squaredance/cover/search.hpp"
#include "squaredance/cpu.hpp"
#include "table.hpp"

namespace squaredance::cover::bits {

std::unique_ptr<Search> make(const Problem& problem);  // requires that it fits

// For tests: requires an available level.
std::unique_ptr<Search> make(const Problem& problem, cpu::Level level);

namespace portable {
std::unique_ptr<Search> make(Table table);
}
namespace avx2 {
std::unique_ptr<Search> make(Table table);
}
namespace avx512 {
std::unique_ptr<Search> make(Table table);
}

}  // namespace squaredance::cover::bits
