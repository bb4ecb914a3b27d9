// The canonical form of any shape: a search over arrangements (see arrangement.hpp), the best so far cuts off.
//
// Where two arrangements give the same form there is an automorphism, and what it makes equal is tried once: so
// sparse and symmetric sources, which have the most arrangements, are not the slow ones. The product of the
// orbits on the way to the form is the number of automorphisms. (The method of McKay, "Practical graph
// isomorphism", 1981; with the least form, not any, as the goal.)
//
//   pass 1, 2, 4, .. rows   no further than so many rows, few nodes: a good start of the form, to cut off with
//   last pass               all of it; the least form, and the automorphisms
#include <algorithm>
#include <cstring>
#include <vector>

#include "arrangement.hpp"
#include "orbits.hpp"
#include "squaredance/canon.hpp"
#include "squaredance/stop.hpp"

namespace squaredance::canon {

namespace any {

namespace {

class FormSearch {
 public:
  FormSearch(const Source& source, std::uint64_t nodes, const std::atomic<bool>* stop)
      : source_(source), nodes_left_(nodes), stop_(stop), best_(source.values[0].size()), found_(source.shape) {}

  // False when it was stopped.
  bool run() {
    constexpr std::uint64_t few = 512;
    const int size = source_.shape.size;
    for (int rows = 1; rows < size; rows *= 2) {
      const std::uint64_t kept = nodes_left_ - std::min(nodes_left_, few);
      pass(rows, kept);
      if (is_over(0)) return false;
    }
    return pass(size, 0);
  }

  const std::vector<std::uint8_t>& form() const { return best_; }
  const Arrangement& leaf() const { return leaf_[0]; }

  // Their product is the number of automorphisms.
  void factors(std::vector<std::uint32_t>& made) {
    made.clear();
    std::vector<Choice> before;
    for (const Choice& choice : leaf_path_) {
      Orbits orbits;
      orbits.clear();
      orbits.update(found_, before, choice.kind);
      made.push_back(orbits.size(choice.line, found_.lines()));
      before.push_back(choice);
    }
    leaf().for_each_class([&](int alike) {
      for (int i = 2; i <= alike; ++i) made.push_back(static_cast<std::uint32_t>(i));
    });
  }

 private:
  struct Child {
    Arrangement arrangement;
    Choice choice;
  };
  // The ways on from a node; those before `next` have been tried.
  struct Level {
    std::vector<Child> children;
    std::size_t count = 0;  // of children: the others wait to be used again
    std::size_t next = 0;
    std::vector<Line> tried;
    Orbits orbits;

    void clear() {
      count = next = 0;
      tried.clear();
      orbits.clear();
    }
  };

  bool is_over(std::uint64_t kept) const {
    return nodes_left_ <= kept || is_stopped(stop_);
  }

  // False when only `kept` nodes are left, or it was stopped.
  bool pass(int rows, std::uint64_t kept) {
    const std::size_t enough = static_cast<std::size_t>(rows) * static_cast<std::size_t>(source_.shape.size);
    depth_ = 0;
    path_.clear();
    has_leaf_ = false;
    Level& root = new_level();
    add_children(root, Arrangement(source_, false));
    if (source_.shape.can_transpose()) add_children(root, Arrangement(source_, true));
    while (depth_ > 0) {
      if (is_over(kept)) return false;
      const Child* child = next_child(levels_[depth_ - 1]);
      if (!child) {
        --depth_;
      } else if (child->arrangement.next() == Arrangement::Next::nothing) {
        end_here(*child);
      } else if (child->arrangement.known() < enough) {
        path_.push_back(child->choice);
        Level& level = new_level();
        // The vector of levels may have moved, so the child is looked for again.
        const Level& parent = levels_[depth_ - 2];
        add_children(level, parent.children[parent.next - 1].arrangement);
      }
    }
    return true;
  }

  Level& new_level() {
    if (depth_ == levels_.size()) levels_.emplace_back();
    Level& level = levels_[depth_++];
    level.clear();
    return level;
  }

  void add_children(Level& level, const Arrangement& from) {
    for (std::uint8_t choice : from.choices()) {
      if (level.count == level.children.size()) {
        level.children.push_back({from, {}});
      } else {
        level.children[level.count].arrangement = from;
      }
      Child& child = level.children[level.count];
      child.choice = {from.next(), line_of(from, choice)};
      child.arrangement.take(choice);
      if (nodes_left_ > 0) --nodes_left_;
      if (is_good(child.arrangement)) ++level.count;
    }
  }

