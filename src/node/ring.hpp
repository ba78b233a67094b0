#pragma once

// Messages from one process of a node to another, in memory that both have mapped. One process writes, one reads; neither waits
// for the other here, and nothing is locked.

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

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
  in_ring,    ///< in the ring's room for data
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

/// What the reader tells the writer. (The writer looks at it when it seems to have no room left, so that the line seldom moves.)
struct alignas(cache_line) progress_of_reader {
  std::atomic<std::uint64_t> slots{0};  ///< so many halves of lines have been read
  std::atomic<std::uint64_t> bytes{0};  ///< and so many bytes of the room
};

/// Messages in the sender's memory that have not been copied yet: so many at once.
inline constexpr std::uint32_t tickets = 8;

/// The copying of one of them, which both its processes do: whoever has nothing better to do takes the next chunk.
struct alignas(cache_line) shared_copy {
  std::atomic<std::uint32_t> last{
      0};  ///< the turn of the last message of this ticket that was copied, or refused
  std::atomic<std::uint32_t> done{0};   ///< chunks that have been copied
  std::atomic<std::uint64_t> next{0};   ///< the turn of the message, and the chunk that nobody has taken yet
  std::atomic<std::uint64_t> place{0};  ///< where it goes in the receiver's memory
  std::atomic<bool> failed{false};
  std::atomic<std::uint32_t> refused{0};  ///< the turn of the last one that its receiver could not read
};

/// Where the parts of a ring lie. `lines` and `room` are powers of two. Memory of zeros is an empty ring.
struct ring_shape {
  std::uint32_t lines = 32;  ///< of slots
  std::size_t room = std::size_t{64} << 10U;

  /// Of `most` bytes at most, which are at least 4 KiB.
  static constexpr ring_shape within(std::size_t most) noexcept {
    ring_shape s;
    while (s.bytes() > most && s.room > 2048) s.room /= 2;
    if (s.bytes() > most) s.lines = 16;
    return s;
  }
  [[nodiscard]] constexpr std::size_t bytes() const noexcept {
    return sizeof(progress_of_reader) + tickets * sizeof(shared_copy) + lines * sizeof(slots_of_line) + room;
  }
  /// Messages up to so many bytes travel in the ring.
  [[nodiscard]] constexpr std::size_t longest() const noexcept { return room / 4; }

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
  [[nodiscard]] std::byte* data(std::byte* ring) const noexcept {
    return ring + sizeof(progress_of_reader) + tickets * sizeof(shared_copy) + lines * sizeof(slots_of_line);
  }
  /// The slot that begins with the half number `at`, counted on for ever.
  [[nodiscard]] slot slot_at(slots_of_line* first, std::uint64_t at) const noexcept {
    return {first[(at / 2) & (lines - 1)], at % 2 == 1};
  }
};

/// The end of a ring that writes.
class ring_writer {
 public:
  ring_writer(const ring_shape& shape, std::byte* ring) noexcept
      : shape_(shape),
        lines_(shape.all_lines(ring)),
        room_(shape.data(ring)),
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
    const std::uint64_t offset = at_ & (shape_.room - 1);
    const std::uint64_t begin = offset + bytes <= shape_.room ? at_ : at_ + (shape_.room - offset);
    const std::uint64_t end = begin + (bytes + cache_line - 1) / cache_line * cache_line;
    if (end - free_bytes_ > shape_.room) {
      free_bytes_ = taken_->bytes.load(std::memory_order_acquire);
      if (end - free_bytes_ > shape_.room) return nullptr;
    }
    way_ = carried::in_ring;
    at_ = end;
    next().set_place(begin);
    return room_ + (begin & (shape_.room - 1));
  }
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
  [[nodiscard]] slot next() const noexcept { return shape_.slot_at(lines_, sent_); }
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
    if (way == carried::in_ring) prefetch_room(bytes);
    go_on(slot::is_wide(bytes, way) ? 2 : 1);
  }

  // As much as this message took, for the next one; where it is longer the processor sees by itself what comes.
  void prefetch_room(std::size_t bytes) noexcept {
    constexpr std::size_t most = 1024;
    if (bytes > most) return;
    for (std::uint64_t at = at_; at < at_ + bytes; at += cache_line)
      prefetch_to_write(room_ + (at & (shape_.room - 1)));
  }

  ring_shape shape_;
  slots_of_line* lines_;
  std::byte* room_;
  const progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t sent_ = 0, free_slots_ = 0;  // halves of lines
  std::uint64_t at_ = 0, free_bytes_ = 0;    // of the room, counted on for ever
  std::uint32_t turn_ = 1;
  carried way_ = carried::inside;
  std::array<bool, tickets> offered_{};  // and not yet seen to be copied
};

/// The end of a ring that reads.
class ring_reader {
 public:
  ring_reader(const ring_shape& shape, std::byte* ring) noexcept
      : shape_(shape),
        lines_(shape.all_lines(ring)),
        room_(shape.data(ring)),
        taken_(&shape.taken(ring)),
        copies_(shape.copies(ring)) {}

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
    return s.way() == carried::inside ? s.data() : room_ + (s.place() & (shape_.room - 1));
  }
  /// Takes the front away: its data are no longer there. The writer learns of a quarter of the ring at a time: while it waits for
  /// room it looks, and each word to it would have to get the line back first.
  void pop() noexcept {
    const slot s = shape_.slot_at(lines_, got_);
    if (s.way() == carried::in_ring)
      read_to_ = s.place() + (s.bytes() + cache_line - 1) / cache_line * cache_line;
    go_on(slot::is_wide(s.bytes(), s.way()) ? 2 : 1);
    if (got_ - told_ >= shape_.lines / 2 || read_to_ - told_bytes_ >= shape_.room / 4) {
      told_bytes_ = read_to_;
      told_ = got_;
      taken_->bytes.store(read_to_, std::memory_order_release);
      taken_->slots.store(got_, std::memory_order_release);
    }
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

  ring_shape shape_;
  slots_of_line* lines_;
  const std::byte* room_;
  progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t got_ = 0, told_ = 0;            // halves of lines
  std::uint64_t read_to_ = 0, told_bytes_ = 0;  // of the room
  std::uint32_t turn_ = 1;
};

}  // namespace tutti::node
