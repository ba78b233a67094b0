// Broadcast trees on the machines they are made for: the LogP tree takes the time of the dynamic
// programme, and k-nomial trees take ceil(log_{k+1} p) rounds with k ports.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/gather/gather.hpp"
#include "algorithms/reduce/reduce.hpp"
#include "algorithms/scatter/scatter.hpp"
#include "algorithms/shapes/loggp_tree.hpp"
#include "algorithms/shapes/narrow_postal_tree.hpp"
#include "algorithms/shapes/postal_tree.hpp"
#include "machine/logp_levels.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/model/logp_trees.hpp"

namespace tutti {
namespace {

// T(n) = min over i of max(gap + T(n - i), delivery + T(i)), for n = 1 .. p, literally.
std::vector<double> dynamic_programme(int p, double gap, double delivery) {
  std::vector<double> t(static_cast<std::size_t>(p) + 1);
  for (std::size_t n = 2; n < t.size(); ++n) {
    t[n] = 1e300;
    for (std::size_t i = 1; i < n; ++i) t[n] = std::min(t[n], std::max(gap + t[n - i], delivery + t[i]));
  }
  return t;
}

// Of the two that run one tree down and up.
double time_of_logp_tree(collective of, int p, int root, std::size_t bytes, const loggp& on,
                         network n = network(machine{.alpha = 1, .beta = 0, .gamma = 0})) {
  const loggp_levels levels{.within = {}, .between = {on}};
  world w(p, n);
  std::vector<std::byte> data(static_cast<std::size_t>(p) * bytes), result(bytes);
  w.run([&](process& self) {
    const buffer mine(data.data() + static_cast<std::size_t>(self.rank()) * bytes, bytes, byte_type);
    if (of == collective::bcast) return bcast_logp_tree(self, mine, root, levels);
    return reduce_logp_tree(self, mine, buffer(result.data(), bytes, byte_type), operation{}, root, levels);
  });
  return w.time();
}

network loggp_network(const loggp& on) {
  network n;
  n.model = loggp_model(on);
  return n;
}

TEST(logp_tree,
     takes_the_time_of_the_dynamic_programme_where_small_numbers_have_the_ratio_of_delivery_and_gap) {
  // delivery / gap is 1, 2, 3, 4, 7, 20, 5/2, 4/3 for one byte; the last one's is 5 for one byte and 3 for
  // five.
  for (const loggp& on :
       {loggp{.L = 0, .o = 1, .g = 2}, loggp{.L = 2, .o = 1, .g = 2}, loggp{.L = 1, .o = 1, .g = 1},
        loggp{.L = 2, .o = 1, .g = 1}, loggp{.L = 10, .o = 2, .g = 1}, loggp{.L = 40, .o = 0, .g = 2},
        loggp{.L = 6, .o = 2, .g = 4}, loggp{.L = 2, .o = 1, .g = 3},
        loggp{.L = 6, .o = 2, .g = 1, .G = 0.5}}) {
    for (std::size_t bytes : {std::size_t{1}, std::size_t{5}}) {
      const double train = static_cast<double>(bytes - 1) * on.G;
      const double gap = std::max(on.g, on.o) + train, delivery = on.L + 2 * on.o + train;
      const loggp_levels levels{.within = {}, .between = {on}};
      const postal_times times = postal_times_of(levels, levels.between, static_cast<double>(bytes), 1000);
      if (std::abs(delivery * times.gap - gap * times.delivery) > 1e-9) continue;
      const std::vector<double> best = dynamic_programme(150, gap, delivery);
      for (int p = 1; p <= 150; ++p)
        ASSERT_DOUBLE_EQ(time_of_logp_tree(collective::bcast, p, p / 2, bytes, on, loggp_network(on)),
                         best[static_cast<std::size_t>(p)])
            << "p = " << p << ", " << bytes << " bytes, L = " << on.L << ", o = " << on.o << ", g = " << on.g;
    }
  }
}

TEST(logp_tree, is_next_to_the_dynamic_programme_otherwise) {
  for (const loggp& on : {loggp{.L = 1.5, .o = 0.4, .g = 0.5}, loggp{.L = 3.3, .o = 0.2, .g = 1}}) {
    const std::vector<double> best = dynamic_programme(150, on.g, on.L + 2 * on.o);
    for (int p = 2; p <= 150; ++p) {
      const double time = time_of_logp_tree(collective::bcast, p, 0, 1, on, loggp_network(on));
      EXPECT_GE(time, best[static_cast<std::size_t>(p)] - 1e-9) << "p = " << p;
      EXPECT_LE(time, 1.02 * best[static_cast<std::size_t>(p)]) << "p = " << p;
    }
  }
}

// On a network in which a message occupies both its ends, whichever machine the tree was made for: from the
// binomial tree to the star.
TEST(logp_tree, takes_the_rounds_of_its_price_down_and_up_for_any_root) {
  for (const double delay : {1, 2, 3, 5, 9, 1000}) {
    const loggp on{.L = delay, .o = 0, .g = 1};
    const loggp_levels levels{.within = {}, .between = {on}};
    for (int p = 1; p <= 70; ++p)
      for (const int root : {0, p / 3, p / 2, p - 1})
        for (const collective c : {collective::bcast, collective::reduce})
          ASSERT_EQ(time_of_logp_tree(c, p, root, 8, on),
                    find(c, "logp_tree")->price({.p = p, .bytes = 8, .logp = &levels}).rounds)
              << name_of(c) << ", p = " << p << ", root " << root << ", delay " << delay;
  }
}

// The time of the first of several messages in a tree with at most d children, and that of the others:
// literally, T_k(n) = min over i of max(gap + T_{k-1}(n - i), delivery + T_d(i)), T_0(1) = 0, k more children
// of the root.
std::vector<double> narrow_dynamic_programme(int p, int d, double gap, double delivery) {
  const auto n = static_cast<std::size_t>(p) + 1, degree = static_cast<std::size_t>(d);
  std::vector<std::vector<double>> t(degree + 1, std::vector<double>(n, 1e300));
  for (auto& of : t) of[1] = 0;
  for (std::size_t m = 2; m < n; ++m)
    for (std::size_t k = 1; k <= degree; ++k)
      for (std::size_t i = 1; i < m; ++i)
        t[k][m] = std::min(t[k][m], std::max(gap + t[k - 1][m - i], delivery + t[degree][i]));
  return t[degree];
}

double time_of_pieces(int p, int root, int pieces, const loggp& on,
                      network n = network(machine{.alpha = 1, .beta = 0, .gamma = 0})) {
  const loggp_levels levels{.within = {}, .between = {on}};
  const auto bytes = static_cast<std::size_t>(pieces);
  world w(p, n);
  std::vector<std::byte> data(static_cast<std::size_t>(p) * bytes);
  w.run([&](process& self) {
    const buffer mine(data.data() + static_cast<std::size_t>(self.rank()) * bytes, bytes, byte_type);
    return bcast_logp_pipeline(self, mine, root, pieces, levels);
  });
  return w.time();
}

// A gap is long enough to receive and to send. Each piece is one byte, gap and delivery have the ratio
// of small numbers.
TEST(logp_pipeline, takes_the_time_of_the_best_tree_with_few_children) {
  for (const loggp& on :
       {loggp{.L = 0, .o = 1, .g = 2}, loggp{.L = 2, .o = 1, .g = 2}, loggp{.L = 6, .o = 2, .g = 4},
        loggp{.L = 2, .o = 1, .g = 3}, loggp{.L = 10, .o = 1, .g = 2}, loggp{.L = 40, .o = 0, .g = 2}}) {
    constexpr int most = 60;
    const double delivery = on.L + 2 * on.o;
    std::vector<std::vector<double>> first(1);
    for (int d = 1; d <= narrow_postal_tree::most_children; ++d)
      first.push_back(narrow_dynamic_programme(most, d, on.g, delivery));
    const lecture::logp_tree free = lecture::logp_broadcast(on, most);
    for (int p = 2; p <= most; p += p < 20 ? 1 : 9)
      for (const int pieces : {2, 3, 5, 40}) {
        const auto n = static_cast<std::size_t>(p);
        double best = 1e300;
        for (std::size_t d = 1; d < first.size(); ++d)
          best = std::min(best, first[d][n] + (pieces - 1) * static_cast<double>(d) * on.g);
        const double time = time_of_pieces(p, p / 2, pieces, on, loggp_network(on));
        ASSERT_DOUBLE_EQ(time, best) << "p = " << p << ", M = " << pieces << ", L = " << on.L;
        // The root needs a gap for each piece, and the last one is then to be broadcast.
        ASSERT_GE(time, (pieces - 1) * on.g + free.time[n] - 1e-9);
      }
  }
}

TEST(logp_pipeline, takes_the_rounds_of_its_price_for_any_root_and_any_machine) {
  for (const double delay : {0, 1, 2, 3, 5, 9, 1000}) {
    const loggp on{.L = delay, .o = 0.5, .g = 1};
    const loggp_levels levels{.within = {}, .between = {on}};
    for (int p = 2; p <= 200; p += p < 70 ? 1 : 37)
      for (const int pieces : {2, 3, 20})
        ASSERT_EQ(time_of_pieces(p, p / 3, pieces, on),
                  find(collective::bcast, "logp_pipeline")
                      ->price({.p = p, .bytes = 1.0 * pieces, .pieces = pieces, .logp = &levels})
                      .rounds)
            << "p = " << p << ", M = " << pieces << ", delay " << delay;
  }
}

// Of scatter.logp_tree or gather.logp_tree with blocks of k bytes.
double time_of_blocks(collective of, int p, int root, std::size_t k, const loggp& on,
                      network n = network(machine{.alpha = 1, .beta = 0, .gamma = 0})) {
  const loggp_levels levels{.within = {}, .between = {on}};
  world w(p, n);
  std::vector<std::byte> all(static_cast<std::size_t>(p) * k), own(all.size());
  w.run([&](process& self) {
    const bool is_root = self.rank() == root;
    const buffer mine(own.data() + static_cast<std::size_t>(self.rank()) * k, k, byte_type);
    const blocks at_root = is_root ? blocks::regular(all.data(), k, byte_type, p) : blocks{};
    return of == collective::scatter ? scatter_logp_tree(self, at_root, mine, root, levels)
                                     : gather_logp_tree(self, mine, at_root, root, levels);
  });
  return w.time();
}

TEST(logp_tree, scatters_and_gathers_in_the_time_of_the_recurrence) {
  for (const loggp& on :
       {loggp{.L = 6, .o = 2, .g = 4}, loggp{.L = 6, .o = 2, .g = 4, .G = 0.25},
        loggp{.L = 20, .o = 1, .g = 1, .G = 1}, loggp{.L = 1, .o = 1, .g = 1, .G = 0.125},
        loggp{.L = 1.2, .o = 0.4, .g = 0.5, .G = 0.0004}, loggp{.L = 100, .o = 0.5, .g = 2, .G = 0.01}})
    for (const int k : {1, 5, 300}) {
      const lecture::logp_tree best = lecture::loggp_scatter(on, k, 130);
      for (int p = 1; p <= 130; p += p < 20 ? 1 : 11)
        for (const int root : {0, p / 2, p - 1})
          for (const collective c : {collective::scatter, collective::gather}) {
            const double time =
                time_of_blocks(c, p, root, static_cast<std::size_t>(k), on, loggp_network(on));
            EXPECT_NEAR(time, best.time[static_cast<std::size_t>(p)], 1e-9 * time)
                << name_of(c) << ", p = " << p << ", root " << root << ", " << k << " bytes, L = " << on.L;
          }
    }
}

TEST(logp_tree, scatters_and_gathers_in_the_rounds_of_its_price_for_any_root) {
  for (const double delay : {0.5, 1., 2., 3., 5., 9., 1000.})
    for (const double G : {0., 0.01, 1.}) {
      const loggp on{.L = delay, .o = 0, .g = 1, .G = G};
      const loggp_levels levels{.within = {}, .between = {on}};
      for (int p = 1; p <= 70; ++p)
        for (const int root : {0, p / 3, p - 1})
          for (const collective c : {collective::scatter, collective::gather})
            ASSERT_EQ(time_of_blocks(c, p, root, 8, on),
                      find(c, "logp_tree")->price({.p = p, .bytes = 8.0 * p, .logp = &levels}).rounds)
                << name_of(c) << ", p = " << p << ", root " << root << ", delay " << delay << ", G = " << G;
    }
}

TEST(logp_tree, halves_what_is_too_large_for_its_table) {
  constexpr int p = loggp_tree::most_split + 100;
  const loggp on{.L = 6, .o = 2, .g = 4, .G = 0.25};
  EXPECT_EQ(loggp_tree(p, 1, {.between = {on}}).first(p), p / 2);
  const lecture::logp_tree best = lecture::loggp_scatter(on, 1, p);
  const double time = time_of_blocks(collective::scatter, p, 3, 1, on, loggp_network(on));
  EXPECT_GE(time, best.time.back());
  EXPECT_LE(time, best.time.back() + 2 * on.o + on.L + p * on.G);
}

// Deliveries in gaps.
double delay_on(const network& on, bool one_node, double bytes, int n) {
  const loggp_levels levels = logp_levels_of(on, one_node);
  const postal_times times = postal_times_of(levels, levels.between, bytes, n);
  return static_cast<double>(times.delivery) / times.gap;
}

// Nodes of four processes: 8 us between them and 1 us within, 1 ns a byte.
TEST(logp_tree, is_made_for_the_network) {
  network on;
  on.model = hierarchical_model(
      {{.size = 4, .alpha = 1e-6, .beta = 1e-9}, {.size = 4, .alpha = 8e-6, .beta = 1e-9}});
  EXPECT_EQ(delay_on(on, false, 8, 100), 1) << "a message occupies both its ends: the binomial tree";
  on.overhead = 0.5e-6;
  EXPECT_EQ(delay_on(on, false, 0, 100), 16);
  EXPECT_EQ(delay_on(on, false, 0, 10), 9) << "a star";
  EXPECT_EQ(delay_on(on, true, 0, 100), 2) << "all on one node";
  EXPECT_EQ(delay_on(on, false, 2000, 100), 5) << "10 us on the way, 2 of them for the bytes";
  on.eager = 1000;
  EXPECT_EQ(delay_on(on, false, 1000, 100), 9);
  EXPECT_EQ(delay_on(on, false, 1001, 100), 1) << "a rendezvous keeps its sender";
  // If four messages of a process travel at full speed at once, one leaves in every quarter of the time that
  // one takes.
  on.eager = 1e300;
  on.links = cluster(16, 4, 1, 4);
  EXPECT_EQ(delay_on(on, true, 2000, 100), 6) << "3 us on the way, one every 0.5";
  EXPECT_EQ(delay_on(on, false, 2000, 100), 5) << "between nodes one";
  const loggp given{.L = 6, .o = 2, .g = 1, .G = 0.5};
  EXPECT_EQ(delay_on(loggp_network(given), false, 1, 100), 5);
  EXPECT_EQ(delay_on(loggp_network(given), true, 5, 100), 3);
}

TEST(knomial_tree, takes_log_rounds_with_as_many_ports_as_children) {
  for (int radix : {3, 4, 8})
    for (int p = 1; p <= 130; ++p) {
      int rounds = 0;
      for (long reached = 1; reached < p; reached *= radix) ++rounds;
      network n(machine{.alpha = 1, .beta = 0, .gamma = 0});
      n.ports = radix - 1;
      world down(p, n), up(p, n);
      down.run(
          [&](process& self) { return bcast_knomial(self, buffer(nullptr, 0, byte_type), p / 3, radix); });
      EXPECT_EQ(down.time(), rounds) << "broadcast, p = " << p << ", radix " << radix;
      up.run([&](process& self) {
        const buffer nothing(nullptr, 0, byte_type);
        return reduce_knomial(self, nothing, nothing, operation{}, p / 3, radix);
      });
      EXPECT_EQ(up.time(), rounds) << "reduction, p = " << p << ", radix " << radix;
    }
}

}  // namespace
}  // namespace tutti
