#include "machine/logp_levels.hpp"

#include <algorithm>
#include <vector>

#include "machine/two_levels.hpp"

namespace tutti {
namespace {

constexpr std::size_t little = 1, much = 4096;

loggp_level level_of(const cost_model::duration& short_one, const cost_model::duration& long_one,
                     double overhead, double lanes) {
  const double alpha = short_one.startup;
  const double G = (long_one.startup + long_one.data - alpha - short_one.data) / (much - little);
  const double o = overhead > 0 && 2 * overhead < alpha ? overhead : alpha / 2;
  return {{.L = alpha - 2 * o, .o = o, .g = overhead > 0 ? o : alpha, .G = G > 0 ? G : 0}, lanes};
}

}  // namespace

loggp_levels logp_levels_of(const network& on, bool one_node) {
  if (const loggp* all = on.model->overheads()) return {.within = {*all}, .between = {*all}};
  const two_levels costs(on);
  const loggp_level within =
      level_of(costs.within(little), costs.within(much), overhead_of(on, false), costs.lanes_within());
  return {.within = within,
          .between = one_node ? within
                              : level_of(costs.between(little), costs.between(much), overhead_of(on, true),
                                         costs.lanes_between()),
          .eager = on.eager,
          .overlaps = on.has_protocols(),
          .ports = on.ports};
}

bool on_one_node(const network& on, int p) {
  const std::vector<int> names = nodes_on(on, p);
  return !names.empty() && std::ranges::all_of(names, [&](int n) { return n == names[0]; });
}

}  // namespace tutti
