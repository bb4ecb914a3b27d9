// What both baselines share and neither is measured on: options, reading lines, the clock.
//
// One puzzle per line, N*N symbols row by row: '1'..'9' up to 9x9, 'A'.. above; anything else is
// a blank. N is 4, 9, 16 or 25, taken from the length of the line. One line out per line in:
//   the solution; or `none`, `multiple` (only with --unique), `-` (time limit hit).
// With --times the line starts with the microseconds spent, parsing and printing left out.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

namespace plain {

using Clock = std::chrono::steady_clock;

struct Options {
    bool times = false;
    bool unique = false;
    double limit_ms = 0;  // 0: no limit
};

// What a search is asked for, and what it has found so far.
struct Search {
    int wanted = 1;                // solutions after which to stop
    bool limited = false;
    Clock::time_point deadline{};

    int found = 0;
    bool out_of_time = false;
    unsigned levels = 0;
    std::vector<int> solution;     // values 1..N of the first solution

    // Called once per level of the search. True: unwind, nothing more to do.
    // The clock costs about 25 ns, so it is read at every 16th level only.
    bool stop() {
        if (limited && (++levels & 15) == 0 && Clock::now() > deadline) out_of_time = true;
        return out_of_time || found >= wanted;
    }
};

inline char first_symbol(int n) { return n <= 9 ? '1' : 'A'; }

inline std::vector<int> parse(const std::string& line, int n) {
    std::vector<int> clues(line.size(), 0);
    for (std::size_t i = 0; i < line.size(); ++i) {
        const int value = line[i] - first_symbol(n) + 1;
        if (value >= 1 && value <= n) clues[i] = value;
    }
    return clues;
}

inline std::string answer(const Search& search, int n) {
    if (search.found >= 2) return "multiple";
    if (search.out_of_time && search.found < search.wanted) return "-";
    if (search.found == 0) return "none";
    std::string text;
    for (int value : search.solution) text += char(first_symbol(n) + value - 1);
    return text;
}

inline Options parse_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        if (!std::strcmp(argv[i], "--times")) options.times = true;
        else if (!std::strcmp(argv[i], "--unique")) options.unique = true;
        else if (!std::strcmp(argv[i], "--limit-ms") && i + 1 < argc)
            options.limit_ms = std::atof(argv[++i]);
        else {
            std::fprintf(stderr, "usage: %s [--times] [--unique] [--limit-ms MS] < lines\n",
                         argv[0]);
            std::exit(2);
        }
    }
    return options;
}

// Solver<B>::solve(clues, search) solves one puzzle with boxes of B x B.
template <template <int> class Solver>
bool solve_one(const std::string& line, const Options& options) {
    const std::size_t cells = line.size();
    const int n = cells == 16 ? 4 : cells == 81 ? 9 : cells == 256 ? 16 : cells == 625 ? 25 : 0;
    if (n == 0) return false;
    const std::vector<int> clues = parse(line, n);
    Search search;
    search.wanted = options.unique ? 2 : 1;
    search.limited = options.limit_ms > 0;
    const auto start = Clock::now();
    search.deadline = start + std::chrono::microseconds((long long)(options.limit_ms * 1000));
    switch (n) {
        case 4: Solver<2>::solve(clues, search); break;
        case 9: Solver<3>::solve(clues, search); break;
        case 16: Solver<4>::solve(clues, search); break;
        default: Solver<5>::solve(clues, search); break;
    }
    const std::chrono::duration<double, std::micro> spent = Clock::now() - start;
    if (options.times) std::printf("%.2f ", spent.count());
    std::printf("%s\n", answer(search, n).c_str());
    std::fflush(stdout);
    return true;
}

template <template <int> class Solver>
int run(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const Options options = parse_options(argc, argv);
    std::string line;
    while (std::getline(std::cin, line)) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (line.empty()) continue;
        if (!solve_one<Solver>(line, options)) {
            std::fprintf(stderr, "%s: a line of %zu symbols is no puzzle\n", argv[0], line.size());
            return 3;
        }
    }
    return 0;
}

}  // namespace plain
