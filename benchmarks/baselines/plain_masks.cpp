// Baseline: depth-first search on candidate masks, the way it is posted for the 16x16 judge
// problem. Nothing is queued and nothing is remembered: each level looks at the whole grid.
//
//   mask[row][col]    candidates of the cell, bit v-1 for value v; one bit once it is filled
//   filled[row][col]  whether the cell is filled
//
// A level: fill cells with one candidate; fill values with one place in a row, col or box; go
// back at a cell without candidates or a house that has lost a value; then try the candidates of
// the cell that has the fewest, each in a copy of the whole state.
//
// With -DTALLY the houses are read with one pass of "seen once, seen twice" masks in place of one
// pass per value: two to six times faster, growing with N. It is built as a third program,
// plain_tally, to show what that one trick is worth; no bar rests on it.
#include "harness.hpp"

template <int B>
class Solver {
    static constexpr int N = B * B;

    struct State {
        unsigned mask[N][N];
        bool filled[N][N];
        int count;  // of filled cells
    };

    static void fill(State& s, int row, int col, unsigned bit) {
        for (int i = 0; i < N; ++i) {
            s.mask[row][i] &= ~bit;
            s.mask[i][col] &= ~bit;
        }
        const int top = row / B * B, left = col / B * B;
        for (int r = top; r < top + B; ++r)
            for (int c = left; c < left + B; ++c) s.mask[r][c] &= ~bit;
        s.mask[row][col] = bit;
        s.filled[row][col] = true;
        ++s.count;
    }

    static bool scan_cells(State& s) {
        for (int row = 0; row < N; ++row)
            for (int col = 0; col < N; ++col) {
                if (s.filled[row][col]) continue;
                const unsigned mask = s.mask[row][col];
                if (mask == 0) return false;
                if ((mask & (mask - 1)) == 0) fill(s, row, col, mask);
            }
        return true;
    }

    // kind 0: row `house`, 1: col, 2: box; i is the place within the house.
    static void locate(int kind, int house, int i, int& row, int& col) {
        if (kind == 0) {
            row = house;
            col = i;
        } else if (kind == 1) {
            row = i;
            col = house;
        } else {
            row = house / B * B + i / B;
            col = house % B * B + i % B;
        }
    }

#ifndef TALLY
    template <int Kind>
    static bool scan_houses(State& s) {
        for (int house = 0; house < N; ++house)
            for (unsigned bit = 1; bit < (1u << N); bit <<= 1) {
                int places = 0, at_row = 0, at_col = 0;
                for (int i = 0; i < N; ++i) {
                    int row, col;
                    locate(Kind, house, i, row, col);
                    if (s.mask[row][col] & bit) {
                        if (++places > 1) break;
                        at_row = row;
                        at_col = col;
                    }
                }
                if (places == 0) return false;
                if (places == 1 && !s.filled[at_row][at_col]) fill(s, at_row, at_col, bit);
            }
        return true;
    }
#else
    template <int Kind>
    static bool scan_houses(State& s) {
        for (int house = 0; house < N; ++house) {
            unsigned once = 0, twice = 0;
            int row, col;
            for (int i = 0; i < N; ++i) {
                locate(Kind, house, i, row, col);
                twice |= once & s.mask[row][col];
                once |= s.mask[row][col];
            }
            if (once != (1u << N) - 1) return false;
            for (int i = 0; i < N; ++i) {
                locate(Kind, house, i, row, col);
                const unsigned only = s.mask[row][col] & ~twice;
                if (only == 0 || s.filled[row][col]) continue;
                if (only & (only - 1)) return false;  // two values have only this cell
                fill(s, row, col, only);
            }
        }
        return true;
    }
#endif

    static bool scan(State& s) {
        return scan_cells(s) && scan_houses<0>(s) && scan_houses<1>(s) && scan_houses<2>(s);
    }

    static void record(const State& s, plain::Search& search) {
        if (++search.found > 1) return;
        for (int row = 0; row < N; ++row)
            for (int col = 0; col < N; ++col)
                search.solution.push_back(__builtin_ctz(s.mask[row][col]) + 1);
    }

    static void choose(const State& s, int& at_row, int& at_col) {
        int fewest = N + 1;
        for (int row = 0; row < N; ++row)
            for (int col = 0; col < N; ++col) {
                if (s.filled[row][col]) continue;
                const int candidates = __builtin_popcount(s.mask[row][col]);
                if (candidates < fewest) {
                    fewest = candidates;
                    at_row = row;
                    at_col = col;
                }
            }
    }

    static void level(State& s, plain::Search& search) {
        if (search.stop() || !scan(s)) return;
        if (s.count == N * N) return record(s, search);
        int row = 0, col = 0;
        choose(s, row, col);
        for (unsigned rest = s.mask[row][col]; rest; rest &= rest - 1) {
            State next = s;
            fill(next, row, col, rest & -rest);
            level(next, search);
            if (search.stop()) return;
        }
    }

public:
    static void solve(const std::vector<int>& clues, plain::Search& search) {
        State s;
        s.count = 0;
        for (int row = 0; row < N; ++row)
            for (int col = 0; col < N; ++col) {
                s.mask[row][col] = (1u << N) - 1;
                s.filled[row][col] = false;
            }
        for (int cell = 0; cell < N * N; ++cell) {
            if (clues[cell] == 0) continue;
            const unsigned bit = 1u << (clues[cell] - 1);
            if (!(s.mask[cell / N][cell % N] & bit)) return;  // two clues clash
            fill(s, cell / N, cell % N, bit);
        }
        level(s, search);
    }
};

int main(int argc, char** argv) { return plain::run<Solver>(argc, argv); }
