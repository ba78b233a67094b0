#pragma once

// Messages from one process of a node to another, in memory that both have mapped. One process writes, one reads; neither waits
// for the other here, and nothing is locked.

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

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

/// What is told of a message, and a short one itself, in one cache line: whoever sees its turn has all of it.
struct alignas(cache_line) slot {
  static constexpr std::size_t most = 48;  ///< bytes that lie inside

  std::atomic<std::uint32_t> turn{0};  ///< which message of the ring this is, written last
  std::int32_t tag = 0;
  std::uint64_t bytes_and_way = 0;
  std::array<std::byte, most>
      data{};  ///< or, as one number, where it begins: in the ring's room, in the sender's memory

  void describe(std::uint64_t bytes, carried way) noexcept {
    bytes_and_way = bytes << 2U | static_cast<std::uint64_t>(way);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_and_way >> 2U; }
  [[nodiscard]] carried way() const noexcept { return static_cast<carried>(bytes_and_way & 3U); }
  void set_place(std::uint64_t p) noexcept { std::memcpy(data.data(), &p, sizeof p); }
  void set_helps(bool helps) noexcept { data[sizeof(std::uint64_t)] = std::byte{helps}; }
  [[nodiscard]] bool helps() const noexcept { return data[sizeof(std::uint64_t)] != std::byte{0}; }
  [[nodiscard]] std::uint64_t place() const noexcept {
    std::uint64_t p = 0;
    std::memcpy(&p, data.data(), sizeof p);
    return p;
  }
};
static_assert(sizeof(slot) == cache_line && std::atomic<std::uint32_t>::is_always_lock_free);

/// What the reader tells the writer. (The writer looks at it when it seems to have no room left, so that the line seldom moves.)
struct alignas(cache_line) progress_of_reader {
  std::atomic<std::uint64_t> slots{0};  ///< so many messages have been taken from their slots
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

/// Where the parts of a ring lie. `slots` and `room` are powers of two. Memory of zeros is an empty ring.
struct ring_shape {
  std::uint32_t slots = 32;
  std::size_t room = std::size_t{64} << 10U;

  /// Of `most` bytes at most, which are at least 4 KiB.
  static constexpr ring_shape within(std::size_t most) noexcept {
    ring_shape s;
    while (s.bytes() > most && s.room > 2048) s.room /= 2;
    if (s.bytes() > most) s.slots = 16;
    return s;
  }
  [[nodiscard]] constexpr std::size_t bytes() const noexcept {
    return sizeof(progress_of_reader) + tickets * sizeof(shared_copy) + slots * sizeof(slot) + room;
  }
  /// Messages up to so many bytes travel in the ring.
  [[nodiscard]] constexpr std::size_t longest() const noexcept { return room / 4; }

  [[nodiscard]] progress_of_reader& taken(std::byte* ring) const noexcept {
    return *std::launder(reinterpret_cast<progress_of_reader*>(ring));
  }
  [[nodiscard]] shared_copy* copies(std::byte* ring) const noexcept {
    return std::launder(reinterpret_cast<shared_copy*>(ring + sizeof(progress_of_reader)));
  }
  [[nodiscard]] slot* all_slots(std::byte* ring) const noexcept {
    return std::launder(
        reinterpret_cast<slot*>(ring + sizeof(progress_of_reader) + tickets * sizeof(shared_copy)));
  }
  [[nodiscard]] std::byte* data(std::byte* ring) const noexcept {
    return ring + sizeof(progress_of_reader) + tickets * sizeof(shared_copy) + slots * sizeof(slot);
  }
};

/// The end of a ring that writes.
class ring_writer {
 public:
  ring_writer(const ring_shape& shape, std::byte* ring) noexcept
      : shape_(shape),
        slots_(shape.all_slots(ring)),
        room_(shape.data(ring)),
        taken_(&shape.taken(ring)),
        copies_(shape.copies(ring)) {}

  [[nodiscard]] std::size_t longest() const noexcept { return shape_.longest(); }

