// The tree of ordered cubes, followed on all lengths instead of built by messages.
// Source: Traeff 2018, Lemmas 1, 2 and 4.

#include "algorithms/gather/root_plan.hpp"

namespace tutti {

root_plan::branch root_plan::united(const branch& left, const branch& right) noexcept {
  const union_of_cubes u = tutti::unite(left.of, right.of, rule_);
  const branch &receiver = u.left_receives ? left : right, &sender = u.left_receives ? right : left;
  if (sender.blocks == 0) return receiver;
  if (u.direct) {
    add(sender);
    return receiver;
  }
  next_[static_cast<std::size_t>(left.last)] = right.first;
  return {u.both, left.first, right.last, left.blocks + right.blocks,
          std::max(left.time, right.time) + static_cast<double>(sender.of.bytes)};
}

}  // namespace tutti
