#pragma once

#include <array>
#include <vector>

#include "mpi/start/world.hpp"
#include "mpi/transport/blocking_process.hpp"

namespace tutti::mpi {

using rank_pairs = std::vector<std::array<int, 2>>;

/// Messages of some processes, clocked: one asks others for what they have to do with it or with each other, and they do as they are
/// asked until they are dismissed. Each has a buffer for the longest, and another one for what comes while it sends.
class prober {
 public:
  static constexpr int shortest = 8, longest = 256 * 1024;  ///< bytes

  explicit prober(const world& w);

  /// Does what it is asked for until it is dismissed.
  void serve();
  void dismiss(int other) { give(other, {}); }

  /// Seconds of a message, half of there and back: the least of several.
  double message(int partner, int bytes, int times = 8);
  /// Seconds of each further message of a row.
  double in_a_row(int partner, int bytes);
  /// Seconds from the beginning of a row of messages until the first one is there, and until the last one is; both with a short
  /// message back.
  struct arrivals {
    double first, last;
  };
  arrivals row(int partner, int bytes, int messages);
  /// Seconds until several messages are there that left at once, with a short one back; all together not longer than one may be.
  double at_once(int partner, int bytes, int messages);
  /// Seconds of a message each way at once.
  double exchange(int partner, int bytes, int times);
  /// The same, while other pairs of processes have theirs.
  double together(const rank_pairs& pairs, int bytes);
  /// Seconds until the sender of a short message can send the next, and until the receiver of one that is there can take the next: the
  /// mean of both.
  double overhead(int partner);
  /// Whether a message leaves before its receiver asks for it.
  bool is_eager(int partner, int bytes);

 private:
  enum class task_of : int { dismissed, echo, drain, late, exchange, at_once, drive };
  struct order {
    task_of what = task_of::dismissed;
    int bytes = 0, times = 0;
    int partner = 0;  // with whom: who is asked to drive is told, others have it with whoever asks
  };

  void give(int to, const order& o);
  // From process 0, or from whoever was asked to drive.
  order take();

  void echo(const order& o);
  double there_and_back(int partner, int bytes);
  // Says how long it took from the first message to the last.
  void drain(const order& o);
  double drained(int partner);
  void come_late(const order& o);
  void all_at_once(int partner, int bytes, int messages, bool out);
  // The mean, after a first one for which the others may not be there yet.
  double exchanges(int partner, int bytes, int times);

  // As algorithms' messages travel.
  void begin(transfer t);
  void send(int to, int bytes) { begin({.out = data(bytes), .to = to}); }
  void receive(int from, int bytes) { begin({.in = data(bytes), .from = from}); }
  buffer data(int bytes) { return {data_.data(), static_cast<std::size_t>(bytes), byte_type}; }
  // Not where others read at the same time.
  buffer room(int bytes) { return {data_.data() + longest, static_cast<std::size_t>(bytes), byte_type}; }

  const world& w_;
  route by_;
  blocking_process self_;
  std::vector<std::byte> data_;
};

}  // namespace tutti::mpi
