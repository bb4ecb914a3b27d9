// Pages of Parquet: the values of texts, and of columns with few different values.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "areas.hpp"
#include "memory.hpp"
#include "page_crew.hpp"
#include "rows.hpp"
#include "squaredance/snappy.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

// Some rows as Parquet's plain values: each behind its length, nulls left out. Rows without
// offsets are such values already, of `width` bytes with their length.
nb::bytes plain_values(nb::handle data, nb::handle offsets, std::size_t width, nb::handle validity,
                       std::size_t first, std::size_t rows) {
  const Held text(data, PyBUF_SIMPLE);
  const Offsets places(offsets, width, first, rows);
  const Validity is_there(validity, first, rows);
  const bool has_length = offsets.is_none();
  if (has_length && (width == 0 || rows > text.size() / width || first > text.size() / width - rows))
    throw nb::value_error("expected offsets within the text");
  constexpr std::size_t length_size = sizeof(std::uint32_t);
  auto size_of = [&](std::size_t row) {
    const std::int64_t start = places[row], end = places[row + 1];
    if (start < 0 || end < start || static_cast<std::size_t>(end) > text.size() || end - start > INT32_MAX)
      throw nb::value_error("expected offsets within the text");
    return static_cast<std::size_t>(end - start);
  };
  std::size_t size = 0;
  for (std::size_t row = 0; row < rows; ++row)
    if (is_there[row]) size += size_of(row) + (has_length ? 0 : length_size);
  nb::object made = new_bytes(size);
  auto* to = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(made.ptr()));
  nb::gil_scoped_release released;
  touch(to, size);
  for (std::size_t row = 0; row < rows; ++row) {
    if (!is_there[row]) continue;
    const auto bytes = static_cast<std::uint32_t>(places[row + 1] - places[row]);
    if (!has_length) {
      std::memcpy(to, &bytes, length_size);
      to += length_size;
    }
    std::memcpy(to, text.data() + places[row], bytes);
    to += bytes;
  }
  return nb::steal<nb::bytes>(made.release());
}

// Whether all values of a page, behind their lengths, have `width` bytes with those.
bool has_lengths(nb::handle values, std::size_t width) {
  const Held held(values, PyBUF_SIMPLE);
  if (width < sizeof(std::uint32_t) || width > INT32_MAX || held.size() % width) return false;
  return have_lengths(held.data(), held.size(), width);
}

// Numbers in Parquet's hybrid encoding: long runs of one number as its count, all others packed
// by eight, each in so many bits.
class Hybrid {
 public:
  explicit Hybrid(unsigned bits) : bits_(bits) {}

  void add(std::uint8_t number, std::size_t times) {
    for (; times && (packed_.size() % 8 || times < shortest_run); --times) packed_.push_back(number);
    if (!times) return;
    flush();
    put_varint(times << 1);
    made_.push_back(number);
  }

  const std::vector<std::uint8_t>& end() {
    while (packed_.size() % 8) packed_.push_back(0);  // the reader knows how many there are
    flush();
    return made_;
  }

 private:
  static constexpr std::size_t shortest_run = 16;

  void flush() {
    if (packed_.empty()) return;
    put_varint(packed_.size() / 8 << 1 | 1);
    unsigned filled = 0;
    std::uint32_t word = 0;
    for (const std::uint32_t number : packed_) {
      word |= number << filled;
      for (filled += bits_; filled >= 8; filled -= 8, word >>= 8)
        made_.push_back(static_cast<std::uint8_t>(word));
    }
    packed_.clear();
  }

  void put_varint(std::size_t number) {
    for (; number > 127; number >>= 7) made_.push_back(static_cast<std::uint8_t>(number | 128));
    made_.push_back(static_cast<std::uint8_t>(number));
  }

  unsigned bits_;
  std::vector<std::uint8_t> packed_;  // that wait
  std::vector<std::uint8_t> made_;
};

unsigned bits_for(std::size_t numbers) {
  return std::max(1u, static_cast<unsigned>(std::bit_width(std::max<std::size_t>(numbers, 1) - 1)));
}

