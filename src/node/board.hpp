#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "node/filler.hpp"
#include "node/ring_shape.hpp"

namespace tutti::node {

class ring_writer;

/// The memory for data that a process sends to several others of its node. The sender writes the data once,
/// and all receivers read them there. Each receiver gets a message in its ring, so that messages keep their
/// order, and each one reports how far it has read the board.
class board {
 public:
  /// `patience`: the board is stuck if the reader in the way reads nothing for this long.
  board(const ring_shape& shape, std::byte* memory, bool threads, std::chrono::nanoseconds patience)
      : shape_(shape), memory_(memory), threads_(threads), patience_(patience) {}
  board(const board&) = delete;
  board& operator=(const board&) = delete;

  /// Adds a possible receiver: a ring of this process.
  void add(ring_writer& to) { readers_.push_back(&to); }

  /// Longer messages are cut into pieces of this many bytes.
  [[nodiscard]] std::size_t piece() const noexcept { return shape_.piece_of(data_room::board); }
  /// Writes the bytes (at most one piece) and returns their place, or none if there is no room. The data stay
  /// until all receivers that get a message about them before the next call have read them.
  std::optional<place_of_data> write(const std::byte* data, std::size_t bytes) noexcept;

  /// True if write() found no room, and the reader in the way has read nothing since then for longer than the
  /// patience. Only the first message waits for this reader: the board remembers it until it reads. Messages
  /// take other routes while the board is stuck.
  [[nodiscard]] bool is_stuck() noexcept;

  /// Bytes known to be free. May be too low: does not ask the readers. For tests that compare states.
  [[nodiscard]] std::size_t room() const noexcept { return shape_.board - (at_ - free_); }

  /// With several threads, a writer holds this until it has sent the messages to all receivers.
  [[nodiscard]] std::atomic<bool>* guard() noexcept { return threads_ ? &writes_ : nullptr; }

 private:
  using clock = std::chrono::steady_clock;
  /// The reader that was in the way last, its first unread byte, and since when. `since` is empty if there is
  /// room.
  struct blocker {
    std::size_t reader = 0;
    std::uint64_t from = 0;
    std::optional<clock::time_point> since{};
  };
  bool make_room(std::uint64_t end) noexcept;
  void is_blocked_by(std::size_t reader, std::uint64_t from) noexcept;

  ring_shape shape_;
  std::byte* memory_;
  bool threads_;
  std::atomic<bool> writes_{false};
  std::vector<ring_writer*> readers_;
  std::chrono::nanoseconds patience_;
  blocker blocker_;
  std::uint64_t at_ = 0,
                free_ = 0;  // counts over all time: the next byte; all bytes before `free_` have been read
  filler filler_;
};

}  // namespace tutti::node
