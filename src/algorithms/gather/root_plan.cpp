// The tree of ordered cubes, computed from all lengths instead of built by messages.
// Source: Traeff 2018, Lemmas 1, 2 and 4.

#include "algorithms/gather/root_plan.hpp"

namespace tutti {

root_plan::gathered root_plan::united(const gathered& left, const gathered& right) noexcept {
  const union_of_cubes u = unite(left.of, right.of, rule_);
  const gathered &receiver = u.left_receives ? left : right, &sender = u.left_receives ? right : left;
  gathered both = receiver;
  both.of = u.both;
  both.dimension = std::max(left.dimension, right.dimension) + 1;
  if (u.straight) add(sender);
  if (u.straight || sender.blocks == 0) return both;
  next_[static_cast<std::size_t>(left.last)] = right.first;
  both.first = left.first;
  both.last = right.last;
  both.blocks += sender.blocks;
  both.below = std::max(left.below, right.below) + start_up_ + static_cast<double>(sender.of.bytes);
  return both;
}

// Schrage's rule for jobs with release and delivery times: of the jobs that are ready, the one with the
// longest delivery is first. Source: Carlier, "The one-machine sequencing problem", 1982.
void root_plan::order_for_scatter(bool trees_are_built) {
  const auto all = items();
  // A round of the construction for each dimension, and one to notify the gather root.
  const auto ready = [&](const item& i) {
    return trees_are_built && i.dimension > 0 ? (i.dimension + 1) * start_up_ : 0;
  };
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
