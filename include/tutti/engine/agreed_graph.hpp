#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/engine/prediction.hpp"
#include "tutti/model/graphs.hpp"
#include "tutti/neighbours.hpp"

namespace tutti {

/// A process graph after agree_on(), which a communicator runs before its first neighbourhood collective: the
/// neighbours of each process, and the agreed facts.
class agreed_graph {
 public:
  /// `nodes`: the node of each process; empty if each process has its own. `on`: the network on which
  /// agree_on() runs.
  explicit agreed_graph(process_graph graph, std::span<const int> nodes = {},
                        const network& on = network(machine{}));
  agreed_graph(agreed_graph&&) noexcept;
  ~agreed_graph();

  [[nodiscard]] const process_graph& edges() const noexcept { return graph_; }
  [[nodiscard]] const neighbourhood& of(int rank) const noexcept {
    return all_[static_cast<std::size_t>(rank)];
  }
  /// The same on all processes.
  [[nodiscard]] const graph_facts& facts() const noexcept { return all_.front().facts(); }
  /// The cost of agree_on().
  [[nodiscard]] const prediction& agreeing() const noexcept { return agreeing_; }
  /// The maximum memory of a process's neighbourhood, bytes.
  [[nodiscard]] std::size_t most_memory() const noexcept;

 private:
  process_graph graph_;
  std::vector<neighbourhood> all_;
  prediction agreeing_;
};

}  // namespace tutti
