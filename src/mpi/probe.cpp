// A machine that is known at once. Process 0 drives: it asks processes of its node and of the next one for echoes, to be late, or to
// have echoes with each other meanwhile, and one or some of each node for messages over longer and longer ways, and clocks them; they do
// as they are asked until they are dismissed. Too little for a
// machine file, which `tutti calibrate` finds in seconds; enough to tell InfiniBand from TCP.

#include "mpi/probe.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "mpi/blocking_process.hpp"
#include "mpi/kernels.hpp"
#include "node/copying.hpp"

namespace tutti::mpi {
namespace {

constexpr int tag = 0;
constexpr double enough = 10e-3;  // seconds: what has not been clocked by then is left as is usual
constexpr double busy =
    0.5e-3;  // a start-up that takes as long says that the machine is busy, and nothing else

enum class task_of : int { dismissed, echo, drain, late, exchange, at_once, drive };

struct order {
  task_of what = task_of::dismissed;
  int bytes = 0, times = 0;
  int partner = 0;  // with whom: who is asked to drive is told, others have it with whoever asks
};

// Messages of some processes, each with a buffer for the longest, and another one for what comes while it sends.
class prober {
 public:
  explicit prober(const world& w)
      : w_(w), by_(route_in(w)), self_(by_, tag), data_(2 * std::size_t{longest}) {}

  static constexpr int shortest = 8, longest = 256 * 1024;

  void give(int to, const order& o) { check(PMPI_Send(&o, sizeof o, MPI_BYTE, to, tag, w_.channel)); }
  /// Does what it is asked for until it is dismissed.
  void serve() {
    for (order o = take(); o.what != task_of::dismissed; o = take()) {
      if (o.what == task_of::late) {
        come_late(o);
      } else if (o.what == task_of::echo) {
        echo(o);
      } else if (o.what == task_of::drain) {
        drain(o);
      } else if (o.what == task_of::at_once) {
        all_at_once(o.partner, o.bytes, o.times, false);
        send(o.partner, 0);
      } else if (o.what == task_of::exchange) {
        exchanges(o.partner, o.bytes, o.times);
      } else {
        exchange(o.partner, o.bytes, o.times);
        send(0, 0);
      }
    }
  }
  /// Seconds of a message, half of there and back: the least of several.
  double message(int partner, int bytes, int times = 8) {
    give(partner, {task_of::echo, bytes, 1, 0});
    const double first = there_and_back(partner, bytes);
    constexpr double little = 0.5e-3;
    times = std::clamp(static_cast<int>(little / first), 1, times);
    give(partner, {task_of::echo, bytes, times, 0});
    double least = first;
    for (int i = 0; i < times; ++i) least = std::min(least, there_and_back(partner, bytes));
    return least;
  }
  /// Seconds of each further message of a row.
  double in_a_row(int partner, int bytes) {
    constexpr int several = 6, tries = 4;
    double one = HUGE_VAL, all = HUGE_VAL;
    for (int i = 0; i < tries; ++i) {
      one = std::min(one, row(partner, bytes, 1).last);
      all = std::min(all, row(partner, bytes, several).last);
    }
    return (all - one) / (several - 1);
  }
  /// Seconds from the beginning of a row of messages until the first one is there, and until the last one is; both with a short
  /// message back.
  struct arrivals {
    double first, last;
  };
  arrivals row(int partner, int bytes, int messages) {
    give(partner, {task_of::drain, bytes, messages, 0});
    const double begin = PMPI_Wtime();
    for (int k = 0; k < messages; ++k) send(partner, bytes);
    const double between = drained(partner), last = PMPI_Wtime() - begin;
    return {last - between, last};
  }
  /// Seconds until several messages are there that left at once, with a short one back; all together not longer than one may be.
  double at_once(int partner, int bytes, int messages) {
    give(partner, {task_of::at_once, bytes, messages, 0});
    const double begin = PMPI_Wtime();
    all_at_once(partner, bytes, messages, true);
    receive(partner, 0);
    return PMPI_Wtime() - begin;
  }
  /// Seconds of a message each way at once.
  double exchange(int partner, int bytes, int times) {
    give(partner, {task_of::exchange, bytes, times, 0});
    return exchanges(partner, bytes, times);
  }
  /// The same, while other pairs of processes have theirs.
  double together(const std::vector<std::array<int, 2>>& pairs, int bytes) {
    constexpr int times = 2;
    for (const auto& [a, b] : pairs)
      if (a != 0) give(a, {task_of::drive, bytes, 2 * times, b});
    const double seconds = exchange(pairs.front()[1], bytes, times);
    for (const auto& [a, b] : pairs)
      if (a != 0) receive(a, 0);
    return seconds;
  }
  /// Seconds until the sender of a short message can send the next, and until the receiver of one that is there can take the next: the
  /// mean of both.
  double overhead(int partner) {
    constexpr int times = 8;
    give(partner, {task_of::late, shortest, times, 0});
    const double begin = PMPI_Wtime();
    for (int i = 0; i < times; ++i) send(partner, shortest);
    const double sending = (PMPI_Wtime() - begin) / times;
    return (sending + drained(partner) / (times - 1)) / 2;
  }
  /// Whether a message leaves before its receiver asks for it.
  bool is_eager(int partner, int bytes) {
    give(partner, {task_of::late, bytes, 1, 0});
    const double begin = PMPI_Wtime();
    send(partner, bytes);
    const bool gone = PMPI_Wtime() - begin < lateness / 2;
    drained(partner);
    return gone;
  }

