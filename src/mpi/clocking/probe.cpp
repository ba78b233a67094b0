// Measures the machine at start-up. Process 0 gives the orders. It asks processes of its node and of the next
// node to send echoes, to receive late, or to exchange messages with each other at the same time. It asks
// some processes of each node to exchange messages over growing distances. The others obey until process 0
// dismisses them. The result is coarser than a machine file, for which `tutti calibrate` takes seconds, but
// it tells InfiniBand from TCP.

#include "mpi/clocking/probe.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "mpi/clocking/probe_findings.hpp"
#include "mpi/clocking/probe_lanes.hpp"
#include "mpi/clocking/prober.hpp"
#include "mpi/data/kernels.hpp"
#include "mpi/start/patient_tree.hpp"
#include "node/copying.hpp"

namespace tutti::mpi {
namespace {

constexpr double enough = 10e-3;  // seconds: values not measured by then keep their defaults
constexpr double busy = 0.5e-3;   // seconds: a longer start-up only shows that the machine is busy

double slope(double from, int bytes_from, double to, int bytes_to) {
  return to > from ? (to - from) / (bytes_to - bytes_from) : to / bytes_to;
}

constexpr int medium = 4096;  // bytes

level_measurements measure_short(prober& p, int partner) {
  level_measurements l{.alpha = p.message(partner, prober::shortest)};
  if (l.alpha > busy) return {};
  l.beta = slope(l.alpha, prober::shortest, p.message(partner, medium), medium);
  return l;
}

// Adds the measurements of long messages. `beta`: the seconds per byte of consecutive short messages.
void measure_long(prober& p, int partner, level_measurements& l, double beta) {
  if (l.alpha == 0) return;
  constexpr double affordable = 1e-3, tolerance = 1.25;
  l.max_bytes = static_cast<int>(std::clamp(affordable / beta, 4.0 * medium, 1.0 * prober::longest));
  const int large = l.max_bytes / 4;
  const auto message = [&](int bytes, int times) {
    return p.message(partner, bytes, times, tolerance * (l.alpha + bytes * beta));
  };
  const double much = message(large, 4), most = message(l.max_bytes, 2);
  l.long_beta = slope(much, large, most, l.max_bytes);
  l.long_alpha = std::max(l.alpha, much - l.long_beta * large);
  if (l.long_alpha > busy) l = {};
}

// Returns the seconds per byte of consecutive short messages.
double beta_of_row(prober& p, int partner, double overhead) {
  constexpr int messages = 24, tries = 2;
  constexpr double affordable = 1e-3;
  double each = HUGE_VAL, spent = 0;
  for (int i = 0; i < tries && spent < affordable; ++i) {
    const prober::arrivals all = p.row(partner, medium, messages);
    each = std::min(each, (all.last - all.first) / (messages - 1));
    spent += all.last;
  }
  return (each - overhead) / medium;
}

// Adds the measurements of consecutive and of long messages between nodes.
void measure_network(prober& p, int partner, double overhead, level_measurements& l) {
  if (l.alpha == 0) return;
  const double alone = l.beta, in_a_row = beta_of_row(p, partner, overhead);
  // A network may carry a single message faster than consecutive ones: token buckets limit the rates of
  // virtual machines in that way. How full the bucket is depends on the program. The geometric mean of both
  // rates is wrong by the same factor for a full and for an empty bucket.
  if (in_a_row > alone) l.beta = std::sqrt(in_a_row * alone);
  measure_long(p, partner, l, std::max(in_a_row, alone));
}

// Returns the seconds per byte of tutti's own summation kernel, which reductions use.
double time_to_combine() {
  constexpr int count = 8192;
  std::vector<double> a(count), b(count);
  const kernel add = kernel_for(arithmetic::sum, number::f64);
  const auto* const left = reinterpret_cast<const std::byte*>(a.data());
  auto* const right = reinterpret_cast<std::byte*>(b.data());
  double least = HUGE_VAL;
  for (int i = 0; i < 3; ++i) {
    const double begin = PMPI_Wtime();
    add(left, right, right, count);
    least = std::min(least, PMPI_Wtime() - begin);
  }
  return least / (count * sizeof(double));
}

// Returns the seconds per byte of a copy within the cache. Most data that algorithms copy have just been sent
// or received, and are still in the cache.
double time_to_copy() {
  constexpr std::size_t bytes = 65536;
  std::vector<std::byte> a(bytes), b(bytes);
  double least = HUGE_VAL;
  for (int i = 0; i < 5; ++i) {
    const double begin = PMPI_Wtime();
    node::copy_bytes(b.data(), a.data(), bytes);
    asm volatile("" : : "r"(b.data()) : "memory");  // keeps the compiler from removing the copy
    least = std::min(least, PMPI_Wtime() - begin);
  }
  return least / bytes;
}

// The processes that take part, in the order of their ranks.
struct participants {
  std::vector<int> here, there;         // the processes of process 0's node, and those of the next node
  std::vector<std::vector<int>> nodes;  // the first processes of each node, of the first 256 nodes