nb::bytes coded_bytes(Hybrid& hybrid, unsigned bits) {
  const std::vector<std::uint8_t>& made = hybrid.end();
  nb::object bytes = new_bytes(made.size() + 1);
  auto* to = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(bytes.ptr()));
  *to = static_cast<std::uint8_t>(bits);
  std::copy(made.begin(), made.end(), to + 1);
  return nb::steal<nb::bytes>(bytes.release());
}

template <class Number>
const Number* numbers_of(const Held& values, std::size_t first, std::size_t rows) {
  const std::size_t size = values.size() / sizeof(Number);
  if (rows > size || first > size - rows) throw nb::value_error("expected a value for each row");
  return reinterpret_cast<const Number*>(values.data()) + first;
}

// From `at` on, about as far as there is the same code, by eight.
std::size_t run_end(const std::uint8_t* codes, std::size_t at, std::size_t end) {
  const std::uint64_t same = codes[at] * 0x0101010101010101u;
  for (std::uint64_t word; at + 8 <= end; at += 8) {
    std::memcpy(&word, codes + at, 8);
    if (word != same) break;
  }
  return at;
}

// Codes of a dictionary with so many entries, as the values of a page; nulls are left out.
nb::bytes coded_values(nb::handle codes, std::size_t entries, nb::handle validity, std::size_t first,
                       std::size_t rows) {
  const Held held(codes, PyBUF_SIMPLE);
  const std::uint8_t* const from = numbers_of<std::uint8_t>(held, first, rows);
  const Validity is_there(validity, first, rows);
  if (entries > 256) throw nb::value_error("expected at most 256 entries");
  const unsigned bits = bits_for(entries);
  Hybrid hybrid(bits);
  for (std::size_t row = 0; row < rows;) {
    const std::uint8_t code = from[row];
    if (!is_there[row]) {
      ++row;
      continue;
    }
    if (code >= entries) throw nb::value_error("expected codes of the dictionary");
    const std::size_t start = row;
    if (is_there.is_all()) row = run_end(from, row, rows);
    while (row < rows && from[row] == code && is_there[row]) ++row;
    hybrid.add(code, row - start);
  }
  return coded_bytes(hybrid, bits);
}

// The different numbers among some rows, in the order they come, and a code for each row (any for
// a null); None when they are more than 256.
nb::object codes_of(nb::handle numbers, nb::handle validity, std::size_t first, std::size_t rows) {
  const Held held(numbers, PyBUF_SIMPLE);
  const std::uint32_t* const from = numbers_of<std::uint32_t>(held, first, rows);
  const Validity is_there(validity, first, rows);
  std::vector<std::uint32_t> known;
  std::vector<std::uint8_t> codes(rows);
  for (std::size_t row = 0; row < rows;) {
    if (!is_there[row]) {
      ++row;
      continue;
    }
    const std::uint32_t number = from[row];
    const auto at = std::find(known.begin(), known.end(), number);
    if (at == known.end() && known.size() == 256) return nb::none();
    const auto code = static_cast<std::uint8_t>(at - known.begin());
    if (at == known.end()) known.push_back(number);
    const std::size_t start = row;
    while (row < rows && from[row] == number) ++row;  // any nulls among them, too
    std::fill(codes.begin() + start, codes.begin() + row, code);
  }
  return nb::make_tuple(nb::bytes(known.data(), known.size() * sizeof(std::uint32_t)),
                        nb::bytes(codes.data(), codes.size()));
}

// Codes as a page has them, in Parquet's hybrid encoding, one after the other.
class Codes {
 public:
  Codes(const std::uint8_t* at, const std::uint8_t* end) : at_(at), end_(end) {
    bits_ = at_ < end_ ? *at_++ : 99;
  }