 private:
  static constexpr double lateness = 300e-6;  // seconds

  static route route_in(const world& w) {
    route by{.channel = w.channel, .own = w.own};
    by.rank = w.rank, by.size = w.size;
    by.take_links(w.near);
    return by;
  }
  // As algorithms' messages travel.
  void begin(transfer t) {
    self_.start({&t, 1}, std::source_location::current());
    check(self_.failed());
  }
  void send(int to, int bytes) { begin({.out = data(bytes), .to = to}); }
  void receive(int from, int bytes) { begin({.in = data(bytes), .from = from}); }
  buffer data(int bytes) { return {data_.data(), static_cast<std::size_t>(bytes), byte_type}; }
  // Not where others read at the same time.
  buffer room(int bytes) { return {data_.data() + longest, static_cast<std::size_t>(bytes), byte_type}; }
  // From process 0, or from whoever was asked to drive.
  order take() {
    order o;
    MPI_Status from;
    check(PMPI_Recv(&o, sizeof o, MPI_BYTE, MPI_ANY_SOURCE, tag, w_.channel, &from));
    if (o.what != task_of::drive) o.partner = from.MPI_SOURCE;
    return o;
  }
  void come_late(const order& o) {
    const double begin = PMPI_Wtime();
    for (int any = 0; PMPI_Wtime() - begin < lateness;)  // simulated clocks go on only in a call
      check(PMPI_Iprobe(0, tag, w_.own, &any, MPI_STATUS_IGNORE));
    drain(o);
  }
  // Says how long it took from the first message to the last.
  void drain(const order& o) {
    receive(o.partner, o.bytes);
    const double first = PMPI_Wtime();
    for (int i = 1; i < o.times; ++i) receive(o.partner, o.bytes);
    const double seconds = PMPI_Wtime() - first;
    std::memcpy(data_.data(), &seconds, sizeof seconds);
    send(o.partner, sizeof seconds);
  }
  double drained(int partner) {
    double seconds = 0;
    receive(partner, sizeof seconds);
    std::memcpy(&seconds, data_.data(), sizeof seconds);
    return seconds;
  }
  void all_at_once(int partner, int bytes, int messages, bool out) {
    std::vector<transfer> all;
    for (int k = 0; k < messages; ++k) {
      const auto size = static_cast<std::size_t>(bytes);
      const buffer part{data_.data() + static_cast<std::size_t>(k) * size, size, byte_type};
      all.push_back(out ? transfer{.out = part, .to = partner} : transfer{.in = part, .from = partner});
    }
    self_.start(all, std::source_location::current());
    check(self_.failed());
  }
  void echo(const order& o) {
    for (int i = 0; i < o.times; ++i) {
      receive(o.partner, o.bytes);
      send(o.partner, o.bytes);
    }
  }
  // The mean, after a first one for which the others may not be there yet.
  double exchanges(int partner, int bytes, int times) {
    const auto one = [&] { begin({.out = data(bytes), .to = partner, .in = room(bytes), .from = partner}); };
    one();
    const double begin = PMPI_Wtime();
    for (int i = 0; i < times; ++i) one();
    return (PMPI_Wtime() - begin) / times;
  }
  double there_and_back(int partner, int bytes) {
    const double begin = PMPI_Wtime();
    send(partner, bytes);
    receive(partner, bytes);
    return (PMPI_Wtime() - begin) / 2;
  }

