#pragma once

// A ring for messages from one process of a node to another, in memory that both have mapped. One process
// writes, the other reads. No function here waits, and there are no locks.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "node/filler.hpp"
#include "node/ring_shape.hpp"

namespace tutti::node {

/// The turn of the next message. 0 is not a turn. After a wrap, tickets (turn modulo `tickets`) continue in
/// order.
constexpr std::uint32_t next_turn(std::uint32_t turn) noexcept { return turn + 1 != 0 ? turn + 1 : tickets; }
/// The turn of the message that follows `messages` earlier ones.
constexpr std::uint32_t turn_after(std::uint64_t messages) noexcept {
  constexpr std::uint64_t first_round = UINT32_MAX, round = first_round - tickets + 1;
  return static_cast<std::uint32_t>(messages < first_round ? messages + 1
                                                           : (messages - first_round) % round + tickets);
}

/// The writer's end of a ring.
class ring_writer {
 public:
  /// The counters start as if `already` messages, each in half a line, had been sent.
  ring_writer(const ring_shape& shape, std::byte* ring, std::uint64_t already = 0) noexcept
      : shape_(shape),
        lines_(shape.all_lines(ring)),
        data_{shape.data(ring, data_room::large), shape.data(ring, data_room::small)},
        taken_(&shape.taken(ring)),
        copies_(shape.copies(ring)),
        sent_(already),
        free_slots_(already),
        turn_(turn_after(already)) {}

  [[nodiscard]] std::size_t longest() const noexcept { return shape_.longest(); }

  /// Returns memory for a message of at most longest() bytes, which publish() sends. Null if there is no room
  /// yet.
  std::byte* reserve(std::size_t bytes) noexcept {
    if (bytes <= slot::most) {
      way_ = transport::inside;
      if (!slot::is_wide(bytes, way_)) return has_free(1) ? next().data() : nullptr;
      if (!has_free(2 + sent_ % 2)) return nullptr;
      if (sent_ % 2 == 1) {
        next().skip(turn_);
        go_on(1);
      }
      return next().data();
    }
    if (!has_free(1)) return nullptr;
    const std::optional<place_of_data> place = bytes == prefetched_bytes_ ? prefetched_ : place_for(bytes);
    if (!place) return nullptr;
    prefetched_bytes_ = 0;
    way_ = transport::in_ring;
    part_of(place->in()).at = place->end(bytes);
    next().set_place(place->number());
    return address_of(*place);
  }
  /// Writes the message to this memory.
  void fill(std::byte* room, const std::byte* data, std::size_t bytes) noexcept {
    filler_.fill(room, data, bytes);
  }
  /// Publishes a message or a piece of one. Every piece but the last has longest() bytes; `bytes` counts this
  /// piece and all that follow.
  void publish(std::int32_t tag, std::size_t bytes) noexcept { publish(tag, bytes, way_); }

  /// True if offer() may be called: the ticket of the next turn is free.
  [[nodiscard]] bool may_offer() const noexcept { return !offered_[turn_ % tickets]; }
  /// Sends the address of a message, to be copied from there. Returns the turn that identifies the message in
  /// is_copied(), or 0 if there is no room yet. `helps`: the sender will copy a part.
  std::uint32_t offer(std::int32_t tag, const std::byte* data, std::size_t bytes, bool helps) noexcept {
    if (!has_free(1)) return 0;
    slot s = next();
    s.set_place(reinterpret_cast<std::uintptr_t>(data));
    s.set_helps(helps);
    const std::uint32_t turn = turn_;
    forget_turn(copies_[turn % tickets], turn);
    offered_[turn % tickets] = true;
    publish(tag, bytes, transport::in_memory);
    return turn;
  }
  /// True if an offered message has been copied or refused. Must be called until it returns true: only then
  /// is its ticket free.
  bool is_copied(std::uint32_t turn) noexcept {
    if (copies_[turn % tickets].last.load(std::memory_order_acquire) != turn) return false;
    offered_[turn % tickets] = false;
    return true;
  }
  /// After is_copied(): true if the receiver could not read the message and waits for it by other means.
  [[nodiscard]] bool is_refused(std::uint32_t turn) const noexcept {
    return copies_[turn % tickets].refused.load(std::memory_order_relaxed) == turn;
  }
  [[nodiscard]] shared_copy& copy_of(std::uint32_t turn) noexcept { return copies_[turn % tickets]; }

