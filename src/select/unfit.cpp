#include "select/unfit.hpp"

#include "tutti/plugin.hpp"

namespace tutti {

const char* lacks(const algorithm& a, operator_class k, const surroundings& around) {
  if (a.needs.power_of_two && !is_power_of_two(around.p)) return "needs a power of two of processes";
  if (a.needs.commutative && k == operator_class::ordered) return "needs a commutative operator";
  if (a.needs.exact && k != operator_class::exact)
    return "rounds differently on different processes: needs integers, minimum or maximum";
  if (a.needs.ways && around.graph.ways[0].by == routing::kind::none)
    return "combining saves no messages in this graph";
  if (a.needs.consecutive && !around.consecutive) return "needs nodes with consecutive ranks";
  if (a.needs.node_order && !around.consecutive && k == operator_class::ordered)
    return "needs nodes with consecutive ranks or a commutative operator";
  return nullptr;
}

const char* unfit(const algorithm& a, operator_class k, const surroundings& around) {
  if (const char* reason = lacks(a, k, around)) return reason;
  if (!built_in(a)) return "of TUTTI_PLUGIN: serves if it is set";
  return a.needs.nodes && one_node(around) ? "needs several nodes" : nullptr;
}

}  // namespace tutti
