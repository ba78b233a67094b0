#pragma once

#include <algorithm>

#include "tutti/cost.hpp"

namespace tutti {

// What estimates are made of: see algorithm::estimate.

/// Seconds of `rounds` messages, one after the other, within a node.
inline double within(const message_costs& on, double rounds, double bytes, double sharing = 1) noexcept {
  const machine& m = on.at(bytes).within;
  return rounds * (m.alpha + m.beta * bytes * sharing);
}

/// Seconds of one message between nodes, of which `at_once` leave each.
inline double across(const message_costs& on, double bytes, double at_once = 1) noexcept {
  const cluster_machine& m = on.at(bytes);
  return m.between.alpha + m.between.beta * bytes * m.link_sharing(at_once);
}

/// Seconds from the beginning of a message between nodes to that of the sender's next, where its bytes take `data`.
inline double until_next(const cluster_machine& m, double data) noexcept {
  return m.overlaps() ? std::max(m.busy(), data) : m.between.alpha + data;
}

/// Seconds of k messages of a process between nodes, one sent after the other without waiting, while n - 1 others of its
/// node do the same.
inline double several_across(const message_costs& on, double k, double bytes, double n) noexcept {
  if (k < 1) return 0;
  const cluster_machine& m = on.at(bytes);
  const double sending = until_next(m, m.between.beta * bytes * m.link_sharing(n));
  return m.between.alpha + m.between.beta * bytes + (k - 1) * sending +
         m.between.beta * bytes * (m.link_sharing(n) - 1);
}

/// Seconds of k messages that one process sends to other nodes, all at once, so that none waits for the receiver of another.
inline double star_across(const message_costs& on, double k, double bytes) noexcept {
  if (k <= 0) return 0;
  const cluster_machine& m = on.at(bytes);
  const double data = m.between.beta * bytes;
  return m.between.alpha + data + (k - 1) * until_next(m, data);
}

/// Seconds of k messages that one process receives from other nodes, all at once. Those that have left before it asked for them
/// it takes up one after the other.
inline double star_back(const message_costs& on, double k, double bytes) noexcept {
  const cluster_machine& m = on.at(bytes);
  if (k <= 0 || bytes > m.eager) return star_across(on, k, bytes);
  return m.between.alpha - m.busy() + k * (m.busy() + m.between.beta * bytes);
}

/// Seconds of the equal blocks that one process has with each of the others, all at once: those to or from other nodes as `far`
/// says, star_across or star_back. Where start-ups overlap there is time for those within its node while the data of others are
/// on the link.
inline double estimate_of_star(const shape& s, const message_costs& on,
                               double (*far)(const message_costs& on, double k, double bytes)) noexcept {
  if (s.bytes <= 0) return 0;
  const double block = s.bytes / s.p;
  if (s.nodes == 1) return within(on, s.p - 1, block);
  const int near = s.nodes > 0 ? s.per_node : 1;
  const double t = far(on, s.p - near, block);
  if (on.at(block).overlaps()) return t;
  // The root takes as long in any order; the star, which serves whoever is ready, stands before those that keep one.
  constexpr double in_no_order = 1 - 1e-9;
  return in_no_order * (t + within(on, near - 1, block));
}

}  // namespace tutti