  Line line_of(const Arrangement& from, std::uint8_t choice) const {
    const bool is_row = from.next() == Arrangement::Next::row;
    const int index = from.next() == Arrangement::Next::stack ? choice * source_.shape.stack_width() : choice;
    return static_cast<Line>(is_row == from.transposed() ? index + source_.shape.size : index);
  }

  // Whether it is no worse than the best so far, which learns from it.
  bool is_good(const Arrangement& arrangement) {
    const std::uint8_t* form = arrangement.form().data();
    const std::size_t known = arrangement.known();
    const int order = std::memcmp(form, best_.data(), std::min(known, best_known_));
    if (order > 0) return false;
    if (order < 0 || known > best_known_) {
      if (order < 0) has_leaf_ = false;
      std::memcpy(best_.data(), form, known);
      best_known_ = known;
    }
    return true;
  }

  // The next one that is neither worse than the best nor equal to one that was tried.
  const Child* next_child(Level& level) {
    path_.resize(static_cast<std::size_t>(&level - levels_.data()));
    while (level.next < level.count) {
      const Child& child = level.children[level.next++];
      if (!is_good(child.arrangement)) continue;
      const Line line = child.choice.line;
      level.orbits.update(found_, path_, child.choice.kind);
      const bool is_new = std::none_of(level.tried.begin(), level.tried.end(),
                                       [&](Line tried) { return level.orbits.same(tried, line); });
      if (!is_new) continue;
      level.tried.push_back(line);
      return &child;
    }
    return nullptr;
  }

  void end_here(const Child& child) {
    path_.push_back(child.choice);
    if (!has_leaf_) {
      has_leaf_ = true;
      leaf_.assign(1, child.arrangement);
      leaf_path_ = path_;
      return;
    }
    found_.add(automorphism(leaf(), child.arrangement));
    // All below the choice where the two ways part is equal to what was seen below the other one.
    const auto parting = std::mismatch(path_.begin(), path_.end(), leaf_path_.begin(), leaf_path_.end()).first;
    depth_ = static_cast<std::size_t>(parting - path_.begin()) + 1;
  }

  Automorphism automorphism(const Arrangement& from, const Arrangement& to) const {
    const int size = source_.shape.size;
    auto line = [&](const Arrangement& at, bool is_row, int place) {
      const int index = is_row ? at.row_at(place) : at.col_at(place);
      return static_cast<Line>(is_row == at.transposed() ? index + size : index);
    };
    Automorphism moved{};
    for (int place = 0; place < size; ++place)
      for (bool is_row : {false, true}) moved[line(from, is_row, place)] = line(to, is_row, place);
    return moved;
  }

  const Source& source_;
  std::uint64_t nodes_left_;
  const std::atomic<bool>* stop_;
  std::vector<std::uint8_t> best_;  // the least form so far, as far as it is known
  std::size_t best_known_ = 0;
  bool has_leaf_ = false;           // and whether an arrangement for all of it is
  std::vector<Arrangement> leaf_;   // that one
  std::vector<Choice> leaf_path_, path_;
  std::vector<Level> levels_;
  std::size_t depth_ = 0;
  Automorphisms found_;
};

void describe(const Source& source, const Arrangement& leaf, Transformation& how) {
  const auto size = static_cast<std::size_t>(source.shape.size);
  how = {};
  how.transposed = leaf.transposed();
  const auto& values = source.values[how.transposed];
  for (std::size_t i = 0; i < size; ++i) {
    how.rows[i] = leaf.row_at(static_cast<int>(i));
    how.cols[i] = leaf.col_at(static_cast<int>(i));
  }
  std::uint8_t labels = 0;
  for (std::size_t r = 0; r < size; ++r)
    for (std::size_t c = 0; c < size; ++c) {
      std::uint8_t& label = how.values[values[how.rows[r] * size + how.cols[c]]];
      label = leaf.form()[r * size + c];
      labels = std::max(labels, label);
    }
  for (std::size_t value = 1; value <= size; ++value)
    if (how.values[value] == 0) how.values[value] = ++labels;
}

}  // namespace

}  // namespace any

bool canonical(const Shape& shape, const std::uint8_t* given, std::uint64_t nodes, const std::atomic<bool>* stop,
               std::uint8_t* form, Transformation* how, std::vector<std::uint32_t>* factors) {
  const any::Source source(shape, given);
  any::FormSearch search(source, nodes, stop);
  if (!search.run()) return false;
  std::memcpy(form, search.form().data(), search.form().size());
  if (how) any::describe(source, search.leaf(), *how);
  if (factors) search.factors(*factors);
  return true;
}

}  // namespace squaredance::canon
