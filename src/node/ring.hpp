#pragma once

// Messages from one process of a node to another, in memory that both have mapped. One process writes, one reads; neither waits
// for the other here, and nothing is locked.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "node/filler.hpp"

namespace tutti::node {

inline constexpr std::size_t cache_line = 64;

/// Has a cache line come that will be written, and taken away from whoever has it.
inline void prefetch_to_write(void* line) noexcept {
#if defined(__x86_64__)
  asm volatile("prefetchw %0"
               :
               : "m"(*static_cast<std::byte*>(line)));  // GCC's own would be one for reading here
#else
  __builtin_prefetch(line, 1);
#endif
}

/// How a message gets to its receiver.
enum class carried : std::uint8_t {
  inside,     ///< in its slot
  in_ring,    ///< in one of the ring's rooms for data; what is too long for that, piece by piece
  in_memory,  ///< read from the sender's own memory, which has to stay as it is until then
  elsewhere   ///< this only says that it comes, by other means
};

/// Messages and what is told of them, in one cache line: whoever sees a turn has all of its message. A line has room for two messages of
/// at most 16 bytes, so that a reader who keeps up with the writer gets both at once, or for one of at most 44:
///
///     byte    0     4    8              16          32          48             56   60
///     two     turn  tag  bytes and way  data        data        bytes and way  tag  turn
///     one     turn  tag  bytes and way  data ...                                    turn
///
/// Both turns are written with each line, so that nothing can be taken for a turn that is none.
struct alignas(cache_line) slots_of_line {
  std::atomic<std::uint32_t> turn{0};  ///< which message of the ring this is, written last
  std::int32_t tag = 0;
  std::uint64_t bytes_and_way = 0;
  std::array<std::byte, 44> data{};
  std::atomic<std::uint32_t> second_turn{0};
};
static_assert(sizeof(slots_of_line) == cache_line && std::atomic<std::uint32_t>::is_always_lock_free);

/// Half of a line, or all of it, as one of the two processes sees it.
class slot {
 public:
  static constexpr std::size_t most_of_half = 16, most = 44;  ///< bytes that lie inside
  /// Whether a message takes both halves.
  static constexpr bool is_wide(std::size_t bytes, carried way) noexcept {
    return way == carried::inside && bytes > most_of_half;
  }

  slot(slots_of_line& line, bool second) noexcept : line_(&line), second_(second) {}

  [[nodiscard]] const std::atomic<std::uint32_t>& turn() const noexcept {
    return second_ ? line_->second_turn : line_->turn;
  }
  [[nodiscard]] std::int32_t tag() const noexcept {
    return second_ ? get<std::int32_t>(second_tag) : line_->tag;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return described() >> 2U; }
  [[nodiscard]] carried way() const noexcept { return static_cast<carried>(described() & 3U); }
  /// The writer left this half free, since the next message needs a whole line.
  [[nodiscard]] bool is_skipped() const noexcept { return described() == skipped; }
  /// Where what lies inside begins.
  [[nodiscard]] std::byte* data() const noexcept { return line_->data.data() + (second_ ? second_data : 0); }
  // Of what lies elsewhere: where, as one number, and whether the sender helps to copy it.
  void set_place(std::uint64_t p) noexcept { std::memcpy(data(), &p, sizeof p); }
  void set_helps(bool helps) noexcept { data()[sizeof(std::uint64_t)] = std::byte{helps}; }
  [[nodiscard]] bool helps() const noexcept { return data()[sizeof(std::uint64_t)] != std::byte{0}; }
  [[nodiscard]] std::uint64_t place() const noexcept {
    std::uint64_t p = 0;
    std::memcpy(&p, data(), sizeof p);
    return p;
  }

