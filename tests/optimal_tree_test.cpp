// The optimal ordered tree: its time is that of the best of all ordered trees there are, and that of its run.

#include "tutti/model/optimal_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include "tutti/engine/simulate.hpp"
#include "tutti/model/problems.hpp"

namespace tutti {
namespace {

using lengths_of_blocks = std::vector<int>;
using parents = std::vector<int>;  // of each process; `nobody` for the root

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The subtrees of a tree, children before their parents.
struct subtrees {
  explicit subtrees(parents of)
      : parent(std::move(of)), first(parent.size()), last(first), children(parent.size()) {
    int root = 0;
    for (int v = 0; v < static_cast<int>(parent.size()); ++v)
      parent[at(v)] == nobody ? void(root = v) : children[at(parent[at(v)])].push_back(v);
    visit(root);
  }
  /// Processes of the subtree.
  int visit(int v) {
    int n = 1;
    first[at(v)] = last[at(v)] = v;
    for (const int c : children[at(v)]) {
      n += visit(c);
      first[at(v)] = std::min(first[at(v)], first[at(c)]);
      last[at(v)] = std::max(last[at(v)], last[at(c)]);
    }
    ordered = ordered && last[at(v)] - first[at(v)] + 1 == n;
    upwards.push_back(v);
    return n;
  }
  parents parent;
  std::vector<int> first, last;
  std::vector<std::vector<int>> children;
  std::vector<int> upwards;
  bool ordered = true;
};

/// All trees that are wanted of those there are, by Pruefer's sequences.
std::vector<subtrees> all_trees(int p, int root, bool (*wanted)(const subtrees&)) {
  std::vector<subtrees> all;
  std::vector<int> code(at(std::max(0, p - 2)), 0);
  for (;;) {
    std::vector<int> degree(at(p), 1);
    for (const int v : code) ++degree[at(v)];
    std::vector<std::vector<int>> beside(at(p));
    const auto link = [&](int a, int b) { beside[at(a)].push_back(b), beside[at(b)].push_back(a); };
    const auto take_leaf = [&] {
      const int leaf = static_cast<int>(std::find(degree.begin(), degree.end(), 1) - degree.begin());
      degree[at(leaf)] = 0;
      return leaf;
    };
    for (const int v : code) link(take_leaf(), v), --degree[at(v)];
    if (p > 1) {
      const int a = take_leaf();
      link(a, take_leaf());
    }
    parents parent(at(p), nobody);
    const std::function<void(int)> hang = [&](int v) {
      for (const int w : beside[at(v)])
        if (w != parent[at(v)]) parent[at(w)] = v, hang(w);
    };
    hang(root);
    if (subtrees t(parent); wanted(t)) all.push_back(std::move(t));
    std::size_t k = 0;
    while (k < code.size() && ++code[k] == p) code[k++] = 0;
    if (k == code.size()) return all;
  }
}

/// All trees in which every subtree has consecutive ranks.
std::vector<subtrees> all_ordered_trees(int p, int root) {
  return all_trees(p, root, [](const subtrees& t) { return t.ordered; });
}

using cost_of_message = std::function<double(int from, int to, int bytes)>;

/// The time at which the root has everything, if each process receives from its children on either side
/// nearest first, and merges the two sides in the best order.
double time_of(const subtrees& t, const lengths_of_blocks& lengths, const cost_of_message& cost) {
  std::vector<double> time(lengths.size(), 0);
  std::vector<int> bytes(lengths);
  for (const int v : t.upwards) {
    std::vector<int> left, right;
    for (const int c : t.children[at(v)]) {
      bytes[at(v)] += bytes[at(c)];
      (c < v ? left : right).push_back(c);
    }
    std::sort(left.rbegin(), left.rend());
    std::sort(right.begin(), right.end());
    std::vector<std::vector<double>> after(left.size() + 1, std::vector<double>(right.size() + 1, 0));
    const auto then = [&](double before, int c) {
      const int n = bytes[at(c)];
      return n == 0 ? before : std::max(before, time[at(c)]) + cost(c, v, n);
    };
    for (std::size_t l = 0; l <= left.size(); ++l)
      for (std::size_t r = 0; r <= right.size(); ++r) {
        if (l + r == 0) continue;
        after[l][r] = std::numeric_limits<double>::infinity();
        if (l > 0) after[l][r] = std::min(after[l][r], then(after[l - 1][r], left[l - 1]));
        if (r > 0) after[l][r] = std::min(after[l][r], then(after[l][r - 1], right[r - 1]));
      }
    time[at(v)] = after[left.size()][right.size()];
  }
  return time[at(t.upwards.back())];
}

/// The same if each process receives from its children in the best of all orders.
double time_in_any_order(const subtrees& t, const lengths_of_blocks& lengths, const machine& on) {
  std::vector<double> time(lengths.size(), 0);
  std::vector<int> bytes(lengths);
  for (const int v : t.upwards) {
    std::vector<int> order = t.children[at(v)];
    for (const int c : order) bytes[at(v)] += bytes[at(c)];
    std::ranges::sort(order);
    double least = std::numeric_limits<double>::infinity();
    do {
      double now = 0;
      for (const int c : order)
        if (bytes[at(c)] > 0) now = std::max(now, time[at(c)]) + on.alpha + on.beta * bytes[at(c)];
      least = std::min(least, now);
    } while (std::ranges::next_permutation(order).found);
    time[at(v)] = least;
  }
  return time[at(t.upwards.back())];
}

lengths_of_blocks random_lengths(int p, std::mt19937& random) {
  lengths_of_blocks lengths(at(p));
  const unsigned kind = random() % 4;
  for (int& n : lengths)
    n = static_cast<int>(kind == 0   ? random() % 10
                         : kind == 1 ? (random() % 3 == 0 ? random() % 100 : 0)
                         : kind == 2 ? 1 + random() % 3
                                     : (random() % 4 == 0 ? 50 : 1));
  return lengths;
}

/// Runs the tree on data and returns the time; the data have to be where they belong.
double run(const ordered_tree& tree, const network& on, bool scatter) {
  const int p = tree.size();
  const std::size_t bytes = tree.offsets.back();
  std::vector<std::byte> all(bytes), own(bytes);
  auto &from = scatter ? all : own, &to = scatter ? own : all;
  for (std::size_t k = 0; k < bytes; ++k) from[k] = static_cast<std::byte>(k * 37 + 11);
  std::vector<std::size_t> offsets{0};  // by rank
  for (int r = 0; r < p; ++r) offsets.push_back(offsets.back() + tree.bytes(tree.place(r), 1));
  world w(p, on);
  w.run([&](process& self) {
    const std::size_t begin = offsets[at(self.rank())], n = offsets[at(self.rank() + 1)] - begin;
    const buffer mine(own.data() + begin, n, byte_type);
    blocks everyones;
    if (self.rank() == tree.rank(tree.root))
      everyones = blocks::consecutive(all.data(), offsets.data(), byte_type, p);
    return scatter ? scatter_on(self, everyones, mine, tree) : gather_on(self, mine, everyones, tree);
  });
  EXPECT_EQ(to, from);
  return w.time();
}

TEST(optimal_tree, takes_as_long_as_the_best_of_all_ordered_trees) {
  std::mt19937 random(1);
  for (int p = 1; p <= 8; ++p)
    for (int root = 0; root < p; ++root) {
      const std::vector<subtrees> all = all_ordered_trees(p, root);
      for (int k = 0; k < (p < 8 ? 20 : 6); ++k) {
        const lengths_of_blocks lengths = random_lengths(p, random);
        const machine on{.alpha = static_cast<double>(random() % 3 * (random() % 10)),
                         .beta = static_cast<double>(random() % 3)};
        double best = std::numeric_limits<double>::infinity();
        for (const subtrees& t : all)
          best = std::min(best, time_of(t, lengths, [&](int, int, int n) { return on.alpha + on.beta * n; }));
        ASSERT_DOUBLE_EQ(optimal_tree(lengths, root, on).seconds, best) << "p = " << p << ", root " << root;
      }
    }
}

TEST(optimal_tree, for_each_pair_of_processes_takes_as_long_as_the_best_of_all_ordered_trees) {
  std::mt19937 random(2);
  for (int p = 1; p <= 7; ++p)
    for (int root = 0; root < p; ++root) {
      const std::vector<subtrees> all = all_ordered_trees(p, root);
      for (int k = 0; k < 10; ++k) {
        const lengths_of_blocks lengths = random_lengths(p, random);
        pair_costs on{std::vector<double>(at(p * p)), std::vector<double>(at(p * p))};
        for (double& a : on.alpha) a = random() % 30;
        for (double& b : on.beta) b = random() % 4;
        if (k % 2 == 0) {  // each pair of three nodes has its costs
          std::vector<int> node(at(p));
          for (int& n : node) n = static_cast<int>(random() % 3);
          for (int i = 0; i < p; ++i)
            for (int j = 0; j < p; ++j) {
              const int pair = node[at(i)] * 3 + node[at(j)];
              on.alpha[at(i * p + j)] = pair % 4 * 5;
              on.beta[at(i * p + j)] = pair % 5;
            }
        }
        const auto cost = [&](int i, int j, int n) {
          return on.alpha[at(i * p + j)] + on.beta[at(i * p + j)] * n;
        };
        double best = std::numeric_limits<double>::infinity();
        for (const subtrees& t : all) best = std::min(best, time_of(t, lengths, cost));
        const ordered_tree found = optimal_tree(lengths, root, on);
        ASSERT_DOUBLE_EQ(found.seconds, best) << "p = " << p << ", root " << root;
        if (p == 1) continue;
        network pairs;
        pairs.model = pairwise_model(p, on.alpha, on.beta);
        ASSERT_DOUBLE_EQ(run(found, pairs, false), best);
        ASSERT_DOUBLE_EQ(optimal_tree(lengths, root, pairs).seconds, best);
        ASSERT_DOUBLE_EQ(run(optimal_tree(lengths, root, pairs, true), pairs, true),
                         optimal_tree(lengths, root, pairs, true).seconds);
      }
    }
}

// The header's example, worked out by hand: 5 sends first while 4 gathers 1, 2 and 3, then 4 sends, 64 + 67.
// If the root must receive 1 to 4 before 5, the best time is 159.
TEST(optimal_tree, is_that_of_segments_taken_nearest_first) {
  const lengths_of_blocks lengths{1, 1, 1, 1, 50, 50};
  EXPECT_DOUBLE_EQ(optimal_tree(lengths, 0, machine{.alpha = 14, .beta = 1}).seconds, 159);
  ordered_tree other{
      .root = 0, .nodes = std::vector<ordered_tree::node>(6), .offsets = {0, 1, 2, 3, 4, 54, 104}};
  other.nodes = {{nobody, 0, 6, {5, 4}}, {4, 1, 1, {}},        {4, 2, 1, {}},
                 {4, 3, 1, {}},          {0, 1, 4, {3, 2, 1}}, {0, 5, 1, {}}};
  EXPECT_DOUBLE_EQ(run(other, machine{.alpha = 14, .beta = 1}, false), 64 + 67);
}

TEST(optimal_tree, takes_as_long_as_it_says_when_it_runs) {
  const machine on{.alpha = 2e-6, .beta = 0.3e-9};
  for (const int p : {1, 2, 5, 11, 16, 35})
    for (const problem type : all_problems)
      for (const int b : {1, 1000}) {
        const lengths_of_blocks lengths = block_sizes(type, p, b);
        const ordered_tree tree = optimal_tree(lengths, middle_root(p), on);
        EXPECT_NEAR(run(tree, on, false), tree.seconds, 1e-12) << name_of(type) << ", p = " << p;
        EXPECT_NEAR(run(tree, on, true), tree.seconds, 1e-12) << name_of(type) << ", p = " << p;
      }
}

TEST(optimal_tree, is_that_of_equal_costs_where_all_pairs_cost_the_same) {
  const machine on{.alpha = 3, .beta = 0.25};
  constexpr int p = 13;
  const pair_costs same{std::vector<double>(at(p * p), on.alpha), std::vector<double>(at(p * p), on.beta)};
  for (const problem type : all_problems) {
    const lengths_of_blocks lengths = block_sizes(type, p, 20);
    EXPECT_DOUBLE_EQ(optimal_tree(lengths, 4, same).seconds, optimal_tree(lengths, 4, on).seconds)
        << name_of(type);
  }
}

TEST(optimal_tree, knows_that_a_receiver_in_log_gp_goes_on_after_the_gap) {
  // Much data or high overheads of the root. By hand: a star of three with alpha = L + 2 o = 8, then g = 2
  // each.
  const loggp on{.L = 6, .o = 1, .g = 2, .G = 0, .capacity = false};
  const lengths_of_blocks lengths{1, 1, 1, 1};
  const ordered_tree tree = optimal_tree(lengths, 0, on);
  EXPECT_DOUBLE_EQ(tree.seconds, 8 + 2 + 2);
  network loggp_network;
  loggp_network.model = loggp_model(on);
  EXPECT_DOUBLE_EQ(run(tree, loggp_network, false), tree.seconds);
  EXPECT_DOUBLE_EQ(optimal_tree(lengths, 0, loggp_network).seconds, tree.seconds);
}

TEST(unordered_optimal_tree, takes_as_long_as_the_best_of_all_trees_and_orders) {
  std::mt19937 random(3);
  for (int p = 1; p <= 6; ++p)
    for (int root = 0; root < p; ++root) {
      const std::vector<subtrees> all = all_trees(p, root, [](const subtrees&) { return true; });
      for (int k = 0; k < (p < 6 ? 20 : 6); ++k) {
        const lengths_of_blocks lengths = random_lengths(p, random);
        const machine on{.alpha = static_cast<double>(random() % 3 * (random() % 10)),
                         .beta = static_cast<double>(random() % 3)};
        double best = std::numeric_limits<double>::infinity();
        for (const subtrees& t : all) best = std::min(best, time_in_any_order(t, lengths, on));
        const ordered_tree found = unordered_optimal_tree(lengths, root, on);
        ASSERT_DOUBLE_EQ(found.seconds, best) << "p = " << p << ", root " << root;
        ASSERT_LE(found.seconds, optimal_tree(lengths, root, on).seconds);
        ASSERT_DOUBLE_EQ(run(found, on, false), best);
        ASSERT_DOUBLE_EQ(run(found, on, true), best);
      }
    }
}

// As in the header's example.
TEST(unordered_optimal_tree, receives_in_any_order) {
  const machine on{.alpha = 14, .beta = 1};
  const ordered_tree tree = unordered_optimal_tree(lengths_of_blocks{1, 1, 1, 1, 50, 50}, 0, on);
  EXPECT_DOUBLE_EQ(tree.seconds, 131);
  EXPECT_DOUBLE_EQ(run(tree, on, true), 131);
}

TEST(unordered_optimal_tree, refuses_what_it_does_not_know) {
  const lengths_of_blocks two{1, 1};
  EXPECT_THROW(unordered_optimal_tree(two, 2, machine{}), std::invalid_argument);
  EXPECT_THROW(unordered_optimal_tree(lengths_of_blocks{1, -1}, 0, machine{}), std::invalid_argument);
  EXPECT_THROW(unordered_optimal_tree(lengths_of_blocks(17, 1), 0, machine{}), std::invalid_argument);
  EXPECT_THROW(unordered_optimal_tree(two, 0, make_network("", "ring", "", 2)), std::invalid_argument);
  lengths_of_blocks many(100, 0);
  many[7] = many[50] = 3;
  EXPECT_DOUBLE_EQ(unordered_optimal_tree(many, 50, machine{.alpha = 1, .beta = 1}).seconds, 4);
}

TEST(optimal_tree, refuses_what_it_does_not_know) {
  const lengths_of_blocks two{1, 1};
  EXPECT_THROW(optimal_tree(two, 2, machine{}), std::invalid_argument);
  EXPECT_THROW(optimal_tree(lengths_of_blocks{}, 0, machine{}), std::invalid_argument);
  EXPECT_THROW(optimal_tree(lengths_of_blocks{1, -1}, 0, machine{}), std::invalid_argument);
  EXPECT_THROW(optimal_tree(two, 0, pair_costs{{1}, {1}}), std::invalid_argument);
  EXPECT_THROW(optimal_tree(lengths_of_blocks(200, 1), 0, pair_costs{}), std::invalid_argument);
  EXPECT_THROW(optimal_tree(two, 0, make_network("", "ring", "", 2)), std::invalid_argument);
  EXPECT_THROW(optimal_tree(two, 0, make_network("piecewise:0=1us+1ns,500=9us+1ns", "", "", 2)),
               std::invalid_argument);
}

}  // namespace
}  // namespace tutti
