#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mpi/progress/yielding.hpp"
#include "node/board.hpp"
#include "node/link.hpp"
#include "node/segment.hpp"

namespace tutti::mpi {

/// How this process reaches the other processes of its node through shared memory.
struct node_links {
  std::optional<node::segment> shared;
  std::vector<std::unique_ptr<node::link>> links;
  std::vector<node::link*> by_rank;    ///< by rank in MPI_COMM_WORLD; null if there is no link
  std::unique_ptr<node::board> board;  ///< of this process; null if it does not use one
  /// The first arrival counter of each process of this node, by its rank in MPI_COMM_WORLD (see meet() in
  /// requests/members.hpp). A process has one counter for each number that it may give a communicator. Null
  /// for the processes of other nodes.
  std::vector<std::atomic<std::uint32_t>*> arrivals;
  static constexpr int arrival_counters = 4096;
  /// Memory of this node for the choices of algorithms; empty if there is none. Zero at first.
  std::span<std::byte> choices;
  static constexpr std::size_t choices_bytes = std::size_t{64} << 10U;
  bool reach_all = false;  ///< all processes of MPI_COMM_WORLD are on this node
  bool crowded = false;    ///< more processes than processors, so waiting processes soon yield
  /// This process's share, if the processors of its host are divided evenly. 1 if they are not known.
  int processors_each = 1;
  const char* reason_for_none = nullptr;  ///< why there are no links although the node has several processes
};

/// A loop that waits for another process of the node calls idle() after each unsuccessful look.
class node_wait {
 public:
  explicit node_wait(bool crowded) noexcept : patience_(crowded ? 8 : 400), crowded_(crowded) {}
  void idle() {
    if (++turns_ > patience_) [[unlikely]]
      rest();
  }

 private:
  void rest();

  unsigned patience_, turns_ = 0;
  bool crowded_;
  // Set after patience_ looks, if the program has several threads.
  std::optional<yielding::waiting_thread> counted_;
};

}  // namespace tutti::mpi
