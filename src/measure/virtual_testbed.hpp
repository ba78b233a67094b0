#pragma once

#include <map>
#include <string>

#include "measure/testbed.hpp"
#include "select/settings.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::measure {

/// Experiments in virtual time, on any network, without MPI. An experiment always takes the same time, so
/// there is one repetition. "native" does not exist; "tutti" is tutti's choice for the network. If the policy
/// checks results, data really move if all processes together have at most 64 MB.
class virtual_testbed final : public testbed {
 public:
  /// `described`: the requested network, for factors(). Throws std::invalid_argument if p processes do not
  /// fit.
  virtual_testbed(int p, machine_description on, settings user, nlohmann::ordered_json described);

  [[nodiscard]] const node_map& nodes() const override { return nodes_; }
  [[nodiscard]] const nlohmann::ordered_json& factors() const override { return factors_; }
  [[nodiscard]] experiment fitted(experiment e) const override;
  std::vector<observation> measure(const contest& c, const policy& how) override;

 private:
  observation run(const experiment& e, bool check);
  const agreed_graph& graph_of(const experiment& e);

  machine_description on_;
  node_map nodes_;
  settings user_;
  nlohmann::ordered_json factors_;
  std::map<std::string, agreed_graph> graphs_;  // by problem
};

}  // namespace tutti::measure
