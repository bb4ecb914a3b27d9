// Puzzles with none, one and many solutions, from a seed: known puzzles, shuffled, with a few
// cells changed. What becomes of the count nobody knows beforehand; the engines must agree.
#include <cstddef>
#include <cstdint>
#include <utility>

namespace {

// SplitMix64 (Steele, Lea, Flood 2014), as in grids.py.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits64() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  // 0 to limit - 1; limits here are far below 2^32.
  std::size_t below(std::size_t limit) { return ((bits64() >> 32) * limit) >> 32; }

  void shuffle(std::size_t* order, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    for (std::size_t i = count - 1; i > 0; --i) std::swap(order[i], order[below(i + 1)]);
  }

 private:
  std::uint64_t state_;
};

// Rows (or cols) permuted so that bands (or stacks) stay together.
void shuffle_lines(Random& random, std::size_t* lines) {
  std::size_t bands[3], inside[3];
  random.shuffle(bands, 3);
  for (std::size_t band = 0; band < 3; ++band) {
    random.shuffle(inside, 3);
    for (std::size_t i = 0; i < 3; ++i) lines[band * 3 + i] = bands[band] * 3 + inside[i];
  }
}

void shuffle_puzzle(Random& random, const char* base, char* line) {
  std::size_t rows[9], cols[9], values[9];
  shuffle_lines(random, rows);
  shuffle_lines(random, cols);
  random.shuffle(values, 9);
  const bool transpose = random.below(2) != 0;
  for (std::size_t row = 0; row < 9; ++row)
    for (std::size_t col = 0; col < 9; ++col) {
      const char symbol = base[rows[row] * 9 + cols[col]];
      line[transpose ? col * 9 + row : row * 9 + col] =
          symbol == '.' ? '.' : static_cast<char>('1' + values[symbol - '1']);
    }
}

// Nothing in two of eight, else a clue or two gone, another value somewhere (it may clash), or
// a thin puzzle with very many solutions.
void change_cells(Random& random, char* line) {
  const std::size_t kind = random.below(8);
  if (kind < 2) return;
  if (kind == 7) {
    for (int cell = 0; cell < 81; ++cell)
      if (random.below(3) == 0) line[cell] = '.';
    return;
  }
  for (std::size_t left = 1 + random.below(3); left > 0; --left) {
    const std::size_t cell = random.below(81);
    line[cell] = kind < 5 ? '.' : static_cast<char>('1' + random.below(9));
  }
}

}  // namespace

extern "C" {

// Writes `count` lines of 82 bytes, made from `base_count` lines of 82 bytes.
void nine_vary(const char* bases, std::size_t base_count, std::uint64_t seed, std::size_t count,
               char* lines) {
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    char* line = lines + i * 82;
    shuffle_puzzle(random, bases + random.below(base_count) * 82, line);
    change_cells(random, line);
    line[81] = '\n';
  }
}

}  // extern "C"
