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

/// Memory in which a process writes what it sends to several others of its node: once, and all of them read it there. Each is told
/// of it in its ring, so that its messages keep their order, and says in its turn how far it has read.
class board {
 public:
  /// `patience`: the time without a read after which a reader that leaves no room makes the board stuck.
  board(const ring_shape& shape, std::byte* memory, bool threads, std::chrono::nanoseconds patience)
      : shape_(shape), memory_(memory), threads_(threads), patience_(patience) {}
  board(const board&) = delete;
  board& operator=(const board&) = delete;

  /// One of those who may be told: a ring of this process.
  void add(ring_writer& to) { readers_.push_back(&to); }

  /// A longer message goes in pieces of this many bytes.
  [[nodiscard]] std::size_t piece() const noexcept { return shape_.piece_of(data_room::board); }
  /// Writes that many bytes, one piece at most, and says where they are; does nothing as long as there is no room. They stay until
  /// all have read them who are told of them before the next call.
  std::optional<place_of_data> write(const std::byte* data, std::size_t bytes) noexcept;

  /// True if write() found no room, and the reader in the way has read nothing since then for longer than the patience. Only the
  /// first message waits for this reader: the board remembers it until it reads. Messages take other routes while the board is stuck.
  [[nodiscard]] bool is_stuck() noexcept;

  /// Bytes that are known to be free, without a look at what has been read meanwhile.
  [[nodiscard]] std::size_t room() const noexcept { return shape_.board - (at_ - free_); }

  /// Where several threads may write, they hold this until all have been told.
  [[nodiscard]] std::atomic<bool>* guard() noexcept { return threads_ ? &writes_ : nullptr; }

 private:
  using clock = std::chrono::steady_clock;
  /// The reader that was in the way last, the first byte that it had not read, and since when. No time once there is room.
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
                free_ = 0;  // bytes counted on for ever: the next one; before this one all have been read
  filler filler_;
};

}  // namespace tutti::node
