// Irregular gather and scatter along trees that processes build themselves: data, construction, start-ups and
// time, compared with the paper's lemmas, which are evaluated here from all lengths. Source: Traeff 2018.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "algorithms/gather/ordered_cubes.hpp"
#include "algorithms/gather/ported_cubes.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/proof.hpp"
#include "tutti/machine/trace.hpp"
#include "tutti/model/problems.hpp"
#include "whole_range.hpp"

namespace tutti {
namespace {

using lengths = std::vector<int>;

const algorithm& named(collective c, const char* name) {
  const algorithm* a = find(c, name);
  if (!a) throw std::invalid_argument(name);
  return *a;
}
constexpr std::array both{collective::gatherv, collective::scatterv};

// The eight types of problems, and cases that these lack: no data, one giant at either end or in the middle,
// all data at one end, lengths of very different orders.
std::vector<lengths> instances(int p, int b) {
  std::vector<lengths> all;
  for (const problem type : all_problems) {
    all.push_back(block_sizes(type, p, b));
    for (int& n : all.back()) n *= 4;
  }
  const auto n = static_cast<std::size_t>(p);
  all.emplace_back(n, 0);
  for (const std::size_t giant : {std::size_t{0}, n / 3, n - 1}) {
    all.emplace_back(n, giant % 2 == 0 ? 0 : 1);
    all.back()[giant] = 1000 * b;
  }
  all.emplace_back(n, 0);
  std::fill(all.back().begin(), all.back().begin() + (p + 1) / 2, 50 * b);
  all.emplace_back(n, 0);
  std::fill(all.back().begin() + p / 2, all.back().end(), 50 * b);
  std::mt19937 random(static_cast<unsigned>(p));
  all.emplace_back(n);
  for (int& x : all.back()) x = random() % 3 == 0 ? 0 : 1 << random() % 20;
  return all;
}

// Messages of data, as "from > to: bytes", in a gather; a scatter's go the other way.
std::set<std::string> data_messages(const algorithm& a, const lengths& m, int root) {
  trace record;
  predict_options in{.root = root, .skews = {}, .lengths = m};
  in.straight_beyond = SIZE_MAX;
  in.record = &record;
  predict(a, {.p = static_cast<int>(m.size()), .bytes = 0}, network(machine{1, 0, 0}), in);
  std::set<std::string> all;
  for (const message& one : record.messages) {
    if (one.bytes == sizeof(cube) || one.bytes == 3 * sizeof(ported_cube)) continue;
    const bool gathers = a.of == collective::gatherv;
    all.insert(std::to_string(gathers ? one.from : one.to) + " > " +
               std::to_string(gathers ? one.to : one.from) + ": " + std::to_string(one.bytes));
  }
  return all;
}

// Lemma 1's tree for k ports of the ranks [first, end), of which there is one gather root. It receives from
// k gather roots at once, which takes as long as the longest message. One port receives all but the root's
// own data one after the other.
struct tree {
  int root;
  double all, time;
};
tree lemma_1(const lengths& m, int first, int end, int k = 1) {
  if (end - first == 1) return {first, static_cast<double>(m[static_cast<std::size_t>(first)]), 0};
  int part = 1;
  while (part * (k + 1) < end - first) part *= k + 1;
  std::vector<tree> parts;
  for (int i = first; i < end; i += part) parts.push_back(lemma_1(m, i, std::min(i + part, end), k));
  const auto key = [](const tree& t) { return std::tuple(t.time, t.all, t.root); };
  tree all = *std::ranges::max_element(parts, {}, key);
  const int root = all.root;
  double longest = 0;
  for (const tree& t : parts) {
    if (t.root == root) continue;
    all.all += t.all;
    longest = std::max(longest, t.all);
  }
  all.time += longest;
  return all;
}

// Theorem 1 for k ports: ceil(log_(k+1) p) start-ups and the longest message of each round of the root, and
// the largest delay of the root by one of its neighbours.
double theorem_1(const lengths& m, int root, const machine& on, int k = 1) {
  const int p = static_cast<int>(m.size());
  double penalty = 0, before = 0;
  for (int width = 1; width < p; width *= k + 1) {
    double longest = 0;
    const int cube = root / width, beside = cube / (k + 1) * (k + 1);
    for (int j = beside; j <= beside + k; ++j) {
      if (j == cube || j * width >= p) continue;
      const tree t = lemma_1(m, j * width, std::min((j + 1) * width, p), k);
      penalty = std::max(penalty, t.time - before);
      longest = std::max(longest, t.all);
    }
    before += longest;
  }
  return ceil_log(p, k + 1) * on.alpha + on.beta * (before + penalty);
}

// An algorithm that builds its tree, on k ports. For one port the gather roots of two cubes exchange
// `cube`s, 2 q - 1 steps in total. For several ports fixed roots do: 2 (q - 1) steps, a `ported_cube` and
// k + 1 of them in turn.
struct builder {
  const char* name;
  int k;
  bool by_fixed_roots = true;