  /// Publishes a message, or a piece of one, on this process's board. False if there is no room yet.
  bool publish(std::int32_t tag, std::size_t bytes, const place_of_data& on_board) noexcept {
    if (!has_free(1)) return false;
    slot s = next();
    s.set_place(on_board.number());
    s.publish(tag, bytes, transport::in_ring, turn_);
    go_on(1);
    on_board_.publish(on_board.begin(), on_board.end(std::min(bytes, shape_.piece_of(data_room::board))));
    return true;
  }
  /// The first byte of the board that the receiver may still have to read. None if it has read all.
  [[nodiscard]] std::optional<std::uint64_t> unread_on_board() noexcept {
    on_board_.read =
        taken_->bytes[static_cast<std::size_t>(data_room::board)].load(std::memory_order_acquire);
    if (on_board_.is_read()) return {};
    return std::max(on_board_.read, on_board_.first);
  }

  /// Announces a message that is sent by other means. False if there is no room yet.
  bool announce(std::int32_t tag, std::size_t bytes) noexcept {
    if (!has_free(1)) return false;
    publish(tag, bytes, transport::elsewhere);
    return true;
  }

 private:
  /// A room as its writer sees it. Bytes count over all time.
  struct written {
    std::uint64_t at = 0, free = 0;
  };
  /// The bytes on the board that were published to the receiver: from `first` to `last`. It has read at least
  /// those before `read`.
  struct published_range {
    std::uint64_t first = 0, last = 0, read = 0;
    [[nodiscard]] bool is_read() const noexcept { return read == last; }
    void publish(std::uint64_t begin, std::uint64_t end) noexcept {
      if (is_read()) first = begin;
      last = end;
    }
  };
  [[nodiscard]] written& part_of(data_room r) noexcept { return written_[static_cast<std::size_t>(r)]; }
  [[nodiscard]] std::byte* address_of(const place_of_data& p) const noexcept {
    return data_[static_cast<std::size_t>(p.in())] + shape_.offset_of(p);
  }
  [[nodiscard]] slot next() const noexcept { return shape_.slot_at(lines_, sent_); }

  /// The place of the next message; none if there is no room yet.
  std::optional<place_of_data> place_for(std::size_t bytes) noexcept {
    if (bytes <= shape_.longest_in_small())
      if (const auto place = place_in(data_room::small, bytes)) return place;
    return place_in(data_room::large, bytes);
  }
  std::optional<place_of_data> place_in(data_room r, std::size_t bytes) noexcept {
    written& w = part_of(r);
    const std::size_t size = shape_.size_of(r);
    const place_of_data place = shape_.place_from(r, w.at, bytes);
    if (place.end(bytes) - w.free <= size) [[likely]]
      return place;
    w.free = taken_->bytes[static_cast<std::size_t>(r)].load(std::memory_order_acquire);
    if (place.end(bytes) - w.free > size) return {};
    return place;
  }
  /// True if this many half lines may be written.
  bool has_free(std::uint64_t halves) noexcept {
    if (sent_ + halves - free_slots_ <= 2 * shape_.lines) [[likely]]
      return true;
    free_slots_ = taken_->slots.load(std::memory_order_acquire);
    return sent_ + halves - free_slots_ <= 2 * shape_.lines;
  }
  void go_on(std::uint64_t halves) noexcept {
    constexpr std::uint64_t ahead = 4;
    sent_ += halves;
    if (sent_ % 2 == 0)
      prefetch_to_write(&lines_[(sent_ / 2 + ahead) & (shape_.lines - 1)]);  // the reader had it last
    turn_ = next_turn(turn_);
  }
  void publish(std::int32_t tag, std::size_t bytes, transport way) noexcept {
    next().publish(tag, bytes, way, turn_);
    if (way == transport::in_ring) prefetch_next(bytes);
    go_on(slot::is_wide(bytes, way) ? 2 : 1);
  }

  // Prefetches the place of the next short message, on the guess that it is as long as this one. For longer
  // messages the processor's own prefetching suffices.
  void prefetch_next(std::size_t bytes) noexcept {
    constexpr std::size_t most = 1024;
    if (bytes > std::min(most, shape_.longest_in_small())) return;
    prefetched_ = place_in(data_room::small, bytes);
    if (!prefetched_) return;
    prefetched_bytes_ = bytes;
    std::byte* const first = address_of(*prefetched_);
    for (std::size_t at = 0; at < bytes; at += cache_line) prefetch_to_write(first + at);
  }

