// Closed forms against what happens in virtual time, on the networks for which their sources state them.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "algorithms/shift/shift.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/model/closed_forms.hpp"

namespace tutti {
namespace {

constexpr machine on{.alpha = 3e-6, .beta = 0.25e-9, .gamma = 0};

const algorithm& named(std::string_view name) {
  const auto dot = name.find('.');
  const algorithm* a = find(*collective_named(name.substr(0, dot)), name.substr(dot + 1));
  if (!a) throw std::invalid_argument("no algorithm " + std::string(name));
  return *a;
}

double time_of(std::string_view name, const shape& s, const topology_ptr& links = nullptr, int root = 0) {
  network n{on};
  n.links = links;
  predict_options in;
  in.root = root;
  return predict(named(name), s, n, in).seconds;
}

void expect_equal(double found, double expected) { EXPECT_NEAR(found, expected, 1e-11 * expected); }

// m is one process's block in the textbook; a shape counts all blocks.
shape blocks_of(int p, double m) { return {.p = p, .bytes = p * m, .pieces = 1}; }

TEST(textbook, equation1_broadcast_on_ring_hypercube_and_tree) {
  for (const int p : {2, 8, 64})
    for (const double m : {0.0, 8.0, 1e6})
      for (const topology_ptr& t : {topology_ptr{}, ring_of(p), hypercube(ceil_log2(p)), switch_tree(p)})
        expect_equal(time_of("bcast.binomial", {p, m, 1}, t), textbook::broadcast(p, m, on));
}

TEST(textbook, equation1_broadcast_on_a_mesh) {
  for (const int side : {2, 4, 8})
    for (const topology_ptr& t : {mesh({side, side}), torus({side, side}), mesh({side, side, side})}) {
      const int p = t->places();
      expect_equal(time_of("bcast.binomial", {p, 4096, 1}, t), textbook::broadcast(p, 4096, on));
      expect_equal(time_of("reduce.binomial", {p, 4096, 1}, t), textbook::broadcast(p, 4096, on));
    }
}

TEST(textbook, equation1_reduction_on_ring_and_hypercube) {
  for (const int p : {2, 8, 64})
    for (const topology_ptr& t : {ring_of(p), hypercube(ceil_log2(p)), switch_tree(p)})
      expect_equal(time_of("reduce.binomial", {p, 4096, 1}, t), textbook::broadcast(p, 4096, on));
}

TEST(textbook, all_to_all_broadcast_on_a_ring) {
  for (const int p : {2, 5, 16, 33})
    expect_equal(time_of("allgather.ring", blocks_of(p, 1000), ring_of(p)),
                 textbook::all_to_all_broadcast_ring(p, 1000, on));
}

TEST(textbook, equation2_all_to_all_broadcast_on_a_hypercube) {
  for (const int p : {2, 8, 64})
    expect_equal(time_of("allgather.recursive_doubling", blocks_of(p, 1000), hypercube(ceil_log2(p))),
                 textbook::all_to_all_broadcast_hypercube(p, 1000, on));
}

TEST(textbook, all_to_all_reduction_on_a_ring_and_a_hypercube) {
  for (const int p : {2, 5, 16, 33})
    expect_equal(time_of("reduce_scatter.ring", blocks_of(p, 1000), ring_of(p)),
                 textbook::all_to_all_broadcast_ring(p, 1000, on));
  for (const int p : {2, 8, 64})
    expect_equal(time_of("reduce_scatter.butterfly", blocks_of(p, 1000), hypercube(ceil_log2(p))),
                 textbook::all_to_all_broadcast_hypercube(p, 1000, on));
}

TEST(textbook, a_hypercube_algorithm_on_a_ring_is_slowed_by_contention) {
  // Step i exchanges 2^i m over distance 2^i on links that 2^i messages share: t_s log p + t_w m (1 + 4 + ...
  // ). In the last step both ways round are equally short and all go the same one, upwards: every link
  // carries p / 2.
  for (const int p : {8, 32}) {
    double expected = 0;
    for (int d = 1; d < p; d *= 2) expected += on.alpha + on.beta * 1000 * d * d;
    expect_equal(time_of("allgather.recursive_doubling", blocks_of(p, 1000), ring_of(p)), expected);
  }
}

TEST(textbook, equation3_scatter_and_gather) {
  for (const int p : {2, 8, 64})
    for (const topology_ptr& t : {topology_ptr{}, linear_array(p), hypercube(ceil_log2(p))}) {
      expect_equal(time_of("scatter.binomial", blocks_of(p, 1000), t), textbook::scatter(p, 1000, on));
      expect_equal(time_of("gather.binomial", blocks_of(p, 1000), t), textbook::scatter(p, 1000, on));
    }
}

TEST(textbook, equation4_total_exchange_on_a_ring) {
  for (const int p : {2, 5, 16})
    expect_equal(time_of("alltoall.ring", blocks_of(p, 1000), ring_of(p)),
                 textbook::total_exchange_ring(p, 1000, on));
}

TEST(textbook, equation6_total_exchange_combined_on_a_hypercube) {
  for (const int p : {2, 8, 64})
    expect_equal(time_of("alltoall.hypercube", blocks_of(p, 1000), hypercube(ceil_log2(p))),
                 textbook::total_exchange_hypercube(p, 1000, on));
}

TEST(textbook, equation7_total_exchange_pair_by_pair_on_a_hypercube) {
  for (const int p : {2, 8, 64})
    expect_equal(time_of("alltoall.xor", blocks_of(p, 1000), hypercube(ceil_log2(p))),
                 textbook::total_exchange_pairwise(p, 1000, on));
}

task shift_phases(process& self, int q) {
  const buffer none(nullptr, 1000, byte_type), into(nullptr, 1000, byte_type);
  co_await shift_on_hypercube(self, none, into, q);
}
task shift_straight(process& self, int q) {
  const buffer none(nullptr, 1000, byte_type), into(nullptr, 1000, byte_type);
  co_await shift_direct(self, none, into, q);
}
task shift_rows_and_columns(process& self, int q, int side) {
  const buffer none(nullptr, 1000, byte_type), into(nullptr, 1000, byte_type);
  co_await shift_on_torus(self, none, into, q, side, side);
}

double time_of_program(int p, const topology_ptr& links, const std::function<task(process&)>& program) {
  network n{on};
  n.links = links;
  world w(p, n);
  w.without_data();
  w.run(program);
  return w.time();
}

TEST(textbook, equations8_and9_circular_shifts_on_a_hypercube) {
  for (const int p : {4, 32}) {
    double most = 0;
    for (int q = 1; q < p; ++q) {
      most = std::max(most, time_of_program(p, hypercube(ceil_log2(p)),
                                            [q](process& self) { return shift_phases(self, q); }));
      expect_equal(
          time_of_program(p, hypercube(ceil_log2(p)), [q](process& self) { return shift_straight(self, q); }),
          textbook::shift_routed(1000, on));
    }
    expect_equal(most, textbook::shift_hypercube(p, 1000, on));
  }
}

TEST(textbook, circular_shifts_on_a_mesh_with_wrap_around) {
  for (const int side : {2, 4, 6}) {
    const int p = side * side;
    double most = 0;
    for (int q = 1; q < p; ++q)
      most = std::max(most, time_of_program(p, torus({side, side}), [=](process& self) {
                        return shift_rows_and_columns(self, q, side);
                      }));
    expect_equal(most, textbook::shift_mesh(p, 1000, on));
  }
}

TEST(textbook, equation10_broadcast_in_two_steps) {
  for (const int p : {2, 8, 64})
    expect_equal(time_of("bcast.scatter_allgather", {p, 64000, 1}, hypercube(ceil_log2(p))),
                 textbook::broadcast_split(p, 64000, on));
}

TEST(lecture, summary_of_the_linear_array) {
  for (const int p : {2, 7, 16, 33}) {
    expect_equal(time_of("gather.linear_array", {p, 1000.0 * p, 1}, linear_array(p)),
                 lecture::gather_linear_array(p, 1000.0 * p, on));
    expect_equal(time_of("allgather.ring", {p, 1000.0 * p, 1}, ring_of(p)),
                 lecture::gather_linear_array(p, 1000.0 * p, on));
    expect_equal(time_of("reduce_scatter.ring", {p, 1000.0 * p, 1}, ring_of(p)),
                 lecture::gather_linear_array(p, 1000.0 * p, on));
    for (const std::string_view name : {"bcast.chain", "reduce.chain", "scan.chain", "exscan.chain"})
      for (const int M : {1, 4, 20})
        expect_equal(time_of(name, {p, 1e6, M}, linear_array(p)),
                     lecture::pipelined({.fill = p - 1.0, .interval = 1}, 1e6, M, on));
  }
}

TEST(lecture, summary_of_the_fully_connected_network) {
  for (const int p : {2, 7, 16, 33, 100}) {
    if (is_power_of_two(p)) {
      expect_equal(time_of("gather.binomial", blocks_of(p, 1000)),
                   lecture::gather_binomial(p, 1000.0 * p, on));
    }
    expect_equal(time_of("scan.hillis_steele", {p, 4096, 1}), lecture::scan_doubling(p, 4096, on));
    expect_equal(time_of("alltoall.direct", blocks_of(p, 1000)), lecture::alltoall_direct(p, 1000.0 * p, on));
    expect_equal(time_of("allgather.bruck", blocks_of(p, 1000)),
                 ceil_log2(p) * on.alpha + (p - 1.0) / p * on.beta * 1000 * p);
    expect_equal(time_of("reduce_scatter.circulant", blocks_of(p, 1000)),
                 ceil_log2(p) * on.alpha + (p - 1.0) / p * on.beta * 1000 * p);
    expect_equal(time_of("exscan.hillis_steele", {p, 4096, 1}), lecture::scan_doubling(p, 4096, on));
  }
}

TEST(lecture, summary_of_scans_on_two_trees) {
  // 4 ceil(log p) alpha + 2 o(pm) + 2 beta m: the lemma for a fill of at most 4 log p + 1 rounds and a block
  // every two.
  constexpr double m = 1e6;
  for (const std::string_view name : {"scan.two_tree", "exscan.two_tree"})
    for (const int p : {5, 16, 33, 100}) {
      const pipeline line = named(name).stages(p);
      EXPECT_LE(line.fill, 4 * ceil_log2(p) + 1) << name << ", p = " << p;
      EXPECT_EQ(line.interval, 2);
      const int best = best_pieces(line, m, on, m);
      const double t = time_of(name, {p, m, best}), bound = lecture::pipelining_lemma(line, m, on);
      EXPECT_NEAR(t, bound, 0.002 * bound) << name << ", p = " << p << ", M = " << best;
    }
}

TEST(lecture, bruck_sends_half_of_the_blocks_in_each_round_at_most) {
  // The slide's floor(m / 2) is floor(p / 2) blocks here: exact for powers of two, an upper bound otherwise.
  for (const int p : {2, 8, 64})
    expect_equal(time_of("alltoall.bruck", blocks_of(p, 1000)), lecture::alltoall_bruck(p, 1000.0 * p, on));
  for (const int p : {3, 7, 33})
    EXPECT_LE(time_of("alltoall.bruck", blocks_of(p, 1000)),
              lecture::alltoall_bruck(p, 1000.0 * p, on) * (1 + 1e-12));
}

TEST(lecture, pipelines_reach_their_closed_form_and_not_less_than_the_lemma) {
  for (const std::string_view name : {"bcast.chain", "bcast.circulant"})
    for (const int p : {2, 9, 16, 100}) {
      const algorithm& a = named(name);
      const pipeline line = a.stages(p);
      for (const double m : {1e4, 1e6}) {
        const double bound = lecture::pipelining_lemma(line, m, on);
        for (const int M : {1, 2, 5, 10, 50}) {
          const double t = time_of(name, {p, m, M});
          expect_equal(t, lecture::pipelined(line, m, M, on));
          EXPECT_GE(t * (1 + 1e-12), bound);
        }
        // The best whole number of pieces comes near the lemma's time.
        const int best = best_pieces(line, m, on, m);
        if (line.fill > line.interval && best > 8) {
          EXPECT_LE(lecture::pipelined(line, m, best, on), bound * 1.01);
        }
      }
    }
}

TEST(lecture, broadcasts_need_no_less_than_the_lower_bounds) {
  for (const algorithm* a : catalogue(collective::bcast))
    for (const int p : {2, 7, 16, 33}) {
      if (a->needs.power_of_two && !is_power_of_two(p)) continue;
      const double t = time_of("bcast." + std::string(a->name), {p, 8000, 4});
      EXPECT_GE(t * (1 + 1e-12), lecture::broadcast_bound(p, 8000, on)) << a->name << ", p = " << p;
    }
  for (const int M : {1, 3, 10})
    for (const int p : {2, 7, 16, 33, 200})
      expect_equal(time_of("bcast.circulant", {p, 3000.0 * M, M}),
                   lecture::pipelined_broadcast_rounds(p, M) * (on.alpha + on.beta * 3000));
}

double time_over_ports(const algorithm& a, const shape& s, int ports, network n = network{on}, int root = 0) {
  n.ports = ports;
  predict_options in;
  in.root = root;
  return predict(a, s, n, in).seconds;
}

TEST(lecture, broadcasts_over_several_ports_need_no_less_than_the_lower_bound) {
  for (const algorithm* a : catalogue(collective::bcast))
    for (const int p : {2, 7, 16, 27})
      for (const int ports : {2, 3}) {
        if (a->needs.power_of_two && !is_power_of_two(p)) continue;
        EXPECT_GE(time_over_ports(*a, {p, 80000, 4}, ports) * (1 + 1e-12),
                  lecture::broadcast_bound(p, 80000, on, ports))
            << a->name << ", p = " << p << ", ports = " << ports;
      }
  // Rounds alone: each process serves 3 others at once.
  EXPECT_EQ(time_over_ports(named("bcast.knomial4"), {64, 8, 1}, 3, network(machine{1, 0, 0})), 3);
  EXPECT_EQ(lecture::broadcast_bound(64, 8, {1, 0, 0}, 3), 3);
}

task to_one_over_all_ports(process& self, std::size_t n, int ports) {
  const buffer data(nullptr, n, byte_type);
  std::vector<transfer> parts;
  for (int i = 0; i < ports; ++i) {
    const buffer part = data.part(i, ports);
    parts.push_back(self.rank() == 0 ? transfer{.out = part, .to = 1} : transfer{.in = part, .from = 0});
  }
  co_await self.together(parts);
}

TEST(lecture, a_process_receives_over_its_ports_at_once) {
  // So with k ports beta m, which the slide has, is no lower bound, and beta m / k cannot be raised.
  for (const int ports : {1, 2, 4}) {
    network n{on};
    n.ports = ports;
    world w(2, n);
    w.without_data();
    w.run([ports](process& self) { return to_one_over_all_ports(self, 8000, ports); });
    expect_equal(w.time(), lecture::broadcast_bound(2, 8000, on, ports));
    if (ports > 1) {
      EXPECT_LT(w.time(), on.alpha + on.beta * 8000);
    }
  }
}

std::vector<topology_ptr> topologies_of_16() {
  return {linear_array(16), ring_of(16), mesh({4, 4}), torus({4, 4}), hypercube(4), switch_tree(16)};
}

TEST(lecture, broadcasts_hop_by_hop_need_no_less_than_the_distance) {
  for (const algorithm* a : catalogue(collective::bcast))
    for (const topology_ptr& t : topologies_of_16())
      for (const cost_model_ptr& model : {store_and_forward_model(on.alpha, 1 / on.beta),
                                          linear_model(on.alpha, on.beta, /*hop=*/on.alpha)})
        for (const int ports : {1, 2})
          for (const int root : {0, 6}) {
            network n;
            n.model = model;
            n.links = t;
            EXPECT_GE(time_over_ports(*a, {16, 80000, 4}, ports, n, root) * (1 + 1e-12),
                      lecture::broadcast_bound(16, 80000, on, ports, t.get(), root))
                << a->name << " from " << root << " on " << t->name() << ", ports = " << ports
                << (model->stores_and_forwards() ? ", stored and forwarded" : ", hop = alpha");
          }
}

TEST(lecture, the_distance_bounds_only_what_goes_hop_by_hop) {
  const topology_ptr array = linear_array(16);
  constexpr machine startups{on.alpha, 0, 0};
  const double farthest = lecture::broadcast_bound(16, 8, startups, 1, array.get());
  expect_equal(farthest, 15 * on.alpha);
  expect_equal(lecture::broadcast_bound(16, 8, startups, 1, array.get(), 6), 9 * on.alpha);
  network by_hop{startups}, through{startups};
  by_hop.model = linear_model(on.alpha, 0, on.alpha);
  by_hop.links = through.links = array;
  // Reached by the chain and by the binomial tree, whose messages go 8, 4, 2 and 1 links; and undercut by far
  // where a start-up is the same for near and far.
  for (const std::string_view name : {"bcast.chain", "bcast.binomial"})
    expect_equal(time_over_ports(named(name), {16, 8, 1}, 1, by_hop), farthest);
  expect_equal(time_over_ports(named("bcast.binomial"), {16, 8, 1}, 1, through), 4 * on.alpha);
  for (const int root : {-1, 16})
    EXPECT_THROW((void)lecture::broadcast_bound(16, 8, on, 1, array.get(), root), std::invalid_argument);
  EXPECT_THROW((void)lecture::broadcast_bound(17, 8, on, 1, array.get()), std::invalid_argument);
}

TEST(lecture, who_has_no_port_reaches_nobody) {
  EXPECT_EQ(lecture::broadcast_rounds(9, 2), 2);
  for (const int ports : {0, -1}) {
    EXPECT_THROW((void)lecture::broadcast_rounds(9, ports), std::invalid_argument);
    EXPECT_THROW((void)lecture::broadcast_bound(9, 8000, on, ports), std::invalid_argument);
    EXPECT_THROW((void)lecture::exchange_rounds(9, ports), std::invalid_argument);
    EXPECT_THROW((void)lecture::alltoall_direct_rounds(9, ports), std::invalid_argument);
    EXPECT_THROW((void)lecture::alltoall_volume_of_fewest_rounds(9, 8000, ports), std::invalid_argument);
    EXPECT_THROW((void)lecture::alltoall_bisection_rounds(9, *ring_of(9), ports), std::invalid_argument);
  }
}

// A run in rounds, `seconds` their number: every message takes 1, however long it is.
prediction in_rounds(const algorithm& a, int p, double block, int ports) {
  network n{machine{1, 0, 0}};
  n.ports = ports;
  return predict(a, {p, p * block, 4}, n);
}

constexpr double block = 1000;

TEST(lecture, exchanges_take_no_fewer_rounds_than_it_takes_to_reach_all) {
  for (const collective c : {collective::allgather, collective::alltoall})
    for (const algorithm* a : catalogue(c))
      for (const int p : {2, 7, 16, 33, 64})
        for (const int ports : {1, 2, 3}) {
          if (a->needs.power_of_two && !is_power_of_two(p)) continue;
          EXPECT_GE(in_rounds(*a, p, block, ports).seconds, lecture::exchange_rounds(p, ports))
              << name_of(c) << "." << a->name << ", p = " << p << ", ports = " << ports;
        }
  for (const int p : {2, 8, 64})
    for (const std::string_view name :
         {"allgather.recursive_doubling", "allgather.bruck", "alltoall.hypercube", "alltoall.bruck"})
      EXPECT_EQ(in_rounds(named(name), p, block, 1).seconds, lecture::exchange_rounds(p)) << name;
  for (const int p : {3, 7, 33, 100})
    for (const std::string_view name : {"allgather.bruck", "alltoall.bruck"})
      EXPECT_EQ(in_rounds(named(name), p, block, 1).seconds, lecture::exchange_rounds(p)) << name;
  EXPECT_EQ(in_rounds(named("allgather.bruck_radix4"), 64, block, 3).seconds,
            lecture::exchange_rounds(64, 3));
}

TEST(lecture, alltoalls_that_send_no_block_twice_meet_each_process) {
  for (const algorithm* a : catalogue(collective::alltoall))
    for (const int p : {2, 7, 16, 33})
      for (const int ports : {1, 2, 3}) {
        if (a->needs.power_of_two && !is_power_of_two(p)) continue;
        SCOPED_TRACE(std::string(a->name) + ", p = " + std::to_string(p) +
                     ", ports = " + std::to_string(ports));
        const prediction f = in_rounds(*a, p, block, ports);
        const auto exact =
            static_cast<std::size_t>(block) * static_cast<std::size_t>(p) * static_cast<std::size_t>(p - 1);
        EXPECT_GE(f.bytes, exact);
        if (f.bytes == exact) {
          EXPECT_GE(f.seconds, lecture::alltoall_direct_rounds(p, ports));
        }
      }
  for (const std::string_view name : {"direct", "batched", "one_factor", "xor", "leaders", "full_lane"}) {
    const prediction f = in_rounds(named("alltoall." + std::string(name)), 16, block, 1);
    EXPECT_EQ(f.seconds, lecture::alltoall_direct_rounds(16)) << name;
    EXPECT_EQ(static_cast<double>(f.most_bytes), 15 * block) << name;
    EXPECT_EQ(static_cast<double>(f.bytes), 16 * 15 * block) << name;
  }
  for (const int ports : {2, 3, 5})
    EXPECT_EQ(in_rounds(named("alltoall.batched"), 16, block, ports).seconds,
              lecture::alltoall_direct_rounds(16, ports));
}

TEST(lecture, alltoalls_of_the_fewest_rounds_send_what_the_trade_off_says) {
  for (const auto& [ports, sizes] :
       {std::pair{1, std::vector{2, 4, 16, 64}}, {2, {3, 9, 27}}, {3, {4, 16, 64}}})
    for (const int p : sizes) {
      const double volume = lecture::alltoall_volume_of_fewest_rounds(p, p * block, ports);
      int with_fewest = 0;
      for (const algorithm* a : catalogue(collective::alltoall)) {
        if (a->needs.power_of_two && !is_power_of_two(p)) continue;
        const prediction f = in_rounds(*a, p, block, ports);
        if (f.seconds > lecture::exchange_rounds(p, ports)) continue;
        ++with_fewest;
        EXPECT_GE(static_cast<double>(f.most_bytes) * (1 + 1e-12), ports * volume)
            << a->name << ", p = " << p << ", ports = " << ports;
      }
      EXPECT_TRUE(with_fewest > 0 || (ports > 1 && p > ports + 1)) << p;
    }
  for (const int p : {2, 8, 64})
    for (const std::string_view name : {"alltoall.hypercube", "alltoall.bruck"})
      expect_equal(static_cast<double>(in_rounds(named(name), p, block, 1).most_bytes),
                   lecture::alltoall_volume_of_fewest_rounds(p, p * block));
  // All at once over p - 1 ports.
  expect_equal(static_cast<double>(in_rounds(named("alltoall.batched"), 4, block, 3).most_bytes),
               3 * lecture::alltoall_volume_of_fewest_rounds(4, 4 * block, 3));
  for (const int p : {3, 12})
    EXPECT_THROW((void)lecture::alltoall_volume_of_fewest_rounds(p, 1), std::invalid_argument);
}

TEST(lecture, alltoalls_need_as_many_rounds_as_blocks_have_to_cross_a_link) {
  // Start-ups are free, and a block takes 1 on a link of its own: seconds are rounds.
  const auto run = [](const algorithm& a, const topology_ptr& links, int ports) {
    network n{machine{0, 1 / block, 0}};
    n.ports = ports;
    n.links = links;
    return predict(a, {16, 16 * block, 1}, n);
  };
  for (const algorithm* a : catalogue(collective::alltoall))
    for (const topology_ptr& t : topologies_of_16())
      for (const int ports : {1, 2}) {
        const prediction f = run(*a, t, ports);
        if (f.messages != 16 * 15) continue;  // not each block by itself
        EXPECT_GE(f.seconds * (1 + 1e-12), lecture::alltoall_bisection_rounds(16, *t, ports))
            << a->name << " on " << t->name() << ", ports = " << ports;
      }
  EXPECT_EQ(lecture::alltoall_bisection_rounds(16, *ring_of(16)), 8 * 8 / 2);
  EXPECT_EQ(lecture::alltoall_bisection_rounds(7, *linear_array(7)), 3 * 4);
  EXPECT_EQ(lecture::alltoall_bisection_rounds(7, *linear_array(7), 2), 3 * 4 / 2);
  EXPECT_EQ(lecture::alltoall_bisection_rounds(16, *fully_connected(16)), 15);
  expect_equal(run(named("alltoall.direct"), switch_tree(16), 1).seconds,
               lecture::alltoall_bisection_rounds(16, *switch_tree(16)));
  expect_equal(run(named("alltoall.xor"), hypercube(4), 1).seconds,
               lecture::alltoall_bisection_rounds(16, *hypercube(4)));
}

TEST(lecture, alltoall_needs_no_less_than_the_bisection_allows) {
  for (const algorithm* a : catalogue(collective::alltoall))
    for (const topology_ptr& t : {ring_of(16), mesh({4, 4}), torus({4, 4}), hypercube(4), switch_tree(16)}) {
      const double time = time_of("alltoall." + std::string(a->name), blocks_of(16, 1000), t);
      EXPECT_GE(time * (1 + 1e-12), lecture::alltoall_bisection_bound(16, 1000, on, *t))
          << a->name << " on " << t->name();
    }
}

TEST(lecture, bsp_charges_each_superstep_its_largest_relation) {
  // Binomial broadcast of 8 bytes among 8: three supersteps of 8-relations.
  trace t;
  predict_options in;
  in.record = &t;
  (void)predict(named("bcast.binomial"), {8, 8, 1}, network(machine{1, 0, 0}), in);
  const auto h = lecture::h_relations(t, 8);
  EXPECT_EQ(h, (std::vector<std::size_t>{8, 8, 8}));
  EXPECT_DOUBLE_EQ(lecture::bsp_seconds({.g = 2, .l = 5, .L = 3}, h), 3 * (16 + 5));
  EXPECT_DOUBLE_EQ(lecture::bsp_seconds({.g = 0.25, .l = 5, .L = 3}, h), 3 * (3 + 5));
  const lecture::bsp read = lecture::make_bsp("g=2ns, L=3us");
  EXPECT_DOUBLE_EQ(read.g, 2e-9);
  EXPECT_DOUBLE_EQ(read.L, 3e-6);
  EXPECT_EQ(read.l, 0);
  // A receiver of several counts all that it receives: a gather to one of 7 blocks of 10 in one superstep.
  trace several;
  for (int r = 1; r < 8; ++r)
    several.messages.push_back({.from = r, .to = 0, .bytes = 10, .start = 1e-9, .end = 1});
  several.messages.push_back({.from = 0, .to = 1, .bytes = 30, .start = 1, .end = 2});
  EXPECT_EQ(lecture::h_relations(several, 8), (std::vector<std::size_t>{70, 30}));
}

// The lecture notes "Collective operations in message-passing systems": store and forward, L + m/B for each
// hop.
constexpr double L = 3e-6, B = 4e9;
double hop(double bytes) { return L + bytes / B; }

double time_stored(std::string_view name, const shape& s, const topology_ptr& links) {
  network n;
  n.model = store_and_forward_model(L, B);
  n.links = links;
  return predict(named(name), s, n).seconds;
}

TEST(store_and_forward, broadcasts_on_a_fully_connected_network) {
  for (const int p : {2, 8, 64}) {
    expect_equal(time_stored("bcast.star", {p, 1000, 1}, {}), (p - 1) * hop(1000));
    expect_equal(time_stored("bcast.binomial", {p, 1000, 1}, {}), ceil_log2(p) * hop(1000));
  }
}

TEST(store_and_forward, broadcasts_on_a_ring_with_and_without_packets) {
  for (const int n : {2, 5, 16})
    for (const int r : {1, 2, 10})  // (n - 1)(L + m/B) and (n + r - 2)(L + m/r 1/B)
      expect_equal(time_stored("bcast.chain", {n, 1000, r}, ring_of(n)), (n + r - 2) * hop(1000.0 / r));
}

TEST(store_and_forward, a_binomial_tree_is_as_long_as_its_path) {
  // On a hypercube each message goes to a neighbour. On a ring or an array those of the longest chain go p/2,
  // p/4, ..., 1 links: as long as the chain of all processes, so that the tree gains nothing. On a square
  // mesh the same in each dimension: 2 (sqrt p - 1).
  for (const int side : {2, 4, 8}) {
    const int p = side * side;
    expect_equal(time_stored("bcast.binomial", {p, 1000, 1}, hypercube(ceil_log2(p))),
                 ceil_log2(p) * hop(1000));
    expect_equal(time_stored("bcast.binomial", {p, 1000, 1}, ring_of(p)), (p - 1) * hop(1000));
    expect_equal(time_stored("bcast.binomial", {p, 1000, 1}, linear_array(p)), (p - 1) * hop(1000));
    expect_equal(time_stored("bcast.binomial", {p, 1000, 1}, mesh({side, side})), 2 * (side - 1) * hop(1000));
    expect_equal(time_stored("reduce.binomial", {p, 1000, 1}, mesh({side, side})),
                 2 * (side - 1) * hop(1000));
  }
}

TEST(store_and_forward, allgathers_between_neighbours) {
  for (const int p : {4, 16, 64}) {
    expect_equal(time_stored("allgather.ring", blocks_of(p, 1000), ring_of(p)), (p - 1) * hop(1000));
    // Step i exchanges 2^i blocks with a neighbour: L log n + (n - 1) m / B.
    expect_equal(time_stored("allgather.recursive_doubling", blocks_of(p, 1000), hypercube(ceil_log2(p))),
                 ceil_log2(p) * L + (p - 1) * 1000 / B);
  }
}

TEST(store_and_forward, an_exchange_on_a_ring_meets_nobody_hop_by_hop) {
  // Step i sends 2^i blocks over a distance of 2^i. As whole routes, 2^i messages share each link (see
  // above). Hop by hop, all messages of one direction advance together, and no two are on one link at once.
  for (const int p : {4, 16}) {
    double expected = 0;
    for (int d = 1; d < p; d *= 2) expected += d * hop(1000.0 * d);
    expect_equal(time_stored("allgather.recursive_doubling", blocks_of(p, 1000), ring_of(p)), expected);
  }
}

TEST(log_p, scatter_trees_are_not_better_than_the_star) {
  const loggp m{.L = 6, .o = 2, .g = 4, .G = 4};
  const auto tree = lecture::loggp_scatter(m, 1, 20);
  for (int p = 2; p <= 20; ++p)
    EXPECT_GE(tree.time[static_cast<std::size_t>(p)] + 1e-12, lecture::logp_scatter_star(m, p, 1)) << p;
}

// The time of every algorithm, with start-ups, bytes and reductions together, against its price.
TEST(prices, time_is_no_more_than_the_price) {
  constexpr machine all{.alpha = 3e-6, .beta = 0.25e-9, .gamma = 0.125e-9};
  for (const algorithm* a : catalogue())
    for (const int p : {2, 7, 16, 48}) {
      if (is_neighbourhood(a->of)) continue;  // proofs on graphs compare these
      if (a->needs.power_of_two && !is_power_of_two(p)) continue;
      const shape s{
          .p = p, .bytes = a->of == collective::barrier ? 0 : 5040.0 * 4 * p, .pieces = a->stages ? 4 : 1};
      SCOPED_TRACE(std::string(name_of(a->of)) + "." + std::string(a->name) + ", p = " + std::to_string(p));
      const double time = predict(*a, s, network(all)).seconds;
      EXPECT_LE(time, a->price(s).seconds(all) * (1 + 1e-11))
          << name_of(a->of) << "." << a->name << ", p = " << p;
    }
}

}  // namespace
}  // namespace tutti
