#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/predict/prediction_table.hpp"
#include "cli/values/networks.hpp"
#include "cli/values/problems.hpp"
#include "machine/logp_levels.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/model/closed_forms.hpp"
#include "tutti/nodes.hpp"

namespace tutti::cli {

/// The options of `tutti predict` for calls and the network, unparsed.
struct call_options {
  std::string pieces, root, by, partners, graph, bsp, noise, step;
  network_options on;
  problem_options problems;
};

/// Runs algorithms on p processes of a network in virtual time. Throws usage_error if the options do not fit
/// this p.
class predictor {
 public:
  /// `on_graph`: the user named a neighbourhood collective.
  predictor(int p, const call_options& o, bool on_graph);
  predictor(const predictor&) = delete;
  predictor& operator=(const predictor&) = delete;

  /// The arrival times of the processes; empty: all at once.
  [[nodiscard]] const arrival& skews() const { return in_.skews; }
  /// Null if there is none.
  [[nodiscard]] const agreed_graph* graph() const { return graph_.get(); }
  /// Null if the network is fully connected.
  [[nodiscard]] const topology* links() const { return on_.links.get(); }

  /// The reason why no lower bounds are known, as the end of a sentence. Empty if they are.
  [[nodiscard]] std::string why_unbounded() const;
  /// The same for the blocks of a problem.
  [[nodiscard]] std::string why_unbounded_problem(collective c) const;
  /// True if the optimal tree is known for this network and can be found within seconds.
  [[nodiscard]] bool has_optimum() const;
  [[nodiscard]] bool takes(const algorithm& a) const;
  /// True if each problem has a root of its own.
  [[nodiscard]] bool chooses_root() const { return in_.root == free_root; }

  [[nodiscard]] priced of(const algorithm& a, std::size_t bytes) const;
  [[nodiscard]] priced of(const algorithm& a, const irregular_problem& problem) const;

 private:
  /// True if the network is that of the lemmas: a message takes alpha + beta n, and keeps both its ends busy.
  [[nodiscard]] bool is_linear() const {
    return on_.model->uniform() && !on_.links && on_.ports == 1 && !on_.has_protocols();
  }
  /// The largest lower bound in seconds; negative: not known.
  [[nodiscard]] double bound_of(collective c, double bytes) const;
  [[nodiscard]] double bound_of(collective c, const std::vector<int>& lengths, int root) const;
  [[nodiscard]] priced price(const algorithm& a, shape s, const predict_options& in, priced r) const;
  void seek_pieces(const algorithm& a, shape& s, predict_options in) const;
  [[nodiscard]] shape shape_of(const algorithm& a, std::size_t bytes, std::size_t longest = 0) const;

  int p_;
  network on_;
  loggp_levels logp_;
  std::optional<node_map> nodes_;  // of the topology, if it has nodes
  predict_options in_;
  std::shared_ptr<const agreed_graph> graph_;
  std::size_t pieces_ = 0;                                          // 0: the best
  int distance_ = 0;                                                // of shifts
  mutable std::map<std::pair<collective, double>, double> bounds_;  // those that were asked for
  std::optional<lecture::bsp> bsp_;
};

}  // namespace tutti::cli
