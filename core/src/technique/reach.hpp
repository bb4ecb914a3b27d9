// Reach: all that follows from one candidate being on or off, by chains or by nets.
//
//   NetReach net(state);
//   net.from(net.literal(candidate, true));
//   if (net.reaches(net.literal(other, false))) ...
//
// A chain goes from one to the next (Web); in a net several together leave one place in a cell or a
// house. Literals of candidates are 2 * node + on, nodes in the order of the candidates.
#pragma once

#include <cstdint>
#include <vector>

#include "chain_proof.hpp"
#include "web.hpp"

namespace squaredance::technique {

class Reach {
 public:
  virtual ~Reach() = default;

  virtual int candidates() const = 0;  // nodes
  virtual int literal(Candidate candidate, bool on) const = 0;
  virtual const std::vector<Candidate>& group(int literal) const = 0;

  virtual void from(int start) = 0;
  virtual bool reaches(int literal) const = 0;
  // Links from the start, of the longest branch.
  virtual int distance(int literal) const = 0;
  // What the literal follows from; none for the start.
  virtual void add_parents(int literal, std::vector<int>& parents) const = 0;

  Candidate candidate(int literal) const { return group(literal).front(); }
};

class ChainReach final : public Reach {
 public:
  explicit ChainReach(const State& state);

  int candidates() const override { return web_.candidates(); }
  int literal(Candidate candidate, bool on) const override { return web_.literal(candidate, on); }
  const std::vector<Candidate>& group(int literal) const override { return web_.group(literal); }
  void from(int start) override { spread_.from(start); }
  bool reaches(int literal) const override { return spread_.reaches(literal); }
  int distance(int literal) const override { return spread_.distance(literal); }
  void add_parents(int literal, std::vector<int>& parents) const override;

 private:
  Web web_;
  Spread spread_;
};

class NetReach final : public Reach {
 public:
  explicit NetReach(const State& state);

  int candidates() const override { return static_cast<int>(groups_.size()); }
  int literal(Candidate candidate, bool on) const override {
    return node_of_[candidate] * 2 + on;
  }
  const std::vector<Candidate>& group(int literal) const override { return groups_[literal / 2]; }
  void from(int start) override;
  bool reaches(int literal) const override { return stamps_[literal] == stamp_; }
  int distance(int literal) const override { return distances_[literal]; }
  void add_parents(int literal, std::vector<int>& parents) const override;

 private:
  // Items as in Geometry: the candidates of a cell, or the places of a value in a house.
  void visit(int literal, int cause, int distance);
  void look_at_item(int item);

  const State& state_;
  std::vector<int> node_of_;
  std::vector<std::vector<Candidate>> groups_;
  std::vector<std::vector<int>> items_of_;    // by node
  std::vector<std::vector<int>> members_;     // nodes, by item
  std::vector<std::vector<int>> excluded_;    // nodes that a node excludes
  std::vector<int> left_, left_stamps_;       // by item: how many are not off
  int stamp_ = 0;
  std::vector<int> stamps_, done_, distances_, queue_;
  std::vector<int> causes_;  // a literal, or an item if on; -1 for the start
  std::size_t most_ = 0;
};

// Adds the nodes of what was reached to a proof, each once.
class ReachProof {
 public:
  ReachProof(const Reach& reach, ChainProof& proof) : reach_(reach), proof_(proof) {}

  ChainProof::Id add(int literal);

 private:
  const Reach& reach_;
  ChainProof& proof_;
  std::vector<std::pair<int, ChainProof::Id>> known_;
};

}  // namespace squaredance::technique