  /// Room for a message of at most longest() bytes, which publish() sends; null as long as there is none.
  std::byte* reserve(std::size_t bytes) noexcept {
    slot* const s = next();
    if (!s) return nullptr;
    if (bytes <= slot::most) {
      way_ = carried::inside;
      return s->data.data();
    }
    const std::uint64_t offset = at_ & (shape_.room - 1);
    const std::uint64_t begin = offset + bytes <= shape_.room ? at_ : at_ + (shape_.room - offset);
    const std::uint64_t end = begin + (bytes + cache_line - 1) / cache_line * cache_line;
    if (end - free_bytes_ > shape_.room) {
      free_bytes_ = taken_->bytes.load(std::memory_order_acquire);
      if (end - free_bytes_ > shape_.room) return nullptr;
    }
    way_ = carried::in_ring;
    at_ = end;
    s->set_place(begin);
    return room_ + (begin & (shape_.room - 1));
  }
  void publish(std::int32_t tag, std::size_t bytes) noexcept { publish(tag, bytes, way_); }

  /// Whether offer() may be called: of those that were offered, not too many have yet to be copied.
  [[nodiscard]] bool may_offer() const noexcept { return !offered_[turn_ % tickets]; }
  /// Sends where a message lies, and gives the turn by which is_copied() knows it; 0 as long as there is no room.
  /// `helps`: whoever sends it will copy some of it.
  std::uint32_t offer(std::int32_t tag, const std::byte* data, std::size_t bytes, bool helps) noexcept {
    slot* const s = next();
    if (!s) return 0;
    s->set_place(reinterpret_cast<std::uintptr_t>(data));
    s->set_helps(helps);
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
    if (!next()) return false;
    publish(tag, bytes, carried::elsewhere);
    return true;
  }

 private:
  slot* next() noexcept {
    if (sent_ - free_slots_ == shape_.slots) {
      free_slots_ = taken_->slots.load(std::memory_order_acquire);
      if (sent_ - free_slots_ == shape_.slots) return nullptr;
    }
    return &slots_[sent_ & (shape_.slots - 1)];
  }
  void publish(std::int32_t tag, std::size_t bytes, carried way) noexcept {
    constexpr std::uint64_t ahead = 4;
    slot& s = slots_[sent_ & (shape_.slots - 1)];
    s.tag = tag;
    s.describe(bytes, way);
    s.turn.store(turn_, std::memory_order_release);
    ++sent_;
    prefetch_to_write(&slots_[(sent_ + ahead) & (shape_.slots - 1)]);  // which its reader had last
    if (way == carried::in_ring) prefetch_room(bytes);
    if (++turn_ == 0) turn_ = tickets;  // 0 is none; the tickets go on in their order
  }

  // As much as this message took, for the next one; where it is longer the processor sees by itself what comes.
  void prefetch_room(std::size_t bytes) noexcept {
    constexpr std::size_t most = 1024;
    if (bytes > most) return;
    for (std::uint64_t at = at_; at < at_ + bytes; at += cache_line)
      prefetch_to_write(room_ + (at & (shape_.room - 1)));
  }

  ring_shape shape_;
  slot* slots_;
  std::byte* room_;
  const progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t sent_ = 0, free_slots_ = 0;  // messages
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
        slots_(shape.all_slots(ring)),
        room_(shape.data(ring)),
        taken_(&shape.taken(ring)),
        copies_(shape.copies(ring)) {}

  /// The next message, or null if none has come.
  [[nodiscard]] const slot* front() const noexcept {
    const slot& s = slots_[got_ & (shape_.slots - 1)];
    return s.turn.load(std::memory_order_acquire) == turn_ ? &s : nullptr;
  }
  /// Where the front's data lie, if it came in the ring.
  [[nodiscard]] const std::byte* data_of(const slot& s) const noexcept {
    return s.way() == carried::inside ? s.data.data() : room_ + (s.place() & (shape_.room - 1));
  }
  /// Takes the front away: its data are no longer there. The writer learns of a quarter of the ring at a time: while it waits for
  /// room it looks, and each word to it would have to get the line back first.
  void pop() noexcept {
    const slot& s = slots_[got_ & (shape_.slots - 1)];
    if (s.way() == carried::in_ring)
      read_to_ = s.place() + (s.bytes() + cache_line - 1) / cache_line * cache_line;
    ++got_;
    if (++turn_ == 0) turn_ = tickets;
    if (got_ - told_ >= shape_.slots / 4 || read_to_ - told_bytes_ >= shape_.room / 4) {
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
  ring_shape shape_;
  const slot* slots_;
  const std::byte* room_;
  progress_of_reader* taken_;
  shared_copy* copies_;
  std::uint64_t got_ = 0, told_ = 0;            // messages
  std::uint64_t read_to_ = 0, told_bytes_ = 0;  // of the room
  std::uint32_t turn_ = 1;
};

}  // namespace tutti::node
