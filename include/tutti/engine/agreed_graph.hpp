#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/model/graphs.hpp"
#include "tutti/neighbours.hpp"

namespace tutti {

/// A graph of processes on which these have agreed, as they do with a communicator before its first
/// neighbourhood collective: the neighbours of each, and what they have found out together.
class agreed_graph {
 public:
  /// `nodes`: the node of each process, empty where each has its own. `on`: a network on which it happens.
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
  /// What it cost to agree.
  [[nodiscard]] const prediction& agreeing() const noexcept { return agreeing_; }
  /// Bytes that the process with the most remembers of it.
  [[nodiscard]] std::size_t most_memory() const noexcept;

 private:
  process_graph graph_;
  std::vector<neighbourhood> all_;
  prediction agreeing_;
};

}  // namespace tutti
