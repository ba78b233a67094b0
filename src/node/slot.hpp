#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "node/cache_line.hpp"

namespace tutti::node {

/// How a message travels.
enum class transport : std::uint8_t {
  inside,     ///< in its slot
  in_ring,    ///< in one of the ring's rooms, or on the board; a longer one piece by piece
  in_memory,  ///< read from the sender's own memory, which must not change until then
  elsewhere   ///< by other means; the slot only announces it
};

/// A cache line with messages or their descriptions. A reader that sees a turn sees the whole message. A line
/// holds one message of at most 44 bytes, or two of at most 16, so that a reader that keeps up with the
/// writer gets both at once:
///
///     byte    0     4    8              16          32          48             56   60
///     two     turn  tag  bytes and way  data        data        bytes and way  tag  turn
///     one     turn  tag  bytes and way  data ...                                    turn
///
/// Each use of the line writes both turns, so that data are never taken for a turn.
struct alignas(cache_line) slots_of_line {
  std::atomic<std::uint32_t> turn{0};  ///< identifies the message; written last
  std::int32_t tag = 0;
  std::uint64_t bytes_and_way = 0;
  std::array<std::byte, 44> data{};
  std::atomic<std::uint32_t> second_turn{0};
};
static_assert(sizeof(slots_of_line) == cache_line && std::atomic<std::uint32_t>::is_always_lock_free);

/// Half of a line, or all of it, as one of the two processes sees it.
class slot {
 public:
  static constexpr std::size_t most_of_half = 16, most = 44;  ///< bytes of data inside the slot
  /// True if a message takes both halves.
  static constexpr bool is_wide(std::size_t bytes, transport way) noexcept {
    return way == transport::inside && bytes > most_of_half;
  }

  slot(slots_of_line& line, bool second) noexcept : line_(&line), second_(second) {}

  [[nodiscard]] const std::atomic<std::uint32_t>& turn() const noexcept {
    return second_ ? line_->second_turn : line_->turn;
  }
  [[nodiscard]] std::int32_t tag() const noexcept {
    return second_ ? get<std::int32_t>(second_tag) : line_->tag;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return described() >> 2U; }
  [[nodiscard]] transport way() const noexcept { return static_cast<transport>(described() & 3U); }
  /// True if the writer left this half empty because the next message needs a whole line.
  [[nodiscard]] bool is_skipped() const noexcept { return described() == skipped; }
  /// The data inside the slot.
  [[nodiscard]] std::byte* data() const noexcept { return line_->data.data() + (second_ ? second_data : 0); }
  // The place of data outside the slot, as one number, and whether the sender helps to copy them.
  void set_place(std::uint64_t p) noexcept { std::memcpy(data(), &p, sizeof p); }
  void set_helps(bool helps) noexcept { data()[sizeof(std::uint64_t)] = std::byte{helps}; }
  [[nodiscard]] bool helps() const noexcept { return data()[sizeof(std::uint64_t)] != std::byte{0}; }
  [[nodiscard]] std::uint64_t place() const noexcept {
    std::uint64_t p = 0;
    std::memcpy(&p, data(), sizeof p);
    return p;
  }

  /// Makes the message visible to the reader.
  void publish(std::int32_t tag, std::uint64_t bytes, transport way, std::uint32_t turn) noexcept {
    describe(tag, bytes << 2U | static_cast<std::uint64_t>(way));
    if (is_wide(bytes, way)) line_->second_turn.store(turn, std::memory_order_relaxed);
    show(turn);
  }
  void skip(std::uint32_t turn) noexcept {
    describe(0, skipped);
    show(turn);
  }

 private:
  static constexpr std::size_t second_data = 16, second_bytes = 32,
                               second_tag = 40;  // from the line's data on
  static constexpr std::uint64_t skipped = ~std::uint64_t{0};

  template <class T>
  [[nodiscard]] T get(std::size_t at) const noexcept {
    T x;
    std::memcpy(&x, line_->data.data() + at, sizeof x);
    return x;
  }
  [[nodiscard]] std::uint64_t described() const noexcept {
    return second_ ? get<std::uint64_t>(second_bytes) : line_->bytes_and_way;
  }
  void describe(std::int32_t tag, std::uint64_t bytes_and_way) noexcept {
    if (second_) {
      std::memcpy(line_->data.data() + second_bytes, &bytes_and_way, sizeof bytes_and_way);
      std::memcpy(line_->data.data() + second_tag, &tag, sizeof tag);
    } else {
      line_->bytes_and_way = bytes_and_way;
      line_->tag = tag;
    }
  }
  void show(std::uint32_t turn) noexcept {
    (second_ ? line_->second_turn : line_->turn).store(turn, std::memory_order_release);
  }

  slots_of_line* line_;
  bool second_;
};

}  // namespace tutti::node