  [[nodiscard]] int rounds(int p) const { return ceil_log(p, k + 1); }
  [[nodiscard]] int steps(int p) const { return std::max(0, 2 * rounds(p) - (by_fixed_roots ? 2 : 1)); }
  [[nodiscard]] std::size_t longest_step() const {
    return by_fixed_roots ? sizeof(ported_cube) * static_cast<std::size_t>(k + 1) : sizeof(cube);
  }
  [[nodiscard]] bool builds(std::size_t bytes) const {
    return bytes == longest_step() || (by_fixed_roots && bytes == sizeof(ported_cube));
  }
  [[nodiscard]] double seconds(int p, const machine& on) const {
    const std::size_t two = longest_step() + (by_fixed_roots ? sizeof(ported_cube) : sizeof(cube));
    return steps(p) * (on.alpha + on.beta * static_cast<double>(two) / 2);
  }
};

// Data take as long as they have bytes; nothing else takes any time.
class data_only final : public cost_model {
 public:
  duration of(int, int, std::size_t bytes, int) const override {
    return {0, bytes == sizeof(cube) ? 0 : static_cast<double>(bytes)};
  }
};
network moving_data() {
  network on;
  on.model = std::make_shared<data_only>();
  return on;
}

// A message takes 1 if it is one of the construction, or if it is not.
class counted final : public cost_model {
 public:
  counted(bool construction, const builder& of) : construction_(construction), of_(of) {}
  duration of(int, int, std::size_t bytes, int) const override {
    return {of_.builds(bytes) == construction_ ? 1.0 : 0.0, 0};
  }

