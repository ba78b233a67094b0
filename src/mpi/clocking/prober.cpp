#include "mpi/clocking/prober.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include "mpi/progress/patience.hpp"
#include "mpi/start/patient_tree.hpp"
#include "tutti/ranks.hpp"

namespace tutti::mpi {
namespace {

constexpr int tag = 0, tag_beside = 2;  // patient_tree uses tag 1
constexpr double lateness = 300e-6;     // seconds

// True if the process at this distance on the ring is on another node, provided that the ring has equally
// many processes of each node.
bool leaves_node(int distance, const ring_through_nodes& ring) { return distance % ring.nodes != 0; }

route route_in(const world& w) {
  route by{.channel = w.channel, .self_comm = w.self_channel};
  by.rank = w.rank, by.size = w.size;
  by.take_links(w.near);
  return by;
}

}  // namespace

prober::prober(const world& w, ring_through_nodes ring)
    : w_(w),
      ring_(std::move(ring)),
      route_(route_in(w)),
      self_(route_, tag),
      beside_(route_, tag_beside),
      data_(2 * std::size_t{longest}) {}

void prober::serve() {
  for (order o = receive_order(); o.what != task_of::dismissed; o = receive_order()) {
    if (o.what == task_of::late) {
      come_late(o);
    } else if (o.what == task_of::echo) {
      echo(o);
    } else if (o.what == task_of::drain) {
      drain(o);
    } else if (o.what == task_of::at_once) {
      all_at_once(o.partner, o.bytes, o.times, false);
      send(o.partner, 0);
    } else if (o.what == task_of::around) {
      steps_around(o.several, o.times);
    } else if (o.what == task_of::exchange) {
      exchanges(o.partner, o.bytes, o.times);
    } else {
      exchange(o.partner, o.bytes, o.times);
      send(0, 0);
    }
  }
}

double prober::message(int partner, int bytes, int times, double expected) {
  send_order(partner, {task_of::echo, bytes, 1, 0});
  const double first = half_round_trip(partner, bytes);
  constexpr double little = 0.5e-3;
  if (first > little && first <= expected) return first;
  times = std::clamp(static_cast<int>(little / first), 1, times);
  send_order(partner, {task_of::echo, bytes, times, 0});
  double least = first;
  for (int i = 0; i < times; ++i) least = std::min(least, half_round_trip(partner, bytes));
  return least;
}

double prober::in_a_row(int partner, int bytes) {
  constexpr int several = 6, tries = 4;
  double one = HUGE_VAL, all = HUGE_VAL;
  for (int i = 0; i < tries; ++i) {
    one = std::min(one, row(partner, bytes, 1).last);
    all = std::min(all, row(partner, bytes, several).last);
  }
  return (all - one) / (several - 1);
}

prober::arrivals prober::row(int partner, int bytes, int messages) {
  send_order(partner, {task_of::drain, bytes, messages, 0});
  const double begin = PMPI_Wtime();
  for (int k = 0; k < messages; ++k) send(partner, bytes);
  const double between = drained(partner), last = PMPI_Wtime() - begin;
  return {last - between, last};
}

double prober::at_once(int partner, int bytes, int messages) {
  send_order(partner, {task_of::at_once, bytes, messages, 0});
  const double begin = PMPI_Wtime();
  all_at_once(partner, bytes, messages, true);
  receive(partner, 0);
  return PMPI_Wtime() - begin;
}

double prober::exchange(int partner, int bytes, int times) {
  send_order(partner, {task_of::exchange, bytes, times, 0});
  return exchanges(partner, bytes, times);
}

double prober::together(const rank_pairs& pairs, int bytes) {
  constexpr int times = 2;
  for (const auto& [a, b] : pairs)
    if (a != 0) send_order(a, {task_of::drive, bytes, 2 * times, b});
  const double seconds = exchange(pairs.front()[1], bytes, times);
  for (const auto& [a, b] : pairs)
    if (a != 0) receive(a, 0);
  return seconds;
}

int prober::most_around() const {
  int most = 0;
  for (int d = 1; d < std::ssize(ring_.ranks); ++d) most += leaves_node(d, ring_);
  return most;
}

prober::steps prober::around(int several, int tries) {
  for (const int r : ring_.ranks)
    if (r != w_.rank) send_order(r, {.what = task_of::around, .times = tries, .several = several});
  return steps_around(several, tries);
}

double prober::overhead(int partner) {
  constexpr int times = 8;
  send_order(partner, {task_of::late, shortest, times, 0});
  const double begin = PMPI_Wtime();
  for (int i = 0; i < times; ++i) send(partner, shortest);
  const double sending = (PMPI_Wtime() - begin) / times;
  // The late receiver may have taken the messages from the network already, when it looked for others.
  return std::max(sending, drained(partner) / (times - 1));
}

bool prober::is_eager(int partner, int bytes) {
  send_order(partner, {task_of::late, bytes, 1, 0});
  const double begin = PMPI_Wtime();
  send(partner, bytes);
  const bool gone = PMPI_Wtime() - begin < lateness / 2;
  drained(partner);
  return gone;
}

void prober::send_order(int to, const order& o) {
  check(PMPI_Send(&o, sizeof o, MPI_BYTE, to, tag, w_.channel));
}

prober::order prober::receive_order() {
  // no sleep: the measurement begins when the order arrives
  constexpr auto on_own_core = std::chrono::milliseconds(20);
  order o;
  MPI_Status from;
  MPI_Request arrival = MPI_REQUEST_NULL;
  check(PMPI_Irecv(&o, sizeof o, MPI_BYTE, MPI_ANY_SOURCE, tag, w_.channel, &arrival));
  wait_patiently(arrival, w_.near.crowded ? patience() : patience(on_own_core), &from);
  if (o.what != task_of::drive) o.partner = from.MPI_SOURCE;
  return o;
}

void prober::echo(const order& o) {
  for (int i = 0; i < o.times; ++i) {
    receive(o.partner, o.bytes);
    send(o.partner, o.bytes);
  }
}

double prober::half_round_trip(int partner, int bytes) {
  const double begin = PMPI_Wtime();
  send(partner, bytes);
  receive(partner, bytes);
  return (PMPI_Wtime() - begin) / 2;
}

void prober::drain(const order& o) {
  receive(o.partner, o.bytes);
  const double first = PMPI_Wtime();
  for (int i = 1; i < o.times; ++i) receive(o.partner, o.bytes);
  const double seconds = PMPI_Wtime() - first;
  std::memcpy(data_.data(), &seconds, sizeof seconds);
  send(o.partner, sizeof seconds);
}

double prober::drained(int partner) {
  double seconds = 0;
  receive(partner, sizeof seconds);
  std::memcpy(&seconds, data_.data(), sizeof seconds);
  return seconds;
}

void prober::come_late(const order& o) {
  const double begin = PMPI_Wtime();
  for (int any = 0; PMPI_Wtime() - begin < lateness;)  // a simulated clock advances only in MPI calls
    check(PMPI_Iprobe(0, tag, w_.self_channel, &any, MPI_STATUS_IGNORE));
  drain(o);
}

void prober::all_at_once(int partner, int bytes, int messages, bool out) {
  std::vector<transfer> all;
  for (int k = 0; k < messages; ++k) {
    const auto size = static_cast<std::size_t>(bytes);
    const buffer part{data_.data() + static_cast<std::size_t>(k) * size, size, byte_type};
    all.push_back(out ? transfer{.out = part, .to = partner} : transfer{.in = part, .from = partner});
  }
  self_.start(all, std::source_location::current());
  check(self_.failed());
}

double prober::exchanges(int partner, int bytes, int times) {
  const auto one = [&] { begin({.out = data(bytes), .to = partner, .in = room(bytes), .from = partner}); };
  one();
  const double begin = PMPI_Wtime();
  for (int i = 0; i < times; ++i) one();
  return (PMPI_Wtime() - begin) / times;
}

double prober::step_around(int messages, int tries) {
  const auto n = static_cast<int>(std::ssize(ring_.ranks));
  const auto at = static_cast<int>(std::ranges::find(ring_.ranks, w_.rank) - ring_.ranks.begin());
  std::vector<transfer> step;
  for (int d = 1; std::ssize(step) < messages; ++d) {
    if (!leaves_node(d, ring_)) continue;
    const buffer in{data_.data() + (step.size() + 1) * shortest, shortest, byte_type};
    step.push_back({.out = data(shortest),
                    .to = ring_.ranks[static_cast<std::size_t>(ring(at, d, n))],
                    .in = in,
                    .from = ring_.ranks[static_cast<std::size_t>(ring(at, -d, n))]});
  }
  const auto one = [&] {
    std::vector<transfer> now = step;
    beside_.start(now, std::source_location::current());
    check(beside_.failed());
  };
  one();  // makes connections, and waits for late processes
  constexpr int times = 2;
  double least = HUGE_VAL;
  for (int i = 0; i < tries; ++i) {
    const double begin = PMPI_Wtime();
    for (int k = 0; k < times; ++k) one();
    least = std::min(least, (PMPI_Wtime() - begin) / times);
  }
  return least;
}

void prober::begin(transfer t) {
  self_.start({&t, 1}, std::source_location::current());
  check(self_.failed());
}

}  // namespace tutti::mpi
