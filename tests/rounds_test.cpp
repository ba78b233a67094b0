// The characteristic numbers of rounds and volumes of algorithms, for every p: counted on processes without
// data.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <string>

#include "algorithms/shapes/bine_butterfly.hpp"
#include "algorithms/shapes/halvings.hpp"
#include "algorithms/shapes/swing_torus.hpp"
#include "algorithms/shapes/two_fibonacci_trees.hpp"
#include "tutti/engine/predict.hpp"
#include "whole_range.hpp"

namespace tutti {
namespace {

const machine rounds_only{.alpha = 1, .beta = 0, .gamma = 0}, bytes_only{.alpha = 0, .beta = 1, .gamma = 0};

prediction count(collective c, const char* name, const shape& s, const machine& on = rounds_only,
                 int root = 0) {
  predict_options in;
  in.root = root;
  return predict(*find(c, name), s, network(on), in);
}

// A process sends to `partners` partners and no others, and agrees on that in ceil(log2 p) rounds.
TEST(SparseAlltoall, SendsToPartnersOnly) {
  constexpr std::size_t block = 10;
  for (const int p : {2, 3, 17, 64, 100})
    for (const int partners : {1, 2, 7, p - 1}) {
      if (partners >= p) continue;
      const shape s{.p = p, .bytes = static_cast<double>(block * static_cast<std::size_t>(partners))};
      predict_options in{.straight_beyond = 0, .partners = partners};
      const auto processes = static_cast<std::size_t>(p), each = static_cast<std::size_t>(partners);
      for (const collective c : {collective::alltoallv, collective::alltoallw}) {
        const prediction batched = predict(*find(c, "batched"), s, network(rounds_only), in);
        EXPECT_EQ(batched.messages, processes * each) << p;
        EXPECT_EQ(batched.bytes, processes * each * block) << p;
        EXPECT_EQ(batched.most_messages, each) << p;
        const prediction sparse = predict(*find(c, "sparse"), s, network(rounds_only), in);
        EXPECT_EQ(sparse.most_messages, each + static_cast<std::size_t>(ceil_log2(p))) << p;
      }
      const prediction empty =
          predict(*find(collective::alltoallv, "sparse"), {.p = p, .bytes = 0}, network(rounds_only), in);
      EXPECT_EQ(empty.seconds, ceil_log2(p)) << p;
    }
}

// To one other process a labelled block would travel as far, behind two more messages and with two copies.
TEST(SparseAlltoall, SendsLongBlocksToOneProcessStraight) {
  const predict_options in{.straight_beyond = 1024};
  for (const collective c : {collective::alltoallv, collective::alltoallw}) {
    const prediction sparse =
        predict(*find(c, "sparse"), {.p = 2, .bytes = 1 << 20}, network(rounds_only), in);
    EXPECT_EQ(sparse.most_messages, 2);
  }
}

TEST(SparseAlltoall, NeedsPartnersThatThereAre) {
  const algorithm& a = *find(collective::alltoallv, "batched");
  EXPECT_THROW(predict(a, {.p = 4, .bytes = 8}, network(rounds_only), {.partners = 4}),
               std::invalid_argument);
  EXPECT_THROW(predict(a, {.p = 4, .bytes = 8}, network(rounds_only), {.partners = -1}),
               std::invalid_argument);
  EXPECT_THROW(
      predict(*find(collective::bcast, "chain"), {.p = 4, .bytes = 8}, network(rounds_only), {.partners = 2}),
      std::invalid_argument);
}

// Blocks of one byte, from two roots.
void expect_optimal_rounds(const char* name, int pieces) {
  for (int p = 2; p <= 1024; p = next_p(p, 130, 31))
    for (const int root : {0, 2 * p / 3})
      ASSERT_EQ(count(collective::bcast, name, {p, 1.0 * pieces, pieces}, rounds_only, root).seconds,
                pieces - 1 + ceil_log2(p))
          << "p = " << p << ", M = " << pieces << ", root " << root;
}

TEST(rounds, broadcasts_of_many_blocks_are_optimal) {
  for (const char* name : {"jia", "circulant"})
    for (const int pieces : {1, 2, 7, 20}) {
      SCOPED_TRACE(name);
      expect_optimal_rounds(name, pieces);
    }
}

TEST(rounds, bruck_allgather_and_census_allreduce_need_the_logarithm) {
  for (int p = 1; p <= 1024; p = next_p(p, 260, 9)) {
    ASSERT_EQ(count(collective::allgather, "bruck", {p, 8.0 * p}).seconds, ceil_log2(p)) << "p = " << p;
    ASSERT_EQ(count(collective::allreduce, "census", {p, 8}).seconds, ceil_log2(p)) << "p = " << p;
  }
}

TEST(rounds, bruck_alltoall_in_parts_needs_the_logarithm_for_any_p) {
  for (int p = 1; p <= 300; ++p)
    ASSERT_EQ(count(collective::alltoall, "bruck_datatypes", {p, 8.0 * p}).seconds, ceil_log2(p))
        << "p = " << p;
}

TEST(rounds, circulant_reduce_scatter_sends_all_blocks_but_one_in_the_logarithm) {
  constexpr int block = 8;
  for (int p = 1; p <= 1024; p = next_p(p, 260, 9)) {
    const shape s{p, 1.0 * block * p};
    const auto at = count(collective::reduce_scatter_block, "circulant", s);
    ASSERT_EQ(at.seconds, ceil_log2(p)) << "p = " << p;
    // All processes send as much as the one that sends most, and the critical path is no longer than that.
    ASSERT_EQ(at.most_bytes, static_cast<std::size_t>(block * (p - 1))) << "p = " << p;
    ASSERT_EQ(at.bytes, at.most_bytes * static_cast<std::size_t>(p)) << "p = " << p;
    ASSERT_EQ(count(collective::reduce_scatter_block, "circulant", s, bytes_only).seconds, block * (p - 1.0));
  }
}

TEST(rounds, one_factors_of_an_even_number_are_one_less) {
  for (int p = 2; p <= 160; ++p)
    ASSERT_EQ(count(collective::alltoall, "one_factor", {p, 8.0 * p}).seconds, p % 2 == 0 ? p - 1 : p)
        << "p = " << p;
}

// Two rounds a block, where a single tree needs three. With many blocks the price is exact, except with an
// odd number of blocks and p = 4 i + 3: then one round less.
TEST(rounds, scans_on_two_trees_take_two_rounds_a_block) {
  for (const collective c : {collective::scan, collective::exscan})
    for (int p = 2; p <= 1024; p += p < 130 ? 1 : 61)
      for (const int pieces : {1, 20, 21}) {
        const shape s{p, 8.0 * pieces, pieces};
        const double price = find(c, "two_tree")->price(s).rounds;
        const double counted = count(c, "two_tree", s).seconds;
        const int less = p > 3 && p % 4 == 3 && pieces % 2 != 0 ? 1 : 0;
        if (pieces == 1)
          ASSERT_LE(counted, price) << "p = " << p;
        else
          ASSERT_EQ(counted, price - less) << "p = " << p << ", M = " << pieces;
      }
  // Written out: p, M, rounds; of complete trees of the other kind 3 (M - 1) + 4 floor(log2 p) - 1.
  for (const auto& [p, pieces, rounds] :
       {std::array{4, 20, 42}, {8, 20, 46}, {16, 20, 50}, {32, 20, 54}, {31, 20, 55}, {63, 20, 59}})
    EXPECT_EQ(count(collective::scan, "two_tree", {p, 8.0 * pieces, pieces}).seconds, rounds) << "p = " << p;
  EXPECT_EQ(count(collective::scan, "binary_tree", {31, 160, 20}).seconds, 72);
}

// A block a round after fill(p) rounds, for any p and both parities of M; about 1.44 log2 p, where two binary
// trees take 2 log2 p.
TEST(rounds, two_fibonacci_trees_have_the_first_block_sooner_than_two_binary_trees) {
  for (const collective c : {collective::bcast, collective::reduce})
    for (int p = 2; p <= 6000; p += p < 150 ? 1 : 577)
      for (const int pieces : {1, 6, 7}) {
        const shape s{p, 8.0 * pieces, pieces};
        const double rounds = find(c, "two_fibonacci")->price(s).rounds;
        ASSERT_EQ(count(c, "two_fibonacci", s, rounds_only, p / 2).seconds, rounds) << "p = " << p;
        ASSERT_EQ(rounds, two_fibonacci_trees::fill(p) - 1 + pieces);
        ASSERT_LE(rounds, find(c, "two_tree")->price(s).rounds + (p < 5 ? 1 : 0)) << "p = " << p;
      }
  // Written out: the largest p for each fill.
  for (const auto& [p, fill] : {std::array{2, 1},
                                {3, 2},
                                {5, 3},
                                {7, 4},
                                {12, 5},
                                {18, 6},
                                {30, 7},
                                {47, 8},
                                {77, 9},
                                {200, 11},
                                {1365, 15}}) {
    EXPECT_EQ(two_fibonacci_trees::fill(p), fill);
    EXPECT_EQ(two_fibonacci_trees::fill(p + 1), fill + 1);
  }
  static_assert(two_fibonacci_trees::fill(1 << 30) == 44);
}

// The reduction to a power of two takes no round more than ceil(log2 p) in each direction, and at most half a
// vector more.
TEST(rounds, elimination_sends_less_than_folding) {
  constexpr int count_of = 1024 * 8;
  for (int p = 2; p <= 1024; p += p < 200 ? 1 : 9) {
    const shape s{p, count_of};
    const auto at = count(collective::allreduce, "butterfly_elimination", s);
    ASSERT_EQ(at.seconds, 2 * ceil_log2(p)) << "p = " << p;
    const double members = 1 << floor_log2(p), odd_after = p & -p;
    const double twice = 2 * (members - 1) / members + (is_power_of_two(p) ? 0 : 1 / odd_after);
    const double sent = count(collective::allreduce, "butterfly_elimination", s, bytes_only).seconds;
    ASSERT_EQ(sent, twice * count_of) << "p = " << p;
    ASSERT_LT(sent, 3 * count_of) << "p = " << p;
    const double folded = count(collective::allreduce, "butterfly", s, bytes_only).seconds;
    if (is_power_of_two(p))
      ASSERT_EQ(sent, folded) << "p = " << p;
    else
      ASSERT_LE(sent, folded - count_of) << "p = " << p;
  }
}

// All ports of the root are always in use, for each of M pieces.
TEST(rounds, pipelined_stars_use_all_ports) {
  for (const collective c : {collective::gather, collective::scatter})
    for (const int p : {2, 5, 16, 33, 64, 100})
      for (const int ports : {1, 2, 4})
        for (const int pieces : {1, 3}) {
          network net(rounds_only);
          net.ports = ports;
          const shape s{p, 24.0 * p, pieces};
          const double rounds = predict(*find(c, "pipelined_star"), s, net, predict_options{}).seconds;
          ASSERT_EQ(rounds, (p - 1 + ports - 1) / ports * pieces)
              << name_of(c) << ", p = " << p << ", " << ports << " ports, M = " << pieces;
        }
}

// Algorithms for two ports, for three, and for any k, with the factor of ceil(log_(k+1) p).
struct over_ports {
  collective of;
  const char *two, *three, *any;
  int times = 1;
};
constexpr over_ports for_several_ports[] = {
    {collective::bcast, "knomial3", "knomial4", "knomial_ported"},
    {collective::reduce, "knomial3", "knomial4", "knomial_ported"},
    {collective::gather, "knomial3", "knomial", "knomial_ported"},
    {collective::scatter, "knomial3", "knomial", "knomial_ported"},
    {collective::allgather, "bruck_radix3", "bruck_radix4", "bruck_ported"},
    {collective::allgatherv, "bruck_radix3", "bruck_radix4", "bruck_ported"},
    {collective::alltoall, nullptr, "bruck_radix4", "bruck_ported"},
    {collective::reduce_scatter, "circulant_radix3", "circulant_radix4", "circulant_ported"},
    {collective::reduce_scatter_block, "circulant_radix3", "circulant_radix4", "circulant_ported"},
    {collective::allreduce, "census_radix3", "census_radix4", "census_ported"},
    {collective::allreduce, "trivance", nullptr, nullptr},
    {collective::allreduce, "circulant_radix3", "circulant_radix4", "circulant_ported", 2},
    {collective::scan, "hillis_steele_radix3", "hillis_steele_radix4", "hillis_steele_ported"},
    {collective::exscan, "hillis_steele_radix3", "hillis_steele_radix4", "hillis_steele_ported"},
};

TEST(rounds, on_k_ports_are_the_logarithm_to_base_k_plus_1_for_any_p) {
  const auto check = [](const over_ports& a, const char* name, int ports, int most) {
    network net(rounds_only);
    net.ports = ports;
    for (int p = 1; p <= most; p += p < 130 ? 1 : 53)
      ASSERT_EQ(predict(*find(a.of, name), {p, 8.0 * p}, net, predict_options{}).seconds,
                a.times * ceil_log(p, ports + 1))
          << name_of(a.of) << "." << name << ", p = " << p << ", " << ports << " ports";
  };
  for (const over_ports& a : for_several_ports) {
    if (a.two) check(a, a.two, 2, 1024);
    if (a.three) check(a, a.three, 3, 1024);
    for (const int ports : {1, 2, 3, 4, 5, 6, 7, 12})
      if (a.any) check(a, a.any, ports, 350);
  }
}

// From any root, since a tree of unequal parts may be deeper from some.
TEST(rounds, of_trees_on_k_ports_are_the_logarithm_from_any_root) {
  for (const collective c : {collective::bcast, collective::reduce, collective::gather, collective::scatter})
    for (const int ports : {1, 2, 4, 5, 6})
      for (int p = 1; p <= 64; ++p) {
        network net(rounds_only);
        net.ports = ports;
        predict_options in;
        double most = 0;
        for (in.root = 0; in.root < p; ++in.root)
          most = std::max(most, predict(*find(c, "knomial_ported"), {p, 8.0 * p}, net, in).seconds);
        ASSERT_EQ(most, ceil_log(p, ports + 1)) << name_of(c) << ", p = " << p << ", " << ports << " ports";
      }
}

// More ports than processes: all others at once.
TEST(rounds, ports_without_number_make_one_round) {
  network net(rounds_only);
  net.ports = 1 << 30;
  for (const over_ports& a : for_several_ports) {
    if (!a.any) continue;
    EXPECT_EQ(predict(*find(a.of, a.any), {300, 2400}, net, predict_options{}).seconds, a.times)
        << name_of(a.of) << "." << a.any;
  }
}

TEST(rounds, trivance_crosses_fewer_links_of_a_ring_than_census) {
  for (const int p : {9, 27, 81}) {
    network net(machine{.alpha = 0, .beta = 1, .gamma = 0});
    net.ports = 2;
    net.links = torus({p});
    const auto seconds = [&](const char* name) {
      return predict(*find(collective::allreduce, name), {p, 8.0}, net, predict_options{}).seconds;
    };
    EXPECT_LT(1.4 * seconds("trivance"), seconds("census_radix3")) << "p = " << p;
  }
}

// Each process sends all blocks but one. A port carries little more than its share: in a round at most the
// longest message, of skip[k] blocks.
TEST(rounds, circulant_graphs_on_k_ports_send_all_blocks_but_one) {
  const auto check = [](collective c, const char* name, int ports) {
    network net(bytes_only);
    net.ports = ports;
    for (int p = 2; p <= 1024; p += p < 130 ? 1 : 53) {
      const auto at = predict(*find(c, name), {p, 8.0 * p}, net, predict_options{});
      ASSERT_EQ(at.most_bytes, 8 * static_cast<std::size_t>(p - 1)) << name << ", p = " << p;
      ASSERT_EQ(at.bytes, at.most_bytes * static_cast<std::size_t>(p)) << name << ", p = " << p;
      if (c == collective::reduce_scatter_block) {
        ASSERT_LE(at.seconds, 8 * ((p - 1.0) / ports + ceil_log(p, ports + 1))) << name << ", p = " << p;
      }
    }
  };
  check(collective::reduce_scatter_block, "circulant", 1);
  check(collective::reduce_scatter_block, "circulant_radix3", 2);
  check(collective::reduce_scatter_block, "circulant_radix4", 3);
  for (const int ports : {1, 5, 12}) {
    check(collective::reduce_scatter_block, "circulant_ported", ports);
    check(collective::allgather, "bruck_ported", ports);
  }
}

// The distances of partners in negabinary ranks are (1 - (-2)^k) / 3.
TEST(rounds, partners_in_bine_trees_are_as_far_as_in_negabinary_ranks) {
  for (int q = 1; q <= 12; ++q) {
    const int p = 1 << q, root = p / 3;
    for (int rank = 0; rank < p; ++rank) {
      const halvings tree(rank, p, root, third_of_half);
      int k = tree.count;  // the part that a process is head of has 2^k ranks
      for (const int child : tree.children()) {
        const int power = 1 << k, expected = (k % 2 == 0 ? power - 1 : power + 1) / 3;
        ASSERT_EQ(std::abs(child - rank), expected) << "p = " << p << ", rank " << rank;
        --k;
      }
    }
  }
}

// The rank distances of the partners of an allgather, around the ring. (If p is a little more than a power of
// two, the partners of the last step are near in a hypercube, too.)
TEST(rounds, partners_in_the_butterfly_of_bine_trees_are_nearer_than_in_a_hypercube) {
  for (const int p : {16, 64, 100, 560, 1000, 1024}) {
    const bine_butterfly all(p);
    double near = 0, far = 0;
    for (int step = 0; step < all.steps(); ++step)
      for (int rank = 0; rank < p; ++rank) {
        const int partner = all.partner(rank, step);
        ASSERT_EQ(all.partner(partner, step), rank);
        const int apart = std::abs(rank - partner);
        near += std::min(apart, p - apart);
        far += std::min(1 << step, p - (1 << step));
      }
    if (is_power_of_two(p)) {
      EXPECT_LT(near, 0.68 * far) << "p = " << p;
    }
    std::cout << "p = " << p << ": distance a process " << far / p << " and " << near / p << '\n';
  }
}

// On a torus with a place for each process: the links that messages cross, by the bytes that they carry.
TEST(rounds, partners_of_swing_are_nearer_on_a_torus_than_those_of_a_hypercube) {
  for (const int q : {4, 6, 8, 10}) {
    const int p = 1 << q;
    const mesh_shape shape(p);
    const auto on = torus({shape.rows, shape.columns});
    const swing_torus swing(shape);
    double near = 0, far = 0;
    std::vector<int> route;
    for (int step = 0; step < q; ++step)
      for (int rank = 0; rank < p; ++rank) {
        const auto hops = [&](int partner) {
          route.clear();
          on->route(rank, partner, route);
          return static_cast<double>(route.size());
        };
        ASSERT_EQ(swing.partner(swing.partner(rank, step), step), rank);
        near += hops(swing.partner(rank, step)) / (2 << step);
        far += hops(rank ^ (1 << step)) / (2 << step);
      }
    EXPECT_LT(near, 0.8 * far) << "p = " << p;
    std::cout << "p = " << p << ": hops a process " << far / p << " and " << near / p << '\n';
  }
}

// All messages of a broadcast: their rank distances, and the number of messages that leave a group of
// consecutive ranks, the first of which may be cut short.
TEST(rounds, bine_trees_cross_fewer_links) {
  struct sum {
    double distance = 0, leaving = 0;
  };
  constexpr int group = 48;
  const auto add = [](sum& of, int a, int b) {
    of.distance += std::abs(a - b);
    for (int offset = 0; offset < group; ++offset) of.leaving += (a + offset) / group != (b + offset) / group;
  };
  for (const int p : {100, 129, 560, 1000, 1024})
    for (const int root : {0, p / 3, p / 2}) {
      sum bine, binomial;
      for (int rank = 0; rank < p; ++rank) {
        const halvings tree(rank, p, root, third_of_half);
        for (const int child : tree.children()) add(bine, rank, child);
        const int v = relative_rank(rank, root, p);
        if (v > 0) add(binomial, absolute_rank(v & (v - 1), root, p), rank);
      }
      EXPECT_LT(bine.distance, 0.85 * binomial.distance) << "p = " << p << ", root " << root;
      EXPECT_LT(bine.leaving, 0.85 * binomial.leaving) << "p = " << p << ", root " << root;
      std::cout << "p = " << p << ", root " << root << ": distance a process " << binomial.distance / p
                << " and " << bine.distance / p << ", leaving " << binomial.leaving / group << " and "
                << bine.leaving / group << '\n';
    }
}

}  // namespace
}  // namespace tutti
