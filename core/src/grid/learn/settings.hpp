#pragma once
#include <cstdint>
namespace squaredance::learn {
struct Settings {
  std::uint64_t seed = 0;
  double decay_focused = 0.80, decay_stable = 0.90;
  int restart_gap = 2; double margin = 1.1; int luby = 512;
  int mode = 0;            // 0 alternate, 1 focused only, 2 stable only
  int mode_len = 1000;
  int reduce_gap = 300; 
  double reduce_keep = 0.25;
  int phase = 3;           // 0 saved, 1 target in stable, 2 always placed, 3 target in both
  int rephase = 1000;      // 0 off
  int reuse = 1;
  int amo_min = 1;
  int init_act = 1;
  int tier2 = 6;
  int bump_reason = 0;
};
}