  const world& w_;
  route by_;
  blocking_process self_;
  std::vector<std::byte> data_;
};

// What is found, seconds and bytes; sent as it is.
struct level_found {
  double alpha = 0, beta = 0;            // of short messages
  double long_alpha = 0, long_beta = 0;  // of long ones
  int most = 0;                          // bytes that are not too long to be clocked
};
struct findings {
  level_found within, between;
  double overhead = 0, eager = 0, lanes = 1, memory = 0, gamma = 0, copying = 0;
  leaf_switches leaves;
  bool in_order = true;
};

level_found found_with(prober& p, int partner) {
  level_found l{.alpha = p.message(partner, prober::shortest)};
  if (l.alpha > busy) return {};
  const auto slope = [](double from, int bytes_from, double to, int bytes_to) {
    return to > from ? (to - from) / (bytes_to - bytes_from) : to / bytes_to;
  };
  constexpr int medium = 4096;
  constexpr double affordable = 1e-3;
  l.beta = slope(l.alpha, prober::shortest, p.message(partner, medium), medium);
  l.most = static_cast<int>(std::clamp(affordable / l.beta, 4.0 * medium, 1.0 * prober::longest));
  const int large = l.most / 4;
  const double much = p.message(partner, large, 4), most = p.message(partner, l.most, 2);
  l.long_beta = slope(much, large, most, l.most);
  l.long_alpha = std::max(l.alpha, much - l.long_beta * large);
  if (l.long_alpha > busy) return {};
  return l;
}

// By what combines such numbers in a call: tutti's own loop, not the MPI library's.
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

// Of what is in the cache, as most of what algorithms copy has just been sent or received.
double time_to_copy() {
  constexpr std::size_t bytes = 65536;
  std::vector<std::byte> a(bytes), b(bytes);
  double least = HUGE_VAL;
  for (int i = 0; i < 5; ++i) {
    const double begin = PMPI_Wtime();
    node::copy_bytes(b.data(), a.data(), bytes);
    asm volatile("" : : "r"(b.data()) : "memory");  // as if somebody looked at it
    least = std::min(least, PMPI_Wtime() - begin);
  }
  return least / bytes;
}

// Who takes part, in the order of their ranks.
struct participants {
  std::vector<int> here, there;         // the processes of process 0's node, and those of the next node
  std::vector<std::vector<int>> nodes;  // the first ones of each node, which may be many

