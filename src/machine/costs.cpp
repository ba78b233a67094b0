#include "machine/costs.hpp"

#include <memory>
#include <utility>

namespace tutti {
namespace {

// The overhead between nodes, as a fraction of a start-up there; assumed. With Open MPI 4.1, 0.31 was
// measured over TCP, and 0.24 within a node.
constexpr double busy_between_nodes = 0.25;

class replaced final : public cost_model {
 public:
  replaced(cost_model_ptr of, std::optional<double> alpha, std::optional<double> beta)
      : of_(std::move(of)), alpha_(alpha), beta_(beta) {}
  duration of(int from, int to, std::size_t bytes, int hops) const override {
    duration d = of_->of(from, to, bytes, hops);
    if (alpha_) d.startup = *alpha_;
    if (beta_) d.data = *beta_ * static_cast<double>(bytes);
    return d;
  }
  int places_per_node() const override { return of_->places_per_node(); }
  long long places() const override { return of_->places(); }

 private:
  cost_model_ptr of_;
  std::optional<double> alpha_, beta_;
};

}  // namespace

network usual_machine() {
  const machine within{.alpha = 0.5e-6, .beta = 0.1e-9}, between;  // a quarter of that between nodes
  constexpr double eager = 16384;                                  // assumed; over TCP, Open MPI has 64 KiB
  constexpr double at_each_end = 0.4;  // overhead, as a fraction of a start-up within a node; assumed
  network on;
  on.model = hierarchical_model({{.size = 2, .alpha = within.alpha, .beta = within.beta},
                                 {.size = 2, .alpha = between.alpha, .beta = between.beta}});
  on.gamma = between.gamma;
  on.overhead = at_each_end * within.alpha;
  on.overhead_between = busy_between_nodes * between.alpha;
  on.eager = eager;
  return on;
}

network nominal_machine(bool domains) {
  // Bytes. The kernel copies longer messages, which takes a system call.
  constexpr std::size_t longest_short = 16384;
  constexpr double messages_at_once = 6;  // messages that share a node's memory at full speed
  const auto level_of = [](double alpha, double long_alpha, double beta) {
    return level{.size = 2, .pieces = {{0, alpha, beta}, {longest_short + 1, long_alpha, beta}}};
  };
  constexpr double near = 0.15e-6;
  const machine usual;
  network on;
  on.model = hierarchical_model(
      {level_of(near, 1e-6, 0.06e-9),
       domains ? level_of(0.3e-6, 1.2e-6, 0.08e-9) : level_of(usual.alpha, usual.alpha, usual.beta)});
  on.links = cluster(2, 2, domains ? messages_at_once : 1, messages_at_once);
  on.gamma = 0.015e-9;
  on.overhead = 0.4 * near;
  if (!domains) on.overhead_between = busy_between_nodes * usual.alpha;
  on.eager = static_cast<double>(longest_short);
  return on;
}

network with_costs(network on, std::optional<double> alpha, std::optional<double> beta) {
  if (!alpha && !beta) return on;
  on.model = std::make_shared<replaced>(on.model, alpha, beta);
  constexpr double at_one_end = 0.2;  // overhead at each end, as a fraction of a start-up; assumed
  if (alpha && on.model->overheads() == nullptr) {
    on.overhead = at_one_end * *alpha;
    on.overhead_between.reset();
  }
  return on;
}

}  // namespace tutti
