#include "select/pricing.hpp"

#include <algorithm>

#include "machine/logp_levels.hpp"
#include "machine/two_levels.hpp"

namespace tutti {
namespace {

// True if the root has a block of each process, so that all data cross the root's link.
bool crosses_root(collective c) { return is_rooted(c) && has_blocks(c); }

// Alltoalls in which no process knows all lengths.
bool exchanges_any_lengths(collective c) { return is_personal(c) && !size_known(c); }

double message_of(double rounds, double bytes) { return rounds > 0 ? bytes / rounds : 0; }

// Returns the number of bytes that would take as long without contention as `bytes` bytes of one process take
// while the processes of its node send `crossing` bytes together through `lanes` lanes (0: any number).
double slowed(double bytes, double crossing, double lanes) {
  return lanes > 0 ? std::max(bytes, crossing / lanes) : bytes;
}

}  // namespace

pricing::pricing(const cost_settings& on, const surroundings& around)
    : on_(on), around_(around), logp_(logp_levels_of(on.platform, one_node(around))) {
  const machine_levels& c = on_.costs.long_messages();
  busy_ = busy_bytes(overhead_here(), (one_node(around_) ? c.within : c.between).beta);
  for (int k = 0; k < collectives; ++k)
    straight_beyond_[static_cast<std::size_t>(k)] = best_straight_beyond(static_cast<collective>(k));
}

machine pricing::link(double message) const {
  const machine_levels& m = on_.costs.at(message);
  return one_node(around_) ? m.within : m.between;
}

double pricing::overhead_here() const { return overhead_of(on_.platform, !one_node(around_)); }

double pricing::lanes() const {
  return one_node(around_) ? memory_lanes(on_.platform) : link_lanes(on_.platform);
}

bool pricing::node_by_node(const algorithm& a) const { return around_.consecutive || a.traits.in_node_order; }

double pricing::senders(const algorithm& a) const {
  // In a ring, all processes send at once, so the link is shared if neighbours are on different nodes. Along
  // a chain, a block is at one process at a time.
  const bool far_ring = a.traits.on_network == traffic::neighbours && !node_by_node(a) && !a.stages;
  const bool all = is_neighbourhood(a.of) || far_ring ||
                   (a.traits.on_network == traffic::direct
                        ? !is_rooted(a.of)
                        : a.traits.on_network == traffic::scattered && !crosses_root(a.of));
  return all && around_.p > 2 ? around_.per_node : 1;
}

shape pricing::shape_of(const algorithm& a, double bytes, int pieces, imbalance lengths) const {
  const bool equal = lengths == imbalance::equal;
  return {.p = around_.p,
          .bytes = bytes,
          .pieces = pieces,
          .nodes = around_.nodes,
          .per_node = around_.per_node,
          .consecutive = around_.consecutive,
          .straight_beyond = static_cast<double>(straight_beyond(a.of)),
          .busy = static_cast<double>(busy()),
          .logp = &logp_,
          .graph = is_neighbourhood(a.of) ? &around_.graph : nullptr,
          .longest = equal ? 0 : std::min(bytes, bytes / around_.p * times_the_average(lengths))};
}

// A price, split into a part on link() (far) and a part within nodes (near). Each part of a composition has
// its own message size.
struct pricing::parts {
  double rounds, bytes;  // of the far part; those of the near part are in the price
  machine far, near;
  double far_data, near_data;  // seconds
};

pricing::parts pricing::parts_of(const algorithm& a, const cost& c) const {
  const double rounds = c.rounds - c.near_rounds, bytes = c.bytes - c.near_bytes;
  const bool on_graph = is_neighbourhood(a.of);
  const double on_link = a.traits.on_network == traffic::by_node || (on_graph && !one_node(around_))
                             ? c.link_bytes
                             : senders(a) * bytes;
  const machine far = link(message_of(rounds, bytes)),
                near = on_.costs.at(message_of(c.near_rounds, c.near_bytes)).within;
  return {rounds,
          bytes,
          far,
          near,
          slowed(bytes, on_link, lanes()) * far.beta,
          slowed(c.near_bytes, c.memory_bytes, memory_lanes(on_.platform)) * near.beta};
}

double pricing::seconds(const algorithm& a, const shape& s) const {
  const cost c = a.price(s);
  const parts of = parts_of(a, c);
  if (overhead_here() > 0 && c.behind > 0) return begun_together(a, c, of);
  if (a.traits.on_network == traffic::neighbours && node_by_node(a) && around_.per_node > 1 &&
      !one_node(around_))
    return around_ring(c, of);
  return of.rounds * of.far.alpha + of.far_data + c.near_rounds * of.near.alpha + of.near_data +
         c.reduced * of.far.gamma;
}

// Messages that start together are in flight together. Each one costs its process the overhead at both ends.
// Those after the first one leave after the sender's overhead, while the bytes of others cross the link.
// Phases within nodes and between nodes follow each other, but messages to neighbours all start at once.
double pricing::begun_together(const algorithm& a, const cost& c, const parts& of) const {
  const double far_behind = c.behind - c.near_behind;
  const double far_o = std::min(of.far.alpha / 2, overhead_here()),
               near_o = std::min(of.near.alpha / 2, overhead_of(on_.platform, false));
  const double far_startups = (of.rounds - far_behind) * of.far.alpha,
               near_startups = (c.near_rounds - c.near_behind) * of.near.alpha;
  const double far_leave = far_behind * far_o, near_leave = c.near_behind * near_o;
  const double ends = is_rooted(a.of) ? 1 : 2;  // in an exchange, a process sends and receives
  const double far_busy = ends * of.rounds * far_o, near_busy = ends * c.near_rounds * near_o;
  const double combining = c.reduced * of.far.gamma;
  if (a.traits.on_network == traffic::direct)
    return std::max(far_busy + near_busy, far_startups + near_startups +
                                              std::max({far_leave + near_leave, of.far_data, of.near_data})) +
           combining;
  return std::max(far_busy, far_startups + std::max(far_leave, of.far_data)) +
         std::max(near_busy, near_startups + std::max(near_leave, of.near_data)) + combining;
}

// A ring through one node after the other: few steps cross a link, and no process waits for a start-up
// before it forwards data. The time is that of an average trip around the ring, or that of the slowest link.
double pricing::around_ring(const cost& c, const parts& of) const {
  const double across = 1.0 * around_.nodes / around_.p;
  const machine within = on_.costs.at(message_of(of.rounds, of.bytes)).within;
  const double near_beta = slowed(1, around_.per_node, memory_lanes(on_.platform)) * within.beta;
  const double around = of.rounds * ((1 - across) * within.alpha + across * of.far.alpha) +
                        of.bytes * ((1 - across) * near_beta + across * of.far.beta);
  const double slowest = of.rounds * overhead_of(on_.platform, true) + of.bytes * of.far.beta;
  return std::max(around, slowest) + c.reduced * of.far.gamma;
}

// The cost of a message depends on its size, and the size on M. Two iterations are close enough. With equal
// blocks, some algorithms send the same number of bytes for every M: see best_pieces(). A composition is
// priced for lengths of pieces that differ by a third, since its `stages` does not know the costs of its
// parts.
int pricing::best_pieces_of(const algorithm& a, double bytes, double most) const {
  if (a.traits.on_network == traffic::by_node) {
    const auto in = [&](int m) { return seconds(a, shape_of(a, bytes, m)); };
    int best = 1;
    double least = in(1);
    for (double m = 2; m <= most; m *= 1.33)
      if (const double t = in(static_cast<int>(m)); t < least) least = t, best = static_cast<int>(m);
    return best;
  }
  const pipeline line = a.stages(around_.p);
  const auto lemma = [&](double message) {
    machine m = link(message);
    m.beta *= slowed(1, senders(a), lanes());
    return best_pieces(line, bytes, m, most);
  };
  const int m = lemma(bytes / lemma(bytes));
  if (m == 1 || has_known_lengths(a.of)) return m;  // the pieces are for unequal lengths: keep them
  return seconds(a, shape_of(a, bytes, 1)) <= seconds(a, shape_of(a, bytes, m)) ? 1 : m;
}

// A block that is sent directly in an alltoall costs a start-up. In a scatter or gather, blocks that are sent
// directly to or from the root overlap, so they cost less. A scatter's root is busy only for the overhead,
// while earlier messages are in flight. A gather's root receives, one after the other, the eager messages
// that were sent before it asked for them. Longer messages overlap.
std::size_t pricing::best_straight_beyond(collective of) const {
  const machine_levels& c = on_.costs.long_messages();
  machine m = one_node(around_) ? c.within : c.between;
  const std::size_t most = tutti::straight_beyond(m);
  if (exchanges_any_lengths(of) || is_neighbourhood(of)) return most;
  const double overhead = overhead_here(), eager = on_.platform.eager;
  m.alpha = std::min(m.alpha, overhead > 0 ? overhead : c.between.alpha);
  const std::size_t least = tutti::straight_beyond(m);
  if (of == collective::scatterv) return least;
  return eager < static_cast<double>(most) ? std::max(least, static_cast<std::size_t>(eager)) : most;
}

}  // namespace tutti