  explicit participants(const world& w) {
    constexpr std::size_t most_nodes = 256, most_of_each = 4;
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
  // But for process 0, each once.
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

// To a quarter of an octave: what is clocked twice is often the same then, and so is what is chosen.
double rounded(double x) { return x > 0 ? std::exp2(std::round(4 * std::log2(x)) / 4) : 0; }

using pairs_of = std::vector<std::array<int, 2>>;

// How many of n messages are at full speed at once, by how much longer they take when all pairs have one each way; 0 where
// that does not show. As long as can be afforded if only one is: a node may have a hundred pairs, and the next question waits.
double lanes_of(prober& p, const pairs_of& pairs, double n, const level_found& l) {
  if (n < 2) return n;
  constexpr double affordable = 2e-3;
  constexpr int one_way = 6, least = 16384;  // messages one after the other; more than a start-up
  const int bytes = static_cast<int>(
      std::clamp(affordable / (one_way * n * l.long_beta), 1.0 * std::min(least, l.most), 1.0 * l.most));
  const double startup = l.long_alpha, alone = p.message(pairs.front()[1], bytes, 2) - startup,
               together = p.together(pairs, bytes) - startup;
  constexpr double noise = 1.1;
  if (alone <= 0) return 0;
  return together > noise * alone ? rounded(n / std::min(together / alone, n)) : n;
}

// The same of messages of one process, where it is alone on its node.
double lanes_of_one(prober& p, int partner, const level_found& l) {
  constexpr int messages = 8, tries = 2;
  const int bytes = std::min(l.most, prober::longest / messages);
  const double startup = l.long_alpha, alone = p.message(partner, bytes, tries) - startup;
  double together = HUGE_VAL;
  for (int i = 0; i < tries; ++i)
    together = std::min(together, p.at_once(partner, bytes, messages) - l.alpha - startup);
  if (alone <= 0 || together <= 0) return 1;
  return rounded(messages / std::clamp(together / alone, 1.0, 1.0 * messages));
}

// Whether the uplinks of switches slow messages down: each node exchanges messages with the one at distance 1, 2, 4, ..., all at once,
// so many of its processes as fill its link. From the distance on at which that takes longer the nodes are at different switches.
leaf_switches leaves_of(prober& p, const std::vector<std::vector<int>>& nodes, double lanes,
                        const level_found& l) {
  std::size_t each = static_cast<std::size_t>(std::ceil(std::max(1.0, lanes)));
  for (const auto& of : nodes) each = std::min(each, of.size());
  constexpr double affordable = 0.25e-3;
  const int bytes = std::min(
      l.most, std::max(16384, static_cast<int>(affordable / (static_cast<double>(each) * l.long_beta))));
  if (bytes * l.long_beta > 4 * affordable) return {};  // a slow link is what matters
  const auto at_distance = [&](std::size_t d) {
    pairs_of pairs;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (const std::size_t k = i ^ d; i < k && k < nodes.size())
        for (std::size_t j = 0; j < each; ++j) pairs.push_back({nodes[i][j], nodes[k][j]});
    return std::max(0.0, p.together(pairs, bytes) - l.long_alpha);
  };
  constexpr double slower = 1.4;
  double near = at_distance(1);
  for (std::size_t d = 2; 2 * d <= nodes.size(); d *= 2) {
    double far = at_distance(d);
    if (far > slower * near) {  // somebody else may have been in the way
      far = std::min(far, at_distance(d));
      near = std::max(near, at_distance(1));
    }
    if (near > 0 && far > slower * near)
      return {static_cast<int>(d), rounded(static_cast<double>(d * each) * near / far)};
  }
  return {};
}

// Whether the messages of a row come one after the other, so that a pipeline's first blocks are there early, or share the link, so that
// the first one is late. (So it seems, too, if its receiver is: in the best of several tries.)
bool come_in_order(prober& p, int partner, int longest, const level_found& l) {
  constexpr int messages = 8, tries = 3;
  constexpr double affordable = 1e-3;
  const int bytes = static_cast<int>(std::clamp(affordable / (messages * l.beta), 1024.0, 1.0 * longest));
  const double alone = p.message(partner, bytes) + l.alpha;  // and one back
  bool late = true;
  for (int i = 0; i < tries && late; ++i) {
    const prober::arrivals all = p.row(partner, bytes, messages);
    const double each = (all.last - alone) / (messages - 1);
    late = each > 0 && all.first - alone > each;
  }
  return !late;
}

findings drive(prober& p, const participants& n) {
  const double begin = PMPI_Wtime();
  const auto in_time = [begin] { return PMPI_Wtime() - begin < enough; };
  findings f{.gamma = time_to_combine(), .copying = time_to_copy()};
  if (n.here.size() > 1) f.within = found_with(p, n.here[1]);
  if (!n.there.empty()) f.between = found_with(p, n.there[0]);
  const bool far = !n.there.empty();
  const int partner = far ? n.there[0] : n.here[1], most = far ? f.between.most : f.within.most;
  if (most == 0) return {};
  if (in_time()) f.overhead = p.overhead(partner);
  const auto leaves_at_once = [&](int bytes) {
    return bytes <= most && in_time() && p.is_eager(partner, bytes);
  };
  int bytes = 1024;
  for (; leaves_at_once(bytes); bytes *= 2) f.eager = bytes;
  // Limits are powers of two but for a header.
  constexpr int header = 512;
  if (f.eager > 0 && leaves_at_once(bytes - header)) f.eager = bytes - header;
  if (far && f.eager > 0 && in_time())
    f.in_order = come_in_order(p, partner, std::min(static_cast<int>(f.eager), most), f.between);
  // A node's processes copy short messages in and out, between cores that take the cache lines from each other: a row of those, as in
  // a pipeline, may take longer than one that comes and goes; and who sends and receives copies twice.
  const int piece = std::min(static_cast<int>(f.eager), 16384);
  double row = 0, both = 0;
  if (piece > 0 && f.within.most > 0 && in_time()) {
    constexpr int tries = 4, times = 4;
    row = p.in_a_row(n.here[1], piece);
    both = HUGE_VAL;
    for (int i = 0; i < tries; ++i) both = std::min(both, p.exchange(n.here[1], piece, times));
  }
  // Memory first: what is slow, and may be all that there is time for, is the network.
  pairs_of pairs;
  for (std::size_t i = 0; i + 1 < n.here.size(); i += 2) pairs.push_back({n.here[i], n.here[i + 1]});
  const double both_ways = 2.0 * static_cast<double>(pairs.size());
  if (in_time() && f.within.most > 0) f.memory = lanes_of(p, pairs, both_ways, f.within);
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

network as_network(const findings& f) {
  const level_found &near = f.within.alpha > 0 ? f.within : f.between,
                    &far = f.between.alpha > 0 ? f.between : f.within;
  const std::size_t eager = f.eager > 0 ? static_cast<std::size_t>(f.eager) : 16384;
  // No message is faster than a shorter one, whatever was clocked of one and the other.
  const auto level_of = [eager](const level_found& l) {
    const double least = l.alpha + (l.beta - l.long_beta) * static_cast<double>(eager);
    return level{.size = 2,
                 .pieces = {{0, rounded(l.alpha), rounded(l.beta)},
                            {eager + 1, rounded(std::max(l.long_alpha, least)), rounded(l.long_beta)}}};
  };
  network on;
  on.model = hierarchical_model({level_of(near), level_of(far)});
  on.links = cluster(2, 2, std::max(1.0, f.lanes), f.memory, f.leaves);
  on.sharing = link_sharing::max_min;
  on.gamma = rounded(f.gamma);
  on.copying = rounded(f.copying);
  constexpr double at_one_end = 0.2, most = 0.4;  // of a start-up
  const double startup = std::min(near.alpha, far.alpha);
  on.overhead = rounded(f.overhead > 0 ? std::min(f.overhead, most * startup) : at_one_end * startup);
  on.eager = static_cast<double>(eager);
  on.in_order = f.in_order;
  return on;
}

}  // namespace

std::optional<network> probe(const world& w) {
  if (w.size < 2) return {};
  findings f;
  const participants n(w);
  const std::vector<int> others = n.all();
  if (w.rank == 0) {
    prober p(w);
    f = drive(p, n);
    for (const int r : others) p.give(r, {});
  } else if (std::ranges::binary_search(others, w.rank)) {
    prober(w).serve();
  }
  check(PMPI_Bcast(&f, sizeof f, MPI_BYTE, 0, w.channel));
  if (!(f.within.alpha > 0 || f.between.alpha > 0)) return {};
  return as_network(f);
}

}  // namespace tutti::mpi
