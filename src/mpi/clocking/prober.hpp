#pragma once

#include <array>
#include <vector>

#include "mpi/start/world.hpp"
#include "mpi/transport/blocking_process.hpp"

namespace tutti::mpi {

using rank_pairs = std::vector<std::array<int, 2>>;

/// The first processes of each node, in an order in which neighbours are on different nodes.
struct ring_through_nodes {
  std::vector<int> ranks;
  int nodes = 0;
};

/// Measures messages between some processes. One process orders the others to exchange messages with it or
/// with each other. They obey until they are dismissed. Each process has a buffer for the longest message,
/// and another one for data that arrive while it sends.
class prober {
 public:
  static constexpr int shortest = 8, longest = 256 * 1024;  ///< bytes

  /// `ring`: for around(). It begins with process 0.
  prober(const world& w, ring_through_nodes ring);

  /// Executes orders until it is dismissed.
  void serve();
  void dismiss(int other) { send_order(other, {}); }

  /// Returns the time of a message in seconds: half a round trip, the minimum over several tries. A long
  /// message is not repeated if it takes at most `expected` seconds.
  double message(int partner, int bytes, int times = 8, double expected = 0);
  /// Returns the seconds that each further message of a sequence takes.
  double in_a_row(int partner, int bytes);
  /// Seconds from the start of a sequence of messages to the arrival of the first and of the last one. Both
  /// include a short answer.
  struct arrivals {
    double first, last;
  };
  arrivals row(int partner, int bytes, int messages);
  /// Returns the seconds that several messages sent at once take, including a short answer. Together they
  /// have at most `longest` bytes.
  double at_once(int partner, int bytes, int messages);
  /// Returns the seconds of two messages at once, one in each direction.
  double exchange(int partner, int bytes, int times);
  /// The same while the other pairs of processes exchange messages, too.
  double together(const rank_pairs& pairs, int bytes);
  /// Returns the longer of two times, in seconds: until the sender of a short message can send the next one,
  /// and until the receiver of a message that has arrived can take the next one.
  double overhead(int partner);
  /// Seconds of a step in which each process of the ring sends one or several short messages, each to another
  /// process after it, and receives as many from processes before it. The minimum over some tries.
  struct steps {
    double one, several;
  };
  steps around(int several, int tries);
  /// The largest number of messages for around().
  [[nodiscard]] int most_around() const;
  /// True if a message is eager: it leaves before its receiver posts the receive.
  bool is_eager(int partner, int bytes);

 private:
  enum class task_of : int { dismissed, echo, drain, late, exchange, at_once, drive, around };
  struct order {
    task_of what = task_of::dismissed;
    int bytes = 0, times = 0;
    int partner = 0;  // given if the task is `drive`, otherwise the sender of the order
    int several = 0;  // messages; given if the task is `around`
  };

  void send_order(int to, const order& o);
  // Receives an order from process 0, or from a process whose task is `drive`.
  order receive_order();

  void echo(const order& o);
  double half_round_trip(int partner, int bytes);
  // Receives messages, and sends back the seconds from the first to the last one.
  void drain(const order& o);
  double drained(int partner);
  void come_late(const order& o);
  void all_at_once(int partner, int bytes, int messages, bool out);
  // Returns the mean time without the first exchange, for which other processes may be late.
  double exchanges(int partner, int bytes, int times);

  double step_around(int messages, int tries);
  steps steps_around(int several, int tries) { return {step_around(1, tries), step_around(several, tries)}; }

  // Messages are sent and received as in algorithms.
  void begin(transfer t);
  void send(int to, int bytes) { begin({.out = data(bytes), .to = to}); }
  void receive(int from, int bytes) { begin({.in = data(bytes), .from = from}); }
  buffer data(int bytes) { return {data_.data(), static_cast<std::size_t>(bytes), byte_type}; }
  // A receive buffer separate from data(), which is read at the same time.
  buffer room(int bytes) { return {data_.data() + longest, static_cast<std::size_t>(bytes), byte_type}; }

  const world& w_;
  ring_through_nodes ring_;
  route route_;
  blocking_process self_;
  // Its messages have a tag of their own: a neighbour may send one before the order to receive it arrives.
  blocking_process beside_;
  std::vector<std::byte> data_;
};

}  // namespace tutti::mpi
