#include "squaredance/technique/names.hpp"

#include <array>
#include <string>

namespace squaredance::technique {
namespace {

std::array<std::string, technique_count> dashed_names() {
  std::array<std::string, technique_count> names = {
#define SQUAREDANCE_TECHNIQUE(name) #name,
      SQUAREDANCE_TECHNIQUES(SQUAREDANCE_TECHNIQUE)
#undef SQUAREDANCE_TECHNIQUE
  };
  for (std::string& name : names) {
    for (char& letter : name) {
      if (letter == '_') letter = '-';
    }
  }
  return names;
}

}  // namespace

const char* name_of(Technique technique) {
  static const auto names = dashed_names();
  return names[static_cast<int>(technique)].c_str();
}

bool needs_uniqueness(Technique technique) {
  return technique >= Technique::unique_rectangle_1 && technique <= Technique::bug_4;
}

}  // namespace squaredance::technique
