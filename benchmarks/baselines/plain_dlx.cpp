// Baseline: dancing links in arrays, the way it is posted for the 16x16 judge problem.
//
// Items 1..4NN: cell, row-value, col-value, box-value. Node 0 is the root of the header list, node
// i the header of item i, and each option (row, col, value) is four nodes in a ring:
//
//   root <-> item 1 <-> item 2 <-> ...       left / right
//              |          |
//            node  <->  node  <-> ...        up / down within the item, C = item of the node
//
// A clue leaves its cell one option only. The item with the fewest options is found by walking
// the header list.
#include "harness.hpp"

template <int B>
class Solver {
    static constexpr int N = B * B;
    static constexpr int kItems = 4 * N * N;
    static constexpr int kNodes = 1 + kItems + 4 * N * N * N;

    int L[kNodes], R[kNodes], U[kNodes], D[kNodes], C[kNodes];
    int S[kItems + 1];            // options left in the item
    int option_of[kNodes];        // (row * N + col) * N + value - 1
    int nodes = 0;
    int chosen[N * N];            // one node per level

    void make_headers() {
        for (int i = 0; i <= kItems; ++i) {
            L[i] = i - 1;
            R[i] = i + 1;
            U[i] = D[i] = C[i] = i;
            S[i] = 0;
        }
        L[0] = kItems;
        R[kItems] = 0;
        nodes = kItems + 1;
    }

    void add_option(int row, int col, int v) {
        const int box = row / B * B + col / B;
        const int items[4] = {
            1 + row * N + col,
            1 + N * N + row * N + v,
            1 + 2 * N * N + col * N + v,
            1 + 3 * N * N + box * N + v,
        };
        const int first = nodes;
        for (int item : items) {
            const int node = nodes++;
            C[node] = item;
            option_of[node] = (row * N + col) * N + v;
            U[node] = U[item];
            D[node] = item;
            D[U[item]] = node;
            U[item] = node;
            ++S[item];
            L[node] = node - 1;
            R[node] = node + 1;
        }
        L[first] = nodes - 1;
        R[nodes - 1] = first;
    }

    void cover(int item) {
        R[L[item]] = R[item];
        L[R[item]] = L[item];
        for (int i = D[item]; i != item; i = D[i])
            for (int j = R[i]; j != i; j = R[j]) {
                D[U[j]] = D[j];
                U[D[j]] = U[j];
                --S[C[j]];
            }
    }

    void uncover(int item) {
        for (int i = U[item]; i != item; i = U[i])
            for (int j = L[i]; j != i; j = L[j]) {
                D[U[j]] = j;
                U[D[j]] = j;
                ++S[C[j]];
            }
        R[L[item]] = item;
        L[R[item]] = item;
    }

    int choose() const {
        int best = R[0];
        for (int item = R[0]; item != 0; item = R[item])
            if (S[item] < S[best]) best = item;
        return best;
    }

    void record(plain::Search& search) const {
        if (++search.found > 1) return;
        search.solution.assign(N * N, 0);
        for (int node : chosen) search.solution[option_of[node] / N] = option_of[node] % N + 1;
    }

    void level(int depth, plain::Search& search) {
        if (search.stop()) return;
        if (R[0] == 0) return record(search);
        const int item = choose();
        if (S[item] == 0) return;
        cover(item);
        for (int i = D[item]; i != item; i = D[i]) {
            chosen[depth] = i;
            for (int j = R[i]; j != i; j = R[j]) cover(C[j]);
            level(depth + 1, search);
            for (int j = L[i]; j != i; j = L[j]) uncover(C[j]);
            if (search.stop()) break;
        }
        uncover(item);
    }

public:
    static void solve(const std::vector<int>& clues, plain::Search& search) {
        static Solver s;  // too large for the stack at 25x25
        s.make_headers();
        for (int cell = 0; cell < N * N; ++cell)
            for (int v = 0; v < N; ++v)
                if (clues[cell] == 0 || clues[cell] == v + 1) s.add_option(cell / N, cell % N, v);
        s.level(0, search);
    }
};

int main(int argc, char** argv) { return plain::run<Solver>(argc, argv); }