  // Calls `put(code, times)` until there have been so many, also if the last run has more; false
  // when they are damaged, or the calls say so.
  template <typename Put>
  bool each(std::size_t count, Put&& put) {
    if (bits_ > 32) return false;
    while (count) {
      const std::optional<std::uint64_t> head = varint();
      if (!head) return false;
      const std::uint64_t some = *head >> 1;
      if (*head & 1) {
        if (some * bits_ > left()) return false;
        const std::size_t taken = std::min<std::size_t>(some * 8, count);
        for (std::size_t i = 0; i < taken; ++i)
          if (!put(packed(i * bits_), 1)) return false;
        at_ += some * bits_;
        count -= taken;
      } else {
        const std::size_t bytes = (bits_ + 7) / 8;
        if (bytes > left()) return false;
        std::uint32_t code = 0;
        std::memcpy(&code, at_, bytes);
        at_ += bytes;
        const std::size_t taken = std::min<std::size_t>(some, count);
        if (!put(code, taken)) return false;
        count -= taken;
      }
    }
    return true;
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  std::optional<std::uint64_t> varint() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 42 && at_ < end_; shift += 7) {
      const std::uint8_t byte = *at_++;
      number |= std::uint64_t{byte & 127u} << shift;
      if (byte < 128) return number;
    }
    return {};
  }

  // The code that starts at a bit.
  std::uint32_t packed(std::size_t bit) const {
    std::uint64_t word = 0;
    std::memcpy(&word, at_ + bit / 8, std::min<std::size_t>(sizeof word, left() - bit / 8));
    return static_cast<std::uint32_t>(word >> (bit % 8) & ((std::uint64_t{1} << bits_) - 1));
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  unsigned bits_;
};

// Puts the values of a page there, of `width` bytes each, that are told by their codes in a
// dictionary. False when the codes are damaged.
bool looked_up(nb::handle dictionary, std::size_t width, nb::handle codes, std::size_t rows, nb::handle out) {
  const Held values(dictionary, PyBUF_SIMPLE), coded(codes, PyBUF_SIMPLE), to(out, PyBUF_WRITABLE);
  if (!width || to.size() / width < rows) throw nb::value_error("expected room for a value of each row");
  nb::gil_scoped_release released;
  const std::size_t entries = values.size() / width;
  std::uint8_t* next = to.data();
  return Codes(coded.data(), coded.data() + coded.size()).each(rows, [&](std::uint32_t code, std::size_t times) {
    if (code >= entries) return false;
    for (; times; --times, next += width) std::memcpy(next, values.data() + code * width, width);
    return true;
  });
}

bool unpacked_snappy(nb::handle packed, nb::handle out) {
  const Held from(packed, PyBUF_SIMPLE), to(out, PyBUF_WRITABLE);
  nb::gil_scoped_release released;
  return unpack_snappy(from.data(), from.size(), to.data(), to.size());
}

}  // namespace

void bind_pages(nb::module_& m) {
  m.def("plain_values", &plain_values, nb::arg("data"), nb::arg("offsets").none(), nb::arg("width"),
        nb::arg("validity").none(), nb::arg("first"), nb::arg("rows"),
        "Rows as the plain values of a Parquet page; nulls are left out.");
  m.def("has_lengths", &has_lengths, nb::arg("values"), nb::arg("width"),
        "Whether plain values are all of that width, with their lengths.");
  m.def("looked_up", &looked_up, nb::arg("dictionary"), nb::arg("width"), nb::arg("codes"),
        nb::arg("rows"), nb::arg("out"),
        "Puts values of one width there, by their codes as a page has them; False if those are damaged.");
  m.def("unpack_snappy", &unpacked_snappy, nb::arg("packed"), nb::arg("out"),
        "Fills the room with what Snappy has compressed; False if that is damaged, or of another size.");
  m.def("coded_values", &coded_values, nb::arg("codes"), nb::arg("entries"),
        nb::arg("validity").none(), nb::arg("first"), nb::arg("rows"),
        "Codes of a dictionary as the values of a Parquet page; nulls are left out.");
  m.def("codes_of", &codes_of, nb::arg("numbers"), nb::arg("validity").none(), nb::arg("first"),
        nb::arg("rows"),
        nb::sig("def codes_of(numbers: object, validity: object | None, first: int, rows: int) -> "
                "tuple[bytes, bytes] | None"),
        "The different numbers of rows, and for each row a code; None when they are more than 256.");
}

}  // namespace squaredance::bindings
