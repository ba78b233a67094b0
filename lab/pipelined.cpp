// Is it worth cutting large blocks into pieces on their way through the trees of irregular gathers? In
// virtual time: lab/irregular runs it.
//
//   pipelined
//
// All processes know the tree (Lemma 4's choice) beforehand, so its construction does not count. Each process
// passes pieces on while it receives the next. Prints a line of comma-separated values for each instance,
// times in start-ups: the best time over thresholds of 1, 2, 4, 8, 16 start-ups and none, first with whole
// messages, then with pieces of the best of 1/4 to 256 start-ups, too; and with these pieces but no
// threshold.

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/gather/ordered_cubes.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/model/problems.hpp"

namespace {

constexpr tutti::machine on{.alpha = 2e-6, .beta = 0.3e-9};

// The pieces that each process receives and sends: their lengths, and the senders.
struct plan {
  struct piece {
    int from;
    std::size_t bytes;
  };
  std::vector<std::vector<piece>> in;
  std::vector<std::vector<std::size_t>> out;
  std::vector<int> parent;
};

class tree {
 public:
  tree(const std::vector<int>& lengths, int root, std::size_t direct)
      : p_(static_cast<int>(lengths.size())),
        lengths_(lengths),
        rule_{tutti::tree_rule::receiver::larger, direct},
        children_(lengths.size()) {
    for (int d = 0; 1 << d < p_; ++d)
      if (const int first = tutti::neighbouring_cube(root, d); first < p_) hang(gather(first, d, root), root);
  }

  [[nodiscard]] plan in_pieces(int root, std::size_t most) const {
    plan all{.in = std::vector<std::vector<plan::piece>>(lengths_.size()),
             .out = std::vector<std::vector<std::size_t>>(lengths_.size()),
             .parent = std::vector<int>(lengths_.size(), tutti::nobody)};
    fill(all, root, most);
    return all;
  }

 private:
  void hang(const tutti::cube& c, int parent) {
    if (c.bytes > 0) children_[static_cast<std::size_t>(parent)].push_back(static_cast<int>(c.root));
  }
  tutti::cube gather(int first, int d, int root) {
    if (d == 0) {
      const auto n = static_cast<std::uint64_t>(lengths_[static_cast<std::size_t>(first)]);
      return {first, n, n};
    }
    const int middle = first + (1 << (d - 1));
    const tutti::cube left = gather(first, d - 1, root);
    if (middle >= p_) return left;
    const tutti::cube right = gather(middle, d - 1, root);
    const auto u = tutti::unite(left, right, rule_);
    const tutti::cube& sender = u.left_receives ? right : left;
    hang(sender, u.straight ? root : static_cast<int>(u.both.root));
    return u.both;
  }
  // Cuts by length alone: a piece may contain bytes of several processes.
  std::size_t fill(plan& all, int r, std::size_t most) const {
    const auto i = static_cast<std::size_t>(r);
    auto bytes = static_cast<std::size_t>(lengths_[i]);
    for (const int child : children_[i]) {
      bytes += fill(all, child, most);
      all.parent[static_cast<std::size_t>(child)] = r;
      for (const std::size_t n : all.out[static_cast<std::size_t>(child)]) all.in[i].push_back({child, n});
    }
    for (std::size_t left = bytes; left > 0; left -= all.out[i].back())
      all.out[i].push_back(std::min(left, most));
    return bytes;
  }

  int p_;
  const std::vector<int>& lengths_;
  tutti::tree_rule rule_;
  std::vector<std::vector<int>> children_;
};

const plan* now = nullptr;  // a global, since an algorithm has no argument for it

tutti::const_buffer bytes(std::size_t n) { return {nullptr, n, tutti::byte_type}; }

tutti::task follow(tutti::process& self, int root) {
  const auto r = static_cast<std::size_t>(self.rank());
  const auto& in = now->in[r];
  const auto& out = now->out[r];
  if (self.rank() == root) {  // in the order in which they are ready
    std::vector<tutti::transfer> all;
    for (const auto& x : in)
      all.push_back({tutti::const_buffer{}, tutti::nobody, {nullptr, x.bytes, tutti::byte_type}, x.from});
    co_await self.together(all);
    co_return;
  }
  std::size_t there = 0, sent = 0;  // bytes; pieces
  for (const std::size_t n : out) there += n;
  for (const auto& x : in) there -= x.bytes;
  for (const auto& x : in) {
    tutti::transfer t{tutti::const_buffer{}, tutti::nobody, {nullptr, x.bytes, tutti::byte_type}, x.from};
    if (sent < out.size() && out[sent] <= there) {
      there -= out[sent];
      t.out = bytes(out[sent++]), t.to = now->parent[r];
    }
    there += x.bytes;
    const std::span<tutti::transfer> one(&t, 1);
    co_await self.together(one);
  }
  for (; sent < out.size(); ++sent) co_await self.send(bytes(out[sent]), now->parent[r]);
}

const tutti::algorithm along{
    .of = tutti::collective::gatherv,
    .name = "along",
    .summary = "",
    .source = "",
    .needs = {},
    .run = [](tutti::process& self, const tutti::call& c) { return follow(self, c.root); },
    .price = nullptr,
};

double start_ups(const tree& t, const std::vector<int>& lengths, int root, std::size_t most) {
  const plan pieces = t.in_pieces(root, most);
  now = &pieces;
  const tutti::shape s{.p = static_cast<int>(lengths.size()),
                       .bytes = std::accumulate(lengths.begin(), lengths.end(), 0.0)};
  return tutti::predict(along, s, on, {.root = root, .skews = {}, .lengths = lengths}).seconds / on.alpha;
}

std::size_t travels_in(double start_ups) { return static_cast<std::size_t>(start_ups * on.alpha / on.beta); }

}  // namespace

int main() {
  constexpr int p = 100;
  constexpr double none = std::numeric_limits<double>::infinity();
  std::printf("problem,b,root,whole,pieces,pieces_alone\n");
  for (const auto type : tutti::all_problems)
    for (const int b : {100, 1000, 10000, 100000})
      for (const int root : {0, p / 2}) {
        auto lengths = tutti::block_sizes(type, p, b);
        for (int& n : lengths) n *= 4;
        double whole = none, pieces = none, alone = none;
        for (const double c : {1.0, 2.0, 4.0, 8.0, 16.0, none}) {
          const tree t(lengths, root, c == none ? SIZE_MAX : travels_in(c));
          whole = std::min(whole, start_ups(t, lengths, root, SIZE_MAX));
          for (const double s : {0.25, 1.0, 4.0, 16.0, 64.0, 256.0}) {
            const double x = start_ups(t, lengths, root, travels_in(s));
            pieces = std::min(pieces, x);
            if (c == none) alone = std::min(alone, x);
          }
        }
        pieces = std::min(pieces, whole);
        std::printf("%s,%d,%d,%.6g,%.6g,%.6g\n", std::string(tutti::name_of(type)).c_str(), b, root, whole,
                    pieces, alone);
      }
}
