#include "select/unfit.hpp"

#include "tutti/bracketing.hpp"
#include "tutti/plugin.hpp"
#include "tutti/runs_on.hpp"

namespace tutti {
namespace {

// Returns a property that the user demands and the algorithm lacks; null if there is none.
const char* lacks_property(const algorithm& a, const reduction_order& order) {
  const reduction_properties has = properties_of(a);
  if (order.elements && !has.elements) return "brackets elements in different ways (TUTTI_REDUCTIONS)";
  if (order.placements && !has.placements) return "brackets by the nodes of processes (TUTTI_REDUCTIONS)";
  if (order.ranks && !has.ranks) return "combines in another order than that of ranks (TUTTI_REDUCTIONS)";
  return nullptr;
}

}  // namespace

const char* lacks(const algorithm& a, operator_class k, const surroundings& around,
                  const reduction_order& order) {
  if (const char* reason = why_not_on(a, around.p)) return reason;
  if (a.needs.commutative && k == operator_class::ordered) return "needs a commutative operator";
  if (a.needs.exact && k != operator_class::exact)
    return "rounds differently on different processes: needs integers, minimum or maximum";
  if (k == operator_class::commutative && order.ranks) k = operator_class::ordered;
  if (a.needs.ways && around.graph.ways[0].by == routing::kind::none)
    return "combining saves no messages in this graph";
  if (a.needs.consecutive && !around.consecutive) return "needs nodes with consecutive ranks";
  if (a.needs.node_order && !around.consecutive && k == operator_class::ordered)
    return "needs nodes with consecutive ranks or a commutative operator";
  return combines(a.of) && k != operator_class::exact ? lacks_property(a, order) : nullptr;
}

const char* unfit(const algorithm& a, operator_class k, const surroundings& around,
                  const reduction_order& order) {
  if (const char* reason = lacks(a, k, around, order)) return reason;
  if (!built_in(a)) return "of TUTTI_PLUGIN: serves if it is set";
  return a.needs.nodes && one_node(around) ? "needs several nodes" : nullptr;
}

}  // namespace tutti