  static constexpr std::size_t most_nodes = 256, most_of_each = 4;

  explicit participants(const world& w) {
    int other = -1;
    std::map<int, std::size_t> known;
    for (int r = 0; r < w.size; ++r) {
      const int near = w.domains[static_cast<std::size_t>(r)], node = w.nodes[static_cast<std::size_t>(r)];
      if (other < 0 && near != w.domains[0]) other = near;
      if (near == w.domains[0]) here.push_back(r);
      if (near == other) there.push_back(r);
      const std::size_t k = known.try_emplace(node, known.size()).first->second;
      if (k == nodes.size() && k < most_nodes) nodes.emplace_back();
      if (k < nodes.size() && nodes[k].size() < most_of_each) nodes[k].push_back(r);
    }
  }
  // Lists one process of each node, then a second one of each node, and so on.
  [[nodiscard]] ring_through_nodes ring() const {
    ring_through_nodes r{.nodes = static_cast<int>(nodes.size())};
    for (std::size_t j = 0; j < most_of_each; ++j)
      for (const auto& of : nodes)
        if (j < of.size()) r.ranks.push_back(of[j]);
    return r;
  }
  // Returns all ranks once, except 0.
  [[nodiscard]] std::vector<int> all() const {
    std::vector<int> a = here;
    a.insert(a.end(), there.begin(), there.end());
    for (const auto& of : nodes) a.insert(a.end(), of.begin(), of.end());
    std::ranges::sort(a);
    a.erase(std::unique(a.begin(), a.end()), a.end());
    std::erase(a, 0);
    return a;
  }
};

// True if successive messages to one process arrive one after the other, so that the first blocks of a
// pipeline arrive early. False if they share the link, so that the first one arrives late. The first message
// also arrives late if its receiver is late, so the best of several tries counts.
bool come_in_order(prober& p, int partner, int longest, const level_measurements& l) {
  constexpr int messages = 8, tries = 3;
  constexpr double affordable = 1e-3;
  const int bytes = static_cast<int>(std::clamp(affordable / (messages * l.beta), 1024.0, 1.0 * longest));
  const double alone = p.message(partner, bytes) + l.alpha;  // plus the short answer
  bool late = true;
  for (int i = 0; i < tries && late; ++i) {
    const prober::arrivals all = p.row(partner, bytes, messages);
    const double each = (all.last - alone) / (messages - 1);
    late = each > 0 && all.first - alone > each;
  }
  return !late;
}

// Returns the seconds for which a short message occupies a process at each end, while all nodes send several
// of them at once. They may share a resource that a single pair of processes has for itself: a network card,
// or, on virtual machines, the processors.
double overhead_together(prober& p, double alpha) {
  constexpr double slow = 20e-6;  // seconds; with longer start-ups, one try (some ten start-ups) must do
  const int several = std::min(3, p.most_around()), tries = alpha > slow ? 1 : 4;
  if (several < 2) return 0;
  const auto [one, all] = p.around(several, tries);
  return std::max(0.0, all - one) / (2 * (several - 1));
}

findings drive(prober& p, const participants& n) {
  const double begin = PMPI_Wtime();
  const auto in_time = [begin] { return PMPI_Wtime() - begin < enough; };
  findings f{.gamma = time_to_combine(), .copying = time_to_copy()};
  const bool far = !n.there.empty();
  const int partner = far ? n.there[0] : n.here[1];
  if (n.here.size() > 1) f.within = measure_short(p, n.here[1]);
  if (far) f.between = measure_short(p, partner);
  if ((far ? f.between : f.within).alpha > 0) f.overhead = p.overhead(partner);
  if (n.here.size() > 1) measure_long(p, n.here[1], f.within, f.within.beta);
  if (far && f.overhead > 0) f.overhead_together = overhead_together(p, f.between.alpha);
  if (far) measure_network(p, partner, f.overhead, f.between);
  const int most = (far ? f.between : f.within).max_bytes;
  if (most == 0) return {};
  const auto leaves_at_once = [&](int bytes) {
    return bytes <= most && in_time() && p.is_eager(partner, bytes);
  };
  // Finds the largest eager power of two from 1 KiB on. Bisection needs few tests, and each test is slow,
  // because it waits for a late receiver.
  unsigned leaves = 9,
           waits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(most)));  // exponents
  while (waits > leaves + 1) {
    const unsigned middle = (leaves + waits) / 2;
    (leaves_at_once(1 << middle) ? leaves : waits) = middle;
  }
  if (leaves > 9) f.eager = 1 << leaves;
  // Eager limits are powers of two, or powers of two minus a header.
  constexpr int header = 512;
  if (f.eager > 0 && leaves_at_once((1 << waits) - header)) f.eager = (1 << waits) - header;
  if (far && f.eager > 0 && in_time())
    f.in_order = come_in_order(p, partner, std::min(static_cast<int>(f.eager), most), f.between);
  // Within a node, short messages are copied in and out, between cores that take the cache lines from each
  // other. Each of several consecutive messages, as in a pipeline, may take longer than half a round trip. A
  // process that sends and receives at once copies twice.
  const int piece = std::min(static_cast<int>(f.eager), 16384);
  double row = 0, both = 0;
  if (piece > 0 && f.within.max_bytes > 0 && in_time()) {
    constexpr int tries = 4, times = 4;
    row = p.in_a_row(n.here[1], piece);
    both = HUGE_VAL;
    for (int i = 0; i < tries; ++i) both = std::min(both, p.exchange(n.here[1], piece, times));
  }
  // Measures memory first, because the network is slow and may use up the remaining time.
  rank_pairs pairs;
  for (std::size_t i = 0; i + 1 < n.here.size(); i += 2) pairs.push_back({n.here[i], n.here[i + 1]});
  const double both_ways = 2.0 * static_cast<double>(pairs.size());
  if (in_time() && f.within.max_bytes > 0) f.memory = lanes_of(p, pairs, both_ways, f.within);
  pairs.clear();
  for (std::size_t i = 0; i < std::min(n.here.size(), n.there.size()); ++i)
    pairs.push_back({n.here[i], n.there[i]});
  const auto all = static_cast<double>(pairs.size());
  if (far && in_time())
    f.lanes = all > 1 ? lanes_of(p, pairs, all, f.between) : lanes_of_one(p, partner, f.between);
  if (n.nodes.size() >= 4 && in_time()) f.leaves = leaves_of(p, n.nodes, f.lanes, f.between);
  if (row > 0) {
    const double sharing = f.memory > 0 ? std::max(1.0, 2 / f.memory) : 1;
    f.within.beta = std::max({f.within.beta, row / piece, (both - f.within.alpha) / (sharing * piece)});
  }
  return f;
}

}  // namespace

std::optional<measured_machine> probe(const world& w) {
  if (w.size < 2) return {};
  findings f;
  const patient_tree all(w);
  all.gather('\0');  // nothing is measured while processes still start
  const participants n(w);
  const std::vector<int> others = n.all();
  if (w.rank == 0) {
    prober p(w, n.ring());
    f = drive(p, n);
    for (const int r : others) p.dismiss(r);
  } else if (std::ranges::binary_search(others, w.rank)) {
    prober(w, n.ring()).serve();
  }
  std::string text(reinterpret_cast<const char*>(&f), sizeof f);
  all.broadcast(text);
  std::memcpy(&f, text.data(), sizeof f);
  if (!(f.within.alpha > 0 || f.between.alpha > 0)) return {};
  return measured_machine{to_network(f), to_network_sending(f)};
}

}  // namespace tutti::mpi
