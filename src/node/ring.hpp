#pragma once

// Messages from one process of a node to another, in memory that both have mapped. One process writes, one reads; neither waits
// for the other here, and nothing is locked.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "node/filler.hpp"
#include "node/ring_shape.hpp"

namespace tutti::node {

/// The turn of the message after the one that has this turn. 0 is no turn; after a wrap, the order of the tickets continues.
constexpr std::uint32_t next_turn(std::uint32_t turn) noexcept { return turn + 1 != 0 ? turn + 1 : tickets; }
/// The turn of the message after so many messages.
constexpr std::uint32_t turn_after(std::uint64_t messages) noexcept {
  constexpr std::uint64_t first_round = UINT32_MAX, round = first_round - tickets + 1;
  return static_cast<std::uint32_t>(messages < first_round ? messages + 1
                                                           : (messages - first_round) % round + tickets);
}

/// The end of a ring that writes.
class ring_writer {
 public:
  /// The counters start as if `already` messages, each in half of a line, had been sent.
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

  /// Room for a message of at most longest() bytes, which publish() sends; null as long as there is none.
  std::byte* reserve(std::size_t bytes) noexcept {
    if (bytes <= slot::most) {
      way_ = carried::inside;
      if (!slot::is_wide(bytes, way_)) return has_free(1) ? next().data() : nullptr;
      if (!has_free(2 + sent_ % 2)) return nullptr;
      if (sent_ % 2 == 1) {
        next().skip(turn_);
        go_on(1);
      }
      return next().data();
    }
    if (!has_free(1)) return nullptr;
    const std::optional<place_of_data> place = bytes == foreseen_bytes_ ? foreseen_ : place_for(bytes);
    if (!place) return nullptr;
    foreseen_bytes_ = 0;
    way_ = carried::in_ring;
    part_of(place->in()).at = place->end(bytes);
    next().set_place(place->number());
    return address_of(*place);
  }
  /// Puts the message there.
  void fill(std::byte* room, const std::byte* data, std::size_t bytes) noexcept {
    filler_.fill(room, data, bytes);
  }
  /// Publishes a message, or a piece of one: each but the last has longest() bytes, and `bytes` counts this piece and all that follow.
  void publish(std::int32_t tag, std::size_t bytes) noexcept { publish(tag, bytes, way_); }

  /// Whether offer() may be called: of those that were offered, not too many have yet to be copied.
  [[nodiscard]] bool may_offer() const noexcept { return !offered_[turn_ % tickets]; }
  /// Sends where a message lies, and gives the turn by which is_copied() knows it; 0 as long as there is no room.
  /// `helps`: whoever sends it will copy some of it.
  std::uint32_t offer(std::int32_t tag, const std::byte* data, std::size_t bytes, bool helps) noexcept {
    if (!has_free(1)) return 0;
    slot s = next();
    s.set_place(reinterpret_cast<std::uintptr_t>(data));
    s.set_helps(helps);
    const std::uint32_t turn = turn_;
    forget_turn(copies_[turn % tickets], turn);
    offered_[turn % tickets] = true;
    publish(tag, bytes, carried::in_memory);
    return turn;
  }
  /// Whether a message that was offered has been copied, or refused. Asked until it has: only then may its ticket serve another one.
  bool is_copied(std::uint32_t turn) noexcept {
    if (copies_[turn % tickets].last.load(std::memory_order_acquire) != turn) return false;
    offered_[turn % tickets] = false;
    return true;
  }
  /// Whether the receiver of a message for which is_copied() holds could not read it, and waits for it by other means.
  [[nodiscard]] bool is_refused(std::uint32_t turn) const noexcept {
    return copies_[turn % tickets].refused.load(std::memory_order_relaxed) == turn;
  }
  [[nodiscard]] shared_copy& copy_of(std::uint32_t turn) noexcept { return copies_[turn % tickets]; }

  /// Publishes a message, or a piece of one, that lies on this process's board; false as long as there is no room.
  bool publish(std::int32_t tag, std::size_t bytes, const place_of_data& on_board) noexcept {
    if (!has_free(1)) return false;
    slot s = next();
    s.set_place(on_board.number());
    s.publish(tag, bytes, carried::in_ring, turn_);
    go_on(1);
    on_board_.publish(on_board.begin(), on_board.end(std::min(bytes, shape_.piece_of(data_room::board))));
    return true;
  }
  /// From which byte of the board on the receiver may still have something to read; nothing if it has read all.
  [[nodiscard]] std::optional<std::uint64_t> unread_on_board() noexcept {
    on_board_.read =
        taken_->bytes[static_cast<std::size_t>(data_room::board)].load(std::memory_order_acquire);
    if (on_board_.is_read()) return {};
    return std::max(on_board_.read, on_board_.first);
  }

  /// Sends word of a message that comes by other means; false as long as there is no room.
  bool announce(std::int32_t tag, std::size_t bytes) noexcept {
    if (!has_free(1)) return false;
    publish(tag, bytes, carried::elsewhere);
    return true;
  }

 private:
  /// A room as its writer sees it, in bytes counted on for ever.
  struct written {
    std::uint64_t at = 0, free = 0;
  };
  /// What the receiver has been told of on the board: from `first` to `last`; up to `read` it has read, as far as is known.
  struct told_of_board {
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

