// Irregular gather and scatter along trees that processes build themselves: data, construction, start-ups and time, against
// what the paper's lemmas say, worked out here from all lengths. Source: Traeff 2018.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "algorithms/gather/ordered_cubes.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/predict.hpp"
#include "tutti/problems.hpp"
#include "tutti/proof.hpp"

namespace tutti {
namespace {

using lengths = std::vector<int>;

const algorithm& named(collective c, const char* name) {
  const algorithm* a = find(c, name);
  if (!a) throw std::invalid_argument(name);
  return *a;
}
constexpr std::array both{collective::gatherv, collective::scatterv};

// The eight types, and what they leave out: nothing at all, one giant at either end or in the middle, all data at one end,
// lengths of very different orders.
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

// Lemma 1's tree of the ranks [first, end), of which there is one gather root.
struct tree {
  int root;
  double all, own;
};
tree lemma_1(const lengths& m, int first, int end) {
  if (end - first == 1) {
    const double own = m[static_cast<std::size_t>(first)];
    return {first, own, own};
  }
  const int half = 1 << (ceil_log2(end - first) - 1);
  const tree l = lemma_1(m, first, first + half), r = lemma_1(m, first + half, end);
  const double tl = l.all - l.own, tr = r.all - r.own;
  const bool left = tl != tr ? tl > tr : l.all > r.all;
  const tree& receiver = left ? l : r;
  return {receiver.root, l.all + r.all, receiver.own};
}

// Theorem 1: the sum of all blocks but the root's, and what the worst of the root's neighbours keeps it waiting.
double theorem_1(const lengths& m, int root, const machine& on) {
  const int p = static_cast<int>(m.size());
  const double sum = std::accumulate(m.begin(), m.end(), 0.0) - m[static_cast<std::size_t>(root)];
  double penalty = 0, before = 0;
  for (int d = 0; 1 << d < p; ++d) {
    const int first = neighbour(root, d);
    if (first >= p) continue;
    const tree t = lemma_1(m, first, std::min(first + (1 << d), p));
    penalty = std::max(penalty, t.all - t.own - before);
    before += t.all;
  }
  return ceil_log2(p) * on.alpha + on.beta * (sum + penalty);
}

// A message takes 1 if it is one of the construction, or if it is not: as there are no blocks of that length.
class counted final : public cost_model {
 public:
  explicit counted(bool construction) : construction_(construction) {}
  duration of(int, int, std::size_t bytes, int) const override {
    return {(bytes == sizeof(cube)) == construction_ ? 1.0 : 0.0, 0};
  }

 private:
  bool construction_;
};
network counting(bool construction) {
  network on;
  on.model = std::make_shared<counted>(construction);
  return on;
}

double time(const algorithm& a, const lengths& m, int root, const network& on) {
  const auto p = static_cast<int>(m.size());
  return predict(a, {.p = p, .bytes = std::accumulate(m.begin(), m.end(), 0.0)}, on,
                 {.root = root, .skews = {}, .lengths = m})
      .seconds;
}

// Every root of small p, and of large p some, others for each.
std::vector<int> roots_of(int p) {
  std::vector<int> all;
  const int step = p <= 20 ? 1 : p / 7;
  for (int root = p <= 20 ? 0 : p % step; root < p; root += step) all.push_back(root);
  return all;
}

class irregular : public testing::TestWithParam<const char*> {};

TEST_P(irregular, takes_no_longer_than_theorem_1_and_the_construction) {
  constexpr machine machines[] = {{2e-6, 0.3e-9, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0.01, 0}};
  for (const collective c : both) {
    const algorithm& a = named(c, GetParam());
    for (int p = 1; p <= 128; ++p)
      for (const int root : roots_of(p)) {
        const auto all = instances(p, p % 3 == 0 ? 1 : p % 3 == 1 ? 100 : 10000);
        for (std::size_t i = 0; i < all.size(); ++i) {
          const machine& on = machines[(i + static_cast<std::size_t>(p + root)) % std::size(machines)];
          const double construction = std::max(0, 2 * ceil_log2(p) - 1) * (on.alpha + on.beta * sizeof(cube));
          const double most = theorem_1(all[i], root, on) + construction;
          ASSERT_LE(time(a, all[i], root, on), most * (1 + 1e-9))
              << name_of(c) << ", p = " << p << ", root " << root << ", instance " << i;
        }
      }
  }
}

TEST_P(irregular, is_built_in_two_steps_a_round_and_sends_data_once_a_round) {
  const network construction = counting(true), data = counting(false);
  for (const collective c : both) {
    const algorithm& a = named(c, GetParam());
    for (int p = 1; p <= 128; ++p)
      for (const int root : roots_of(p)) {
        auto all = instances(p, 100);
        for (lengths& m : all)
          for (int& n : m) n *= 7;  // no message of data is as long as one of the construction
        for (std::size_t i = static_cast<std::size_t>(p + root) % 3; i < all.size(); i += 3) {
          ASSERT_LE(time(a, all[i], root, construction), std::max(0, 2 * ceil_log2(p) - 1))
              << name_of(c) << ", p = " << p << ", root " << root << ", instance " << i;
          ASSERT_LE(time(a, all[i], root, data), ceil_log2(p))
              << name_of(c) << ", p = " << p << ", root " << root << ", instance " << i;
        }
      }
  }
}

INSTANTIATE_TEST_SUITE_P(algorithms, irregular, testing::Values("linear_time", "linear_time_packed"),
                         [](const auto& test) { return std::string(test.param); });

// The data, and that only a root is told of: elements that carry where they come from.
TEST(irregular_data, are_right_for_all_roots) {
  for (const collective c : both)
    for (const char* name : {"linear_time", "linear_time_packed", "graceful"})
      for (int p = 1; p <= 128; p += p < 40 ? 1 : 11)
        for (const int root : roots_of(p)) {
          instance i{.of = &named(c, name), .p = p, .root = root};
          if (i.of->needs.direct && root % 3 != 0) i.direct = root % 3 == 1 ? 0 : 800;
          const auto type = all_problems[static_cast<std::size_t>(p + root) % all_problems.size()];
          i.counts = block_sizes(type, p, root % 2 == 0 ? 3 : 40);
          i.holes = root % 4 == 3;
          i.in_place = root % 5 == 4;
          const finding f = prove(i);
          ASSERT_TRUE(f.wrong.empty()) << describe(i) << ": " << f.wrong.front();
        }
}

}  // namespace
}  // namespace tutti
