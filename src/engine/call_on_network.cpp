#include "engine/call_on_network.hpp"

#include <stdexcept>

#include "machine/logp_levels.hpp"
#include "tutti/full_name.hpp"

namespace tutti {
namespace {

// Start-up and time per byte of messages from the first process to the last.
machine seen_on(const network& on, int p) {
  if (const machine* all = on.model->uniform()) return *all;
  constexpr std::size_t many = 1 << 20;
  const int from = on.place_of(0), to = on.place_of(p - 1), hops = on.hops(0, p - 1);
  const auto little = on.model->of(from, to, 1, hops), much = on.model->of(from, to, many, hops);
  return {little.startup, (much.startup - little.startup + much.data) / many, on.gamma};
}

// The nodes of the processes. None, as over MPI, if all processes share one node or each has its own:
// algorithms could not use such nodes.
std::optional<node_map> shared_nodes(const network& on, int p) {
  const auto names = nodes_on(on, p);
  if (names.empty()) return std::nullopt;
  node_map nodes(names);
  if (nodes.nodes() == 1 || nodes.per_node() == 1) return std::nullopt;
  return nodes;
}

}  // namespace

call_on_network::call_on_network(const algorithm& a, const network& on, int p, const predict_options& in)
    : logp_(in.logp ? *in.logp : logp_levels_of(on, on_one_node(on, p))),
      commutative_(a.needs.commutative || a.needs.exact),
      exact_(a.needs.exact) {
  const machine seen = seen_on(on, p);
  straight_beyond_ = in.straight_beyond.value_or(straight_beyond(seen));
  busy_ = in.busy.value_or(busy_bytes(overhead_of(on, !on_one_node(on, p)), seen.beta));
  // Algorithms that do not need nodes get them, too: some use nodes if there are any.
  nodes_ = shared_nodes(on, p);
  if (nodes_ && a.needs.consecutive && !nodes_->consecutive())
    throw std::invalid_argument(full_name(a) + " needs nodes with consecutive ranks");
}

}  // namespace tutti
