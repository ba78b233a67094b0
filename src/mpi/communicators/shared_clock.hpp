#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/transport/mpi_process.hpp"
#include "tutti/process.hpp"
#include "tutti/task.hpp"

namespace tutti::mpi {

/// A clock that all processes of a communicator share. On one node, it is the processor's clock and counts
/// its ticks. Between nodes, it is the clock of process 0's node and counts nanoseconds. The other nodes know
/// its time by comparisons.
class shared_clock {
 public:
  explicit shared_clock(const route& via);

  /// Compares the clocks of the nodes, as a part of a program that all processes run. Each node asks another
  /// one, along a binomial tree: 5 round trips in each of ceil(log2 nodes) rounds. Then the first process of
  /// each node sends the result to the others on it.
  task compare(process& self);
  /// True if there is more than one node.
  [[nodiscard]] bool compares() const noexcept { return firsts_.size() > 1; }
  /// Converts a time on the processor's clock to this clock. With several nodes, valid only after a
  /// comparison.
  [[nodiscard]] std::int64_t at(std::uint64_t ticks) const noexcept {
    return compares() ? nanoseconds_at(ticks) : static_cast<std::int64_t>(ticks);
  }
  /// The length of a millisecond on this clock. May differ a little between the processes of a node.
  [[nodiscard]] std::int64_t millisecond() const noexcept {
    return compares() ? 1'000'000 : static_cast<std::int64_t>(1e6 / ns_a_tick_);
  }

 private:
  // The same moment on this node's clock and on process 0's.
  struct moment {
    std::uint64_t here = 0;
    std::int64_t there = 0;
  };
  [[nodiscard]] std::int64_t nanoseconds_at(std::uint64_t ticks) const noexcept;
  task ask(process& self, int whom, moment& best);
  task answer(process& self, int whom);

  std::vector<int> firsts_;  // the first process of each node
  std::vector<int> others_;  // on the first process of a node: the others on it
  std::size_t node_ = 0;     // this process's node
  double ns_a_tick_;
  std::optional<moment> earlier_;  // the comparison before the last one
  moment last_;
};

}  // namespace tutti::mpi
