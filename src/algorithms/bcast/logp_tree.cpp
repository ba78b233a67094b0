// Broadcast along the optimal tree of a LogP machine, where a sender goes on long before its message has
// arrived.
// Source: Karp, Sahay, Santos, Schauser, "Optimal broadcast and summation in the LogP model", 1993;
// Traeff, HPC lecture "Collectives", "Broadcast/scatter completion times in Log(G)P".
// Cost on a LogGP machine: T(p), T(1) = 0, T(p) = min over i of max(gap + T(p - i), delivery + T(i)),
// with gap = max(g, o) + (m - 1) G and delivery = 2 o + L + (m - 1) G. The price is that of the linear
// model, in which a sender is occupied as long as its receiver: the number of the root's children. Any p,
// any root, any layout; the data is never cut.
//
// A process sends as soon as it can, as long as anyone is without the data. With delivery = d gaps, the
// processes that can be reached in t gaps are reach(t) = 1 for t < d, and reach(t) = reach(t - 1) +
// reach(t - d) after that: those that the root reaches after its first message, and those that the first
// child reaches. That is the dynamic programme read by time instead of by p, in d log2 p steps instead of
// p^2. d is rounded to a whole number, so the tree is optimal where delivery is a multiple of the gap,
// and next to it otherwise. d = 1 is the binomial tree, d >= p - 1 the star.

#include <cmath>

#include "algorithms/bcast/bcast.hpp"

namespace tutti {
namespace {

// A node of a cluster with the start-up and bandwidth of `machine`, of which the processor sees a part.
constexpr loggp typical{.L = 1.2e-6, .o = 0.4e-6, .g = 0.5e-6, .G = 0.4e-9};

// Gaps in a delivery, between 1 and what makes a star.
int delay(const loggp& on, double bytes, int p) noexcept {
  const double train = bytes > 1 ? (bytes - 1) * on.G : 0;
  const double gap = (on.g > on.o ? on.g : on.o) + train, delivery = 2 * on.o + on.L + train;
  if (p <= 2 || delivery >= gap * (p - 1)) return p > 2 ? p - 1 : 1;
  return delivery > gap ? static_cast<int>(std::lround(delivery / gap)) : 1;
}

class reach {
 public:
  // In d gaps the number at least doubles.
  reach(int p, int d)
      : d_(d), table_(static_cast<std::size_t>(d) * static_cast<std::size_t>(ceil_log2(p)) + 1) {
    for (; last_ < d; ++last_) table_[static_cast<std::size_t>(last_)] = 1;
    for (--last_; in(last_) < p;) {
      const int sum = in(last_) > p - in(last_ + 1 - d) ? p : in(last_) + in(last_ + 1 - d);
      table_[static_cast<std::size_t>(++last_)] = sum;
    }
  }
  [[nodiscard]] int in(int t) const noexcept { return table_[static_cast<std::size_t>(t)]; }
  /// The first t, not after `most`, in which n > 1 are reached.
  [[nodiscard]] int time(int n, int most) const noexcept {
    while (in(most - 1) >= n) --most;
    return most;
  }
  [[nodiscard]] int time() const noexcept { return last_; }
  [[nodiscard]] int roots_children() const noexcept { return last_ - d_ + 1; }

 private:
  int d_, last_ = 0;
  workspace<int> table_;
};

}  // namespace

task bcast_logp_tree(process& self, buffer data, int root, loggp on) {
  const int p = self.size();
  if (p == 1) co_return;
  const int d = delay(on, static_cast<double>(data.bytes()), p);
  const reach reached(p, d);
  const int v = relative_rank(self.rank(), root, p);
  // Of n processes from `from` on, which are reached in t gaps, the first child takes those from `child` on.
  for (int from = 0, n = p, t = reached.time(); n > 1;) {
    const int rest = reached.in(t - 1), child = from + rest;
    if (v == from) co_await self.send(data, absolute_rank(child, root, p));
    if (v == child) co_await self.recv(data, absolute_rank(from, root, p));
    if (v < child) {
      n = rest;
      --t;
    } else {
      from = child;
      n -= rest;
      if (n > 1) t = reached.time(n, t - d);
    }
  }
}

extern const algorithm bcast_logp_tree_entry{
    .of = collective::bcast,
    .name = "logp_tree",
    .summary = "the optimal tree for LogGP with L = 1.2 us, o = 0.4 us, g = 0.5 us, G = 0.4 ns",
    .source = "Karp, Sahay, Santos, Schauser 1993",
    .run = [](process& self, const call& c) { return bcast_logp_tree(self, c.out, c.root, typical); },
    .price =
        [](const shape& s) {
          const double rounds = s.p > 1 ? reach(s.p, delay(typical, s.bytes, s.p)).roots_children() : 0;
          return cost{.rounds = rounds, .bytes = rounds * s.bytes};
        },
};

}  // namespace tutti