 private:
  bool construction_;
  builder of_;
};
network counting(bool construction, const builder& of) {
  network on;
  on.model = std::make_shared<counted>(construction, of);
  on.ports = of.k;
  return on;
}

double time(const algorithm& a, const lengths& m, int root, const network& on,
            std::optional<std::size_t> direct = {}) {
  const auto p = static_cast<int>(m.size());
  return predict(a, {.p = p, .bytes = std::accumulate(m.begin(), m.end(), 0.0)}, on,
                 {.root = root, .skews = {}, .lengths = m, .straight_beyond = direct})
      .seconds;
}

// Selects instances to try with a root. All instances if p is small, or for a few roots that differ for each
// p; two instances, in rotation, for all other roots.
bool is_tried(int p, int root, std::size_t instance, std::size_t instances) {
  return p <= 20 || root % (p / 7) == p % (p / 7) ||
         (instance + static_cast<std::size_t>(root)) % instances < 2;
}

// Every root of small p, and of large p some, others for each.
std::vector<int> roots_of(int p) {
  std::vector<int> all;
  const int step = p <= 20 ? 1 : p / 7;
  for (int root = p <= 20 ? 0 : p % step; root < p; root += step) all.push_back(root);
  return all;
}

class irregular : public testing::TestWithParam<builder> {};

TEST_P(irregular, takes_no_longer_than_theorem_1_and_the_construction) {
  constexpr machine machines[] = {{2e-6, 0.3e-9, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0.01, 0}};
  const builder& by = GetParam();
  for (const collective c : both) {
    const algorithm& a = named(c, by.name);
    for (int p = 1; p <= 128; p = next_p(p, 33, 5)) {
      const auto all = instances(p, p % 3 == 0 ? 1 : p % 3 == 1 ? 100 : 10000);
      for (int root = 0; root < p; ++root)
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (!is_tried(p, root, i, all.size())) continue;
          const machine& machine = machines[(i + static_cast<std::size_t>(p + root)) % std::size(machines)];
          network on(machine);
          on.ports = by.k;
          const double most = theorem_1(all[i], root, machine, by.k) + by.seconds(p, machine);
          ASSERT_LE(time(a, all[i], root, on), most * (1 + 1e-9))
              << name_of(c) << ", p = " << p << ", root " << root << ", instance " << i;
        }
    }
  }
}

// With data on all processes, exactly ceil(log_(k+1) p) rounds, which is optimal.
TEST_P(irregular, is_built_in_two_steps_a_round_and_sends_data_once_a_round) {
  const builder& by = GetParam();
  const network construction = counting(true, by), data = counting(false, by);
  for (const collective c : both) {
    const algorithm& a = named(c, by.name);
    for (int p = 1; p <= 128; p = next_p(p, 33, 5)) {
      auto all = instances(p, 100);
      for (lengths& m : all)
        for (int& n : m) n *= 11;  // no message of data is as long as one of the construction
      for (int root = 0; root < p; ++root)
        for (std::size_t i = static_cast<std::size_t>(p + root) % 3; i < all.size(); i += 3) {
          if (!is_tried(p, root, i, all.size())) continue;
          const std::string where = std::string(name_of(c)) + ", p = " + std::to_string(p) + ", root " +
                                    std::to_string(root) + ", instance " + std::to_string(i);
          ASSERT_LE(time(a, all[i], root, construction), by.steps(p)) << where;
          const double taken = time(a, all[i], root, data);
          ASSERT_LE(taken, by.rounds(p)) << where;
          const bool some_empty = std::ranges::find(all[i], 0) != all[i].end();
          ASSERT_TRUE(some_empty || taken == by.rounds(p)) << taken << " rounds: " << where;
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(algorithms, irregular,
                         testing::Values(builder{"linear_time", 1, false},
                                         builder{"linear_time_packed", 1, false},
                                         builder{"linear_time_radix3", 2}, builder{"linear_time_radix4", 3},
                                         builder{"linear_time_ported", 1}, builder{"linear_time_ported", 4},
                                         builder{"linear_time_ported", 6}),
                         [](const auto& test) {
                           return std::string(test.param.name) + "_" + std::to_string(test.param.k);
                         });

// Lemma 1: no process waits for another one.
TEST(irregular_tree, to_a_free_root_has_no_penalty) {
  const machine on{2e-6, 0.3e-9, 0};
  const algorithm& a = named(collective::gatherv, "linear_time");
  for (int p = 1; p <= 128; p += p < 20 ? 1 : 9)
    for (const lengths& m : instances(p, 1000)) {
      const int root = root_of_lemma_1(m);
      EXPECT_EQ(root, lemma_1(m, 0, p).root);
      const double sum = std::accumulate(m.begin(), m.end(), 0.0) - m[static_cast<std::size_t>(root)];
      const double lemma = ceil_log2(p) * on.alpha + on.beta * sum;
      EXPECT_DOUBLE_EQ(theorem_1(m, root, on), lemma);
      const double construction = std::max(0, 2 * ceil_log2(p) - 1) * (on.alpha + on.beta * sizeof(cube));
      EXPECT_LE(time(a, m, root, on), (lemma + construction) * (1 + 1e-9)) << "p = " << p;
    }
}

// By hand, received data in brackets, a gather root's own block in front:
//
//     rank      0      1   2      3   4   5       6   7        8   9   10
//     bytes     3      1   4      1   5   9       2   20       5   3   5
//     d = 0     0: 3+1     2: 4+1         5: 9+5      7: 20+2
//     d = 1                2: 4+(1+4)     5: 9+(5+22)               Lemma 1: 5 has received 5, 7 only 2
//                                                     7: 20+(2+14)  Lemma 4: 7 has 22, 5 only 14
//     d = 2     and 2 sends its 9 to that one, which sends 45 to the root
TEST(irregular_tree, of_eleven_processes_is_as_by_hand) {
  const lengths m{3, 1, 4, 1, 5, 9, 2, 20, 5, 3, 5};
  const std::set<std::string> alike{"1 > 0: 1", "3 > 2: 1", "4 > 5: 5", "6 > 7: 2",
                                    "0 > 2: 4", "8 > 9: 5", "10 > 9: 5"};
  for (const collective c : both) {
    auto slower = alike, larger = alike;
    slower.insert({"7 > 5: 22", "2 > 5: 9", "5 > 9: 45"});
    larger.insert({"5 > 7: 14", "2 > 7: 9", "7 > 9: 45"});
    EXPECT_EQ(data_messages(named(c, "linear_time"), m, 9), slower);
    EXPECT_EQ(data_messages(named(c, "linear_time_packed"), m, 9), larger);
    EXPECT_EQ(data_messages(named(c, "tree_and_star"), m, 9), larger);
    // 5 has its 36 after (5, then 22 from 7, then 9), 7 after max(5, 2), 14 and 9: then 45 more.
    EXPECT_DOUBLE_EQ(time(named(c, "linear_time"), m, 9, moving_data()), 36 + 45);
    EXPECT_DOUBLE_EQ(time(named(c, "linear_time_packed"), m, 9, moving_data()), 28 + 45);
  }
}

// With a given root, the process that has more data should receive, and not the one that has received more.
// That is never slower, by induction over the cubes. (The paper states it for the copies only.)
TEST(irregular_tree, in_which_less_data_travel_is_never_slower) {
  const network on = moving_data();
  const algorithm &slower = named(collective::gatherv, "linear_time"),
                  &larger = named(collective::gatherv, "linear_time_packed");
  int better = 0;
  for (int p = 2; p <= 100; p += 1 + p / 10)
    for (const int root : roots_of(p))
      for (const lengths& m : instances(p, 100)) {
        const double l = time(larger, m, root, on), s = time(slower, m, root, on);
        ASSERT_LE(l, s) << "p = " << p << ", root " << root;
        better += l < s;
      }
  EXPECT_GT(better, 100);
}

// Compared with the star, it takes longer by at most the construction, at two steps a round, and the passing
// on up to the threshold in all rounds but the last. No rule that considers two cubes only can be as close to
// the tree: the root's start-ups take at most 1/straight_startups of the time of its data.
TEST(tree_and_star, is_never_much_worse_than_star_or_tree) {
  const machine on{2e-6, 0.3e-9, 0};
  for (const collective c : both) {
    const algorithm &tree_and_star = named(c, "tree_and_star"), &star = named(c, "star"),
                    &tree = named(c, "linear_time");
    for (int p = 2; p <= 128; p += 1 + p / 8)
      for (const int root : {0, p / 2, p - 1})
        for (const int b : {1, 300, 3000, 30000})
          for (const lengths& m : instances(p, b)) {
            const double t = time(tree_and_star, m, root, on), q = ceil_log2(p);
            const double construction = 2 * q * on.alpha * 1.05;  // with its bytes
            const double passing_on = (q - 1) * straight_startups * on.alpha;
            ASSERT_LE(t, time(star, m, root, on) + construction + passing_on)
                << name_of(c) << ", p = " << p << ", root " << root << ", b = " << b;
            ASSERT_LE(t, (1 + 1 / straight_startups) * time(tree, m, root, on) + construction)
                << name_of(c) << ", p = " << p << ", root " << root << ", b = " << b;
          }
  }
}

// By hand, with two ports: received data in brackets, a gather root's own block in front.
//
//     rank      0   1   2     3   4   5     6   7   8     9   10
//     bytes     3   1   4     1   5   9     2   4   5     3    5
//     d = 0     2: 4+(3, 1)   5: 9+(1, 5)   8: 5+(2, 4)   10 sends to the root, 9
//     d = 1     5: 9+(1, 5)+(8, 11): it has received for 5, the other two for 3 and 4
//     d = 2     5 sends its 34 to the root
TEST(irregular_on_ports, of_eleven_processes_is_as_by_hand) {
  const lengths m{3, 1, 4, 1, 5, 9, 2, 4, 5, 3, 5};
  const std::set<std::string> messages{"0 > 2: 3", "1 > 2: 1", "3 > 5: 1",  "4 > 5: 5",  "6 > 8: 2",
                                       "7 > 8: 4", "2 > 5: 8", "8 > 5: 11", "5 > 9: 34", "10 > 9: 5"};
  for (const collective c : both) EXPECT_EQ(data_messages(named(c, "linear_time_radix3"), m, 9), messages);
}

// Proves the data, with information that only the root has: elements record their origin.
TEST(irregular_data, are_right_for_all_roots) {
  for (const collective c : both)
    for (const char* name :
         {"linear_time", "linear_time_packed", "linear_time_radix3", "linear_time_radix4", "tree_and_star"})
      for (int p = 1; p <= 128; p += p < 40 ? 1 : 11)
        for (const int root : roots_of(p)) {
          instance i{.of = &named(c, name), .p = p, .root = root};
          if (i.of->needs.straight && root % 3 != 0) i.straight_beyond = root % 3 == 1 ? 0 : 800;
          const auto type = all_problems[static_cast<std::size_t>(p + root) % all_problems.size()];
          i.counts = block_sizes(type, p, root % 2 == 0 ? 3 : 40);
          if (root % 4 == 3) i.lies = layout::holes;
          i.in_place = root % 5 == 4;
          const finding f = prove(i);
          ASSERT_TRUE(f.wrong.empty()) << describe(i) << ": " << f.wrong.front();
        }
}

}  // namespace
}  // namespace tutti
