#pragma once

#include <algorithm>

#include "tutti/algorithm.hpp"

namespace tutti {

/// One round of a direct algorithm: the block for `to` out, the block of `from` in. Empty blocks do not
/// travel: both ends of a block know its length.
inline transfer exchange(const const_blocks& send, int to, const blocks& recv, int from) noexcept {
  const const_buffer out = send[to];
  const buffer in = recv[from];
  return {out, out.empty() ? nobody : to, in, in.empty() ? nobody : from};
}

/// p - 1 rounds of one block each. Empty blocks are not sent, which makes it a bound in alltoallv and
/// alltoallw, where bytes stands for p blocks of the greatest length.
inline cost price_of_rounds(const shape& s) noexcept {
  if (s.bytes <= 0) return {};
  return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / s.p};
}

/// How many times as long data take on a link that nodes share, where they would take `meeting` times as long if messages wait
/// for their receivers. Those that do not, and whose start-ups are mostly latency, keep the link busy whoever waits: on
/// lab/simulated within 3 % of what it needs. Real TCP took 1.25 times that (lab/network).
inline double link_meeting(const cluster_machine& m, double message, double meeting) noexcept {
  return m.overlaps() && message > m.eager ? meeting : 1;
}

/// Seconds of p - 1 messages of a process, whose data take `alone` times as long where no node has several processes, and
/// `shared` times on links that nodes share. The processes of a node are not in step: while one waits for a start-up the others'
/// data use the link, so that it is either that takes the time. Where start-ups do not overlap it is both, but for what is hidden
/// of the shorter of the two, nothing where processes are in step.
inline double estimate_of_rounds(const shape& s, const message_costs& on, double alone, double shared,
                                 double hidden) noexcept {
  if (s.bytes <= 0) return 0;
  const double block = s.bytes / s.p;
  const cluster_machine& m = on.at(block);
  const double neighbours = (s.nodes > 0 ? s.per_node : 1) - 1.0, far = s.p - 1 - neighbours;
  const double near = neighbours * (m.within.alpha + m.within.beta * block * s.memory_sharing * alone);
  const double rounds = near + far * (m.between.alpha + m.between.beta * block * alone);
  const double data = m.between.beta * block * s.sharing * shared;
  const double link = m.overlaps()
                          ? far * (data + m.overhead)
                          : near + far * (data + m.between.alpha - hidden * std::min(data, m.between.alpha));
  return std::max(rounds, link);
}

/// Seconds of a price whose messages are alike. Where start-ups do not overlap, processes of a node are in step, and their data
/// take `shared` times as long.
inline double estimate_of_alike(const cost& c, const shape& s, const message_costs& on,
                                double shared) noexcept {
  const cluster_machine& m = on.at(c.rounds > 0 ? c.bytes / c.rounds : 0);
  machine link = s.per_node >= s.p ? m.within : m.between;
  if (!m.overlaps()) link.beta *= shared;
  return c.seconds(link);
}

/// The same algorithm for blocks of any lengths, where its price is a bound, to be exceeded at most `worst` times. How long blocks
/// are is known to nobody: where there is an estimate it is that of the bound.
constexpr algorithm for_any_lengths(algorithm a, collective of, double worst = 1,
                                    decltype(algorithm::estimate) estimate = nullptr) noexcept {
  a.of = of;
  a.estimate = estimate;
  a.bound = a.exact_if_equal = true;
  a.worst = worst;
  return a;
}

}  // namespace tutti
