#pragma once

#include <span>
#include <utility>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/neighbours.hpp"

namespace tutti {

/// From a process to which others blocks may go in a phase, and from which they may come: step i
/// to `to` and from `from`.
struct route_step {
  int to, from;
};

/// Where blocks go on the ways of a routing.
class routes {
 public:
  /// `nodes` must outlive it: of routing::kind::nodes.
  routes(const routing& of, int size, const node_map* nodes);

  [[nodiscard]] int phases() const noexcept { return static_cast<int>(weight_.size()); }
  /// Where a block for `to` goes in that phase from `at`, where all earlier ones have brought it.
  [[nodiscard]] int next(int phase, int at, int to) const noexcept;
  /// How far that is: a number from 0, `at` itself, up to width(phase) - 1. Not along nodes.
  [[nodiscard]] int step(int phase, int at, int to) const noexcept;
  [[nodiscard]] int width(int phase) const noexcept { return width_[static_cast<std::size_t>(phase)]; }
  /// The process that is `steps` steps from `at`, or back if negative.
  [[nodiscard]] int moved(int phase, int at, int steps) const noexcept;
  /// A set of steps in a phase of that width has a bit for each; of more than 64 those up to 31 either way
  /// have one, and all others share one.
  [[nodiscard]] static constexpr unsigned bit_of(int step, int width) noexcept {
    if (width <= 64 || step < 32) return static_cast<unsigned>(step);
    return width - step < 32 ? static_cast<unsigned>(64 - (width - step)) : others;
  }
  static constexpr unsigned others = 32;
  /// The steps that a process may have to take in that phase: those of a set, the same on all but where they
  /// lead. Along nodes, all that there can be.
  [[nodiscard]] std::vector<route_step> steps(int phase, int at, std::uint64_t taken) const;

 private:
  [[nodiscard]] int coordinate(int phase, int rank) const noexcept;

  routing::kind by_;
  int size_;
  const node_map* nodes_;
  std::vector<int> weight_, width_;
};

/// One process's part of what happens on the ways of a routing: the messages of each phase, where each
/// of their blocks is taken from, and where those go that have arrived for good. Two forms: with a block
/// for each pair of neighbours, and with one block of each process for all its neighbours, of which a
/// message has each at most once.
class route_plan {
 public:
  /// What goes out and what comes in together. Blocks; 0: no message.
  struct exchange {
    int to, from;
    int out, in;
  };
  struct form {
    std::vector<exchange> exchanges;  ///< of all phases
    std::vector<int> phase_ends;      ///< exchanges of each phase and of those before
    /// For each block that goes out, in their order: its number among the blocks that have come in; below 0:
    /// ~k, the own block k.
    std::vector<int> taken;
    std::vector<std::pair<int, int>> delivered;  ///< the same, and the block received that it is
    int arriving = 0, most_out = 0;              ///< blocks: that come in; that go out in one phase
  };
  form apart, shared;
  /// What this process sends or receives in each phase, whichever is more; of that, what leaves the node.
  std::vector<routing::load> loads, far_loads;

  [[nodiscard]] std::size_t memory() const noexcept;  ///< bytes
};

/// Makes it, by the very messages in which the blocks will go; `taken` has the steps of each phase.
task make_plan(process& self, const neighbourhood& mine, const routes& along,
               std::span<const std::uint64_t> taken, const node_map* nodes, route_plan& into);

/// The bytes of each of blocks of equal length; 0 where this process has none.
std::size_t length_of_blocks(const call& c) noexcept;
/// Runs a call along it. `equal`: all blocks have the same length; otherwise their lengths travel in front of
/// them.
task run_along(process& self, const call& c, const route_plan::form& plan, bool equal);

}  // namespace tutti