  /// Has the reader see it.
  void publish(std::int32_t tag, std::uint64_t bytes, carried way, std::uint32_t turn) noexcept {
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

/// Data that do not fit into a slot lie in one of two rooms: short ones in a small one, as long as it has room, whose lines are still
/// in the first caches of both processes when they are used again; all others in the large one.
enum class data_room : std::uint8_t { large, small };
inline constexpr std::size_t rooms = 2;

/// Where data lie: a room, and in it a byte, counted on for ever. They begin and end with a line.
class place_of_data {
 public:
  constexpr place_of_data(data_room r, std::uint64_t begin) noexcept
      : place_(begin | static_cast<std::uint64_t>(r)) {}
  explicit place_of_data(const slot& s) noexcept : place_(s.place()) {}

  [[nodiscard]] constexpr std::uint64_t number() const noexcept { return place_; }
  [[nodiscard]] constexpr data_room in() const noexcept { return static_cast<data_room>(place_ % rooms); }
  [[nodiscard]] constexpr std::uint64_t begin() const noexcept { return place_ - place_ % rooms; }
  [[nodiscard]] constexpr std::uint64_t end(std::size_t bytes) const noexcept {
    return begin() + (bytes + cache_line - 1) / cache_line * cache_line;
  }

 private:
  std::uint64_t place_;
};

/// What the reader tells the writer. (The writer looks at it when it seems to have no room left, so that the line seldom moves.)
struct alignas(cache_line) progress_of_reader {
  std::atomic<std::uint64_t> slots{0};                  ///< so many halves of lines have been read
  std::array<std::atomic<std::uint64_t>, rooms> bytes;  ///< and so many bytes of each room
};

/// Messages in the sender's memory that have not been copied yet: so many at once.
inline constexpr std::uint32_t tickets = 8;

/// The copying of one of them, which both its processes do: whoever has nothing better to do takes the next chunk.
struct alignas(cache_line) shared_copy {
  std::atomic<std::uint32_t> last{
      0};  ///< the turn of the last message of this ticket that was copied, or refused
  std::atomic<std::uint32_t> done{0};   ///< grains that have been copied
  std::atomic<std::uint64_t> next{0};   ///< the turn of the message, and the grain that nobody has taken yet
  std::atomic<std::uint64_t> place{0};  ///< where it goes in the receiver's memory
  std::atomic<bool> failed{false};
  std::atomic<std::uint32_t> refused{0};  ///< the turn of the last one that its receiver could not read
};

/// Where the parts of a ring lie. All are powers of two. Memory of zeros is an empty ring.
struct ring_shape {
  std::uint32_t lines = 32;                    ///< of slots
  std::size_t large = std::size_t{64} << 10U;  ///< bytes of the rooms
  std::size_t small = std::size_t{8} << 10U;

  /// Of `most` bytes at most, which are at least 4 KiB.
  static constexpr ring_shape within(std::size_t most) noexcept {
    ring_shape s;
    while (s.bytes() > most && s.large > 2048) {
      s.large /= 2;
      s.small = std::min(s.small, s.large / 8);
    }
    if (s.bytes() > most) s.lines = 16;
    return s;
  }
  [[nodiscard]] constexpr std::size_t bytes() const noexcept { return before_data() + large + small; }
  /// Messages up to so many bytes travel in the ring.
  [[nodiscard]] constexpr std::size_t longest() const noexcept { return large / 4; }
  [[nodiscard]] constexpr std::size_t longest_in_small() const noexcept { return small / 2; }
  [[nodiscard]] constexpr std::size_t size_of(data_room r) const noexcept {
    return r == data_room::large ? large : small;
  }

  [[nodiscard]] progress_of_reader& taken(std::byte* ring) const noexcept {
    return *std::launder(reinterpret_cast<progress_of_reader*>(ring));
  }
  [[nodiscard]] shared_copy* copies(std::byte* ring) const noexcept {
    return std::launder(reinterpret_cast<shared_copy*>(ring + sizeof(progress_of_reader)));
  }
  [[nodiscard]] slots_of_line* all_lines(std::byte* ring) const noexcept {
    return std::launder(
        reinterpret_cast<slots_of_line*>(ring + sizeof(progress_of_reader) + tickets * sizeof(shared_copy)));
  }
  [[nodiscard]] std::byte* data(std::byte* ring, data_room r) const noexcept {
    return ring + before_data() + (r == data_room::large ? 0 : large);
  }
  /// A byte of the room that it names, from the room's first on.
  [[nodiscard]] constexpr std::size_t offset_of(const place_of_data& p) const noexcept {
    return p.begin() & (size_of(p.in()) - 1);
  }
  /// The slot that begins with the half number `at`, counted on for ever.
  [[nodiscard]] slot slot_at(slots_of_line* first, std::uint64_t at) const noexcept {
    return {first[(at / 2) & (lines - 1)], at % 2 == 1};
  }

 private:
  [[nodiscard]] constexpr std::size_t before_data() const noexcept {
    return sizeof(progress_of_reader) + tickets * sizeof(shared_copy) + lines * sizeof(slots_of_line);
  }
};

/// The end of a ring that writes.
class ring_writer {
 public:
  ring_writer(const ring_shape& shape, std::byte* ring) noexcept
      : shape_(shape),
        lines_(shape.all_lines(ring)),
        data_{shape.data(ring, data_room::large), shape.data(ring, data_room::small)},
        taken_(&shape.taken(ring)),
        copies_(shape.copies(ring)) {}

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
  /// Of a message that goes in pieces, each but the last of longest() bytes, `bytes` are those of this piece and of all that follow.
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
  /// Of one of which is_copied() has just been said: whether its receiver could not read it, and waits for it by other means.
  [[nodiscard]] bool is_refused(std::uint32_t turn) const noexcept {
    return copies_[turn % tickets].refused.load(std::memory_order_relaxed) == turn;
  }
  [[nodiscard]] shared_copy& copy_of(std::uint32_t turn) noexcept { return copies_[turn % tickets]; }

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
    const std::uint64_t offset = w.at & (size - 1);
    const place_of_data place(r, offset + bytes <= size ? w.at : w.at + (size - offset));
    if (place.end(bytes) - w.free <= size) [[likely]]
      return place;
    w.free = taken_->bytes[static_cast<std::size_t>(r)].load(std::memory_order_acquire);
    if (place.end(bytes) - w.free > size) return {};
    return place;
  }
  /// Whether so many halves may be written.
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
    if (++turn_ == 0) turn_ = tickets;  // 0 is none; the tickets go on in their order
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
  std::array<std::byte*, rooms> data_;
  const progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t sent_ = 0, free_slots_ = 0;  // halves of lines
  std::array<written, rooms> written_{};
  std::optional<place_of_data> foreseen_;
  std::size_t foreseen_bytes_ = 0;  // 0: nothing is foreseen
  std::uint32_t turn_ = 1;
  carried way_ = carried::inside;
  filler filler_;
  std::array<bool, tickets> offered_{};  // and not yet seen to be copied
};

/// The end of a ring that reads.
class ring_reader {
 public:
  ring_reader(const ring_shape& shape, std::byte* ring) noexcept
      : shape_(shape),
        lines_(shape.all_lines(ring)),
        data_{shape.data(ring, data_room::large), shape.data(ring, data_room::small)},
        taken_(&shape.taken(ring)),
        copies_(shape.copies(ring)) {}

  /// What a message has here: all of it, or its next piece.
  [[nodiscard]] std::size_t bytes_here(const slot& s) const noexcept {
    return s.way() == carried::in_ring ? std::min(s.bytes(), shape_.longest()) : s.bytes();
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
      tells = r.to - r.told >= (p.in() == data_room::large ? shape_.large / 4 : shape_.small / 2);
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
    if (++turn_ == 0) turn_ = tickets;
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
  std::uint64_t got_ = 0, told_ = 0;  // halves of lines
  std::array<part, rooms> read_{};
  std::uint32_t turn_ = 1;
};

}  // namespace tutti::node
