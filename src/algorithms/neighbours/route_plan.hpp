#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/neighbours.hpp"

namespace tutti {

/// One step of a process in a phase: blocks may be sent to `to` and received from `from`.
struct route_step {
  int to, from;
};

/// The processes through which blocks travel on the ways of a routing.
class routes {
 public:
  /// `nodes` must outlive the routes, if they are of routing::kind::nodes.
  routes(const routing& of, int size, const node_map* nodes);

  [[nodiscard]] int phases() const noexcept { return static_cast<int>(weight_.size()); }
  /// The process to which a block for `to` goes in a phase, from `at`, where it is after the earlier phases.
  [[nodiscard]] int next(int phase, int at, int to) const noexcept;
  /// The distance of next() from `at` in steps: 0, ..., width(phase) - 1. Not along nodes.
  [[nodiscard]] int step(int phase, int at, int to) const noexcept;
  [[nodiscard]] int width(int phase) const noexcept { return width_[static_cast<std::size_t>(phase)]; }
  /// The process that is `steps` steps from `at`, or back if negative.
  [[nodiscard]] int moved(int phase, int at, int steps) const noexcept;
  /// The bit of a step in a set of steps. Each step has its own bit if the width is at most 64. Otherwise
  /// steps up to 31 in either direction have one each, and all others share one.
  [[nodiscard]] static constexpr unsigned bit_of(int step, int width) noexcept {
    if (width <= 64 || step < 32) return static_cast<unsigned>(step);
    return width - step < 32 ? static_cast<unsigned>(64 - (width - step)) : others;
  }
  static constexpr unsigned others = 32;
  /// The steps that process `at` may have to take in a phase: those in the set `taken`, which is the same on
  /// all processes. Along nodes, all possible steps.
  [[nodiscard]] std::vector<route_step> steps(int phase, int at, std::uint64_t taken) const;

 private:
  [[nodiscard]] int coordinate(int phase, int rank) const noexcept;

  routing::kind by_;
  int size_;
  const node_map* nodes_;
  std::vector<int> weight_, width_;
};

/// One process's plan for the ways of a routing: the messages of each phase, the place from which each of
/// their blocks is taken, and the blocks received that have reached this process as their destination. Two
/// forms: with a block for each pair of neighbours, and with one block of each process for all its
/// neighbours, which a message contains at most once.
class route_plan {
 public:
  /// A message out and a message in, together. `out` and `in` count blocks; 0: no message.
  struct exchange {
    int to, from;
    int out, in;
  };
  struct form {
    std::vector<exchange> exchanges;  ///< of all phases
    std::vector<int> phase_ends;      ///< the number of exchanges up to the end of each phase
    /// For each block sent, in order: its place, which is its number among the blocks received, or ~k for
    /// this process's own block k.
    std::vector<int> taken;
    std::vector<std::pair<int, int>> delivered;  ///< the place of a block, and its number in recv
    int arriving = 0, most_out = 0;              ///< blocks received; most blocks sent in one phase
  };
  form apart, shared;
  /// The load of each phase: what this process sends or receives, whichever is more; and the part between
  /// nodes.
  std::vector<routing::load> loads, far_loads;

  [[nodiscard]] std::size_t memory() const noexcept;  ///< bytes
};

/// Makes a plan, by the very messages in which the blocks will travel; `taken` has the steps of each phase.
task make_plan(process& self, const neighbourhood& mine, const routes& along,
               std::span<const std::uint64_t> taken, const node_map* nodes, route_plan& into);

/// The bytes of one block, if all are equally long; 0 if this process has none.
std::size_t length_of_blocks(const call& c) noexcept;
/// Runs a call along a plan. `equal`: all blocks have the same length; otherwise their lengths travel in
/// front of them.
task run_along(process& self, const call& c, const route_plan::form& plan, bool equal);

}  // namespace tutti
