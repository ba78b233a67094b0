#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "node/board.hpp"
#include "node/link.hpp"
#include "node/segment.hpp"

namespace tutti::mpi {

/// How this process reaches those of its node through memory that they share.
struct node_links {
  std::optional<node::segment> shared;
  std::vector<std::unique_ptr<node::link>> links;
  std::vector<node::link*> by_rank;    ///< in MPI_COMM_WORLD; null for all others
  std::unique_ptr<node::board> board;  ///< this process's, where it has several links
  /// Of each process of this node, by its rank in MPI_COMM_WORLD, the first of the counters by which it says that it has arrived at a
  /// meeting: one for each number that it may give a communicator. Null for all other processes.
  std::vector<std::atomic<std::uint32_t>*> arrivals;
  static constexpr int arrival_counters = 4096;
  bool reach_all = false;         ///< all processes of MPI_COMM_WORLD are on this node
  bool crowded = false;           ///< more processes than processors: who waits gives way at once
  const char* without = nullptr;  ///< why there are none, where there could be
};

/// Waits for something that another process of the node does.
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
};

}  // namespace tutti::mpi