  ring_shape shape_;
  slots_of_line* lines_;
  static constexpr std::size_t rooms_of_ring = 2;  // the board is not counted: other rings use it, too
  std::array<std::byte*, rooms_of_ring> data_;
  const progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t sent_, free_slots_;  // halves of lines
  published_range on_board_;
  std::array<written, rooms_of_ring> written_{};
  std::optional<place_of_data> prefetched_;
  std::size_t prefetched_bytes_ = 0;  // 0: no guess
  std::uint32_t turn_;
  transport way_ = transport::inside;
  filler filler_;
  std::array<bool, tickets> offered_{};  // offered, and not yet known to be copied
};

/// The reader's end of a ring, with the writer's board.
class ring_reader {
 public:
  /// The counters start as if `already` messages had been read.
  ring_reader(const ring_shape& shape, std::byte* ring, const std::byte* board,
              std::uint64_t already = 0) noexcept
      : shape_(shape),
        lines_(shape.all_lines(ring)),
        data_{shape.data(ring, data_room::large), shape.data(ring, data_room::small), board},
        taken_(&shape.taken(ring)),
        copies_(shape.copies(ring)),
        received_(already),
        reported_(already),
        turn_(turn_after(already)) {
    if (already > 0) taken_->slots.store(already, std::memory_order_release);
  }

  /// The bytes of a message that have arrived: all, or those of its next piece.
  [[nodiscard]] std::size_t bytes_here(const slot& s) const noexcept {
    return s.way() == transport::in_ring ? std::min(s.bytes(), shape_.piece_of(place_of_data(s).in()))
                                         : s.bytes();
  }
  /// The next message; none if none has arrived.
  [[nodiscard]] std::optional<slot> front() noexcept {
    for (;;) {
      const slot s = shape_.slot_at(lines_, received_);
      if (s.turn().load(std::memory_order_acquire) != turn_) return {};
      if (!s.is_skipped()) [[likely]]
        return s;
      go_on(1);
    }
  }
  /// The address of the data of the front message, if they are in its slot, the ring or the board.
  [[nodiscard]] const std::byte* data_of(const slot& s) const noexcept {
    if (s.way() == transport::inside) return s.data();
    const place_of_data p(s);
    return data_[static_cast<std::size_t>(p.in())] + shape_.offset_of(p);
  }
  /// Removes the front message and frees its data. Not every message is reported: while the writer waits for
  /// room, it polls the counters, and each update would have to fetch their cache line back.
  void pop() noexcept {
    const slot s = shape_.slot_at(lines_, received_);
    bool reports = false;
    if (s.way() == transport::in_ring) {
      const place_of_data p(s);
      part& r = read_[static_cast<std::size_t>(p.in())];
      r.to = p.end(bytes_here(s));
      reports = r.to - r.reported >= report_threshold(p.in());
    }
    go_on(slot::is_wide(s.bytes(), s.way()) ? 2 : 1);
    if (reports || received_ - reported_ >= shape_.lines / 2) report();
  }
  /// Tells the writer that a message in its memory has been copied.
  void has_copied(std::uint32_t turn) noexcept {
    copies_[turn % tickets].last.store(turn, std::memory_order_release);
  }
  [[nodiscard]] shared_copy& copy_of(std::uint32_t turn) noexcept { return copies_[turn % tickets]; }

 private:
  void go_on(std::uint64_t halves) noexcept {
    received_ += halves;
    turn_ = next_turn(turn_);
  }
  // The board is reported at once: other readers' messages wait for its room.
  [[nodiscard]] std::uint64_t report_threshold(data_room r) const noexcept {
    switch (r) {
      case data_room::large: return shape_.large / 4;
      case data_room::small: return shape_.small / 2;
      case data_room::board: break;
    }
    return 0;
  }
  void report() noexcept {
    for (std::size_t r = 0; r < rooms; ++r) {
      read_[r].reported = read_[r].to;
      taken_->bytes[r].store(read_[r].to, std::memory_order_release);
    }
    reported_ = received_;
    taken_->slots.store(received_, std::memory_order_release);
  }

  /// A room as its reader sees it. Bytes count over all time.
  struct part {
    std::uint64_t to = 0, reported = 0;
  };

  ring_shape shape_;
  slots_of_line* lines_;
  std::array<const std::byte*, rooms> data_;
  progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t received_, reported_;  // halves of lines
  std::array<part, rooms> read_{};
  std::uint32_t turn_;
};

}  // namespace tutti::node
