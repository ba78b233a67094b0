// The tree of ordered cubes, followed on all lengths instead of built by messages.
// Source: Traeff 2018, Lemmas 1, 2 and 4.

#include "algorithms/gather/root_plan.hpp"

namespace tutti {

root_plan::branch root_plan::united(const branch& left, const branch& right) noexcept {
  const union_of_cubes u = tutti::unite(left.of, right.of, rule_);
  const branch &receiver = u.left_receives ? left : right, &sender = u.left_receives ? right : left;
  const int dimension = std::max(left.dimension, right.dimension) + 1;
  if (sender.blocks == 0 || u.straight) {
    if (u.straight) add(sender);
    branch alone = receiver;
    alone.dimension = dimension;
    return alone;
  }
  next_[static_cast<std::size_t>(left.last)] = right.first;
  return {u.both,     left.first,
          right.last, left.blocks + right.blocks,
          dimension,  std::max(left.below, right.below) + start_up_ + static_cast<double>(sender.of.bytes)};
}

// Schrage's rule for jobs with release and delivery times.
void root_plan::order_for_scatter() {
  const auto all = items();
  // A round of the construction for each dimension, and one in which the gather root is told.
  const auto ready = [this](const item& i) { return i.dimension > 0 ? (i.dimension + 1) * start_up_ : 0; };
  std::ranges::sort(all, {}, ready);
  const workspace<item> waiting(all.size());
  std::size_t arrived = 0, n = 0, served = 0;
  double now = 0;
  const workspace<item> order(all.size());
  while (served < all.size()) {
    if (n == 0) now = std::max(now, ready(all[arrived]));
    for (; arrived < all.size() && ready(all[arrived]) <= now; ++arrived) {
      waiting[n++] = all[arrived];
      std::ranges::push_heap(waiting.first(n), {}, &item::below);
    }
    std::ranges::pop_heap(waiting.first(n), {}, &item::below);
    order[served] = waiting[--n];
    now += start_up_ + order[served++].bytes;
  }
  std::ranges::copy(order, all.begin());
}

}  // namespace tutti