  /// Where the next message goes; nowhere as long as there is no room.
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
  /// Whether this many halves may be written.
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
      prefetch_to_write(&lines_[(sent_ / 2 + ahead) & (shape_.lines - 1)]);  // which its reader had last
    turn_ = next_turn(turn_);
  }
  void publish(std::int32_t tag, std::size_t bytes, carried way) noexcept {
    next().publish(tag, bytes, way, turn_);
    if (way == carried::in_ring) foresee(bytes);
    go_on(slot::is_wide(bytes, way) ? 2 : 1);
  }

  // Where a short message goes, if it is as long as this one, and has its lines brought; with a longer one the processor sees by
  // itself what comes.
  void foresee(std::size_t bytes) noexcept {
    constexpr std::size_t most = 1024;
    if (bytes > std::min(most, shape_.longest_in_small())) return;
    foreseen_ = place_in(data_room::small, bytes);
    if (!foreseen_) return;
    foreseen_bytes_ = bytes;
    std::byte* const first = address_of(*foreseen_);
    for (std::size_t at = 0; at < bytes; at += cache_line) prefetch_to_write(first + at);
  }

  ring_shape shape_;
  slots_of_line* lines_;
  static constexpr std::size_t rooms_of_ring = 2;  // the board is not this ring's alone
  std::array<std::byte*, rooms_of_ring> data_;
  const progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t sent_, free_slots_;  // halves of lines
  told_of_board on_board_;
  std::array<written, rooms_of_ring> written_{};
  std::optional<place_of_data> foreseen_;
  std::size_t foreseen_bytes_ = 0;  // 0: nothing is foreseen
  std::uint32_t turn_;
  carried way_ = carried::inside;
  filler filler_;
  std::array<bool, tickets> offered_{};  // and not yet seen to be copied
};

/// The end of a ring that reads; and the writer's board.
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
        got_(already),
        told_(already),
        turn_(turn_after(already)) {
    if (already > 0) taken_->slots.store(already, std::memory_order_release);
  }

  /// What a message has here: all of it, or its next piece.
  [[nodiscard]] std::size_t bytes_here(const slot& s) const noexcept {
    return s.way() == carried::in_ring ? std::min(s.bytes(), shape_.piece_of(place_of_data(s).in()))
                                       : s.bytes();
  }
  /// The next message, or none if none has come.
  [[nodiscard]] std::optional<slot> front() noexcept {
    for (;;) {
      const slot s = shape_.slot_at(lines_, got_);
      if (s.turn().load(std::memory_order_acquire) != turn_) return {};
      if (!s.is_skipped()) [[likely]]
        return s;
      go_on(1);
    }
  }
  /// Where the front's data lie, if it came in the ring.
  [[nodiscard]] const std::byte* data_of(const slot& s) const noexcept {
    if (s.way() == carried::inside) return s.data();
    const place_of_data p(s);
    return data_[static_cast<std::size_t>(p.in())] + shape_.offset_of(p);
  }
  /// Takes the front away: its data are no longer there. The writer learns of a part of the ring at a time: while it waits for
  /// room it looks, and each word to it would have to get the line back first.
  void pop() noexcept {
    const slot s = shape_.slot_at(lines_, got_);
    bool tells = false;
    if (s.way() == carried::in_ring) {
      const place_of_data p(s);
      part& r = read_[static_cast<std::size_t>(p.in())];
      r.to = p.end(bytes_here(s));
      tells = r.to - r.told >= least_told(p.in());
    }
    go_on(slot::is_wide(s.bytes(), s.way()) ? 2 : 1);
    if (tells || got_ - told_ >= shape_.lines / 2) tell();
  }
  /// Tells the writer that a message that lay in its memory has been copied.
  void has_copied(std::uint32_t turn) noexcept {
    copies_[turn % tickets].last.store(turn, std::memory_order_release);
  }
  [[nodiscard]] shared_copy& copy_of(std::uint32_t turn) noexcept { return copies_[turn % tickets]; }

 private:
  void go_on(std::uint64_t halves) noexcept {
    got_ += halves;
    turn_ = next_turn(turn_);
  }
  // What a board holds others wait for, too.
  [[nodiscard]] std::uint64_t least_told(data_room r) const noexcept {
    switch (r) {
      case data_room::large: return shape_.large / 4;
      case data_room::small: return shape_.small / 2;
      case data_room::board: break;
    }
    return 0;
  }
  void tell() noexcept {
    for (std::size_t r = 0; r < rooms; ++r) {
      read_[r].told = read_[r].to;
      taken_->bytes[r].store(read_[r].to, std::memory_order_release);
    }
    told_ = got_;
    taken_->slots.store(got_, std::memory_order_release);
  }

  /// A room as its reader sees it, in bytes counted on for ever.
  struct part {
    std::uint64_t to = 0, told = 0;
  };

  ring_shape shape_;
  slots_of_line* lines_;
  std::array<const std::byte*, rooms> data_;
  progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t got_, told_;  // halves of lines
  std::array<part, rooms> read_{};
  std::uint32_t turn_;
};

}  // namespace tutti::node
