#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "node/shared_copy.hpp"
#include "node/slot.hpp"

namespace tutti::node {

/// Data that do not fit into a slot are stored in one of three rooms. Data for several processes go to the
/// sender's board. Other data go to the small room if they are short and it has space: its lines are still in
/// the first-level caches of both processes at the next use. All others go to the large room.
enum class data_room : std::uint8_t { large, small, board };
inline constexpr std::size_t rooms = 3;

/// The place of data: a room and a byte in it, counted over all time. Begin and end are aligned to cache
/// lines.
class place_of_data {
 public:
  constexpr place_of_data(data_room r, std::uint64_t begin) noexcept
      : place_(begin | static_cast<std::uint64_t>(r)) {}
  explicit place_of_data(const slot& s) noexcept : place_(s.place()) {}

  [[nodiscard]] constexpr std::uint64_t number() const noexcept { return place_; }
  [[nodiscard]] constexpr data_room in() const noexcept {
    return static_cast<data_room>(place_ % cache_line);
  }
  [[nodiscard]] constexpr std::uint64_t begin() const noexcept { return place_ - place_ % cache_line; }
  [[nodiscard]] constexpr std::uint64_t end(std::size_t bytes) const noexcept {
    return begin() + (bytes + cache_line - 1) / cache_line * cache_line;
  }

 private:
  std::uint64_t place_;
};

/// The reader's progress, for the writer. (The writer reads it only if it seems to have no room left, so that
/// the cache line seldom moves.)
struct alignas(cache_line) progress_of_reader {
  std::atomic<std::uint64_t> slots{0};                  ///< number of half lines read
  std::array<std::atomic<std::uint64_t>, rooms> bytes;  ///< number of bytes read in each room
};

/// The layout of a ring. All sizes are powers of two. Zeroed memory is an empty ring.
struct ring_shape {
  std::uint32_t lines = 32;                    ///< lines of slots
  std::size_t large = std::size_t{64} << 10U;  ///< bytes of the room
  std::size_t small = std::size_t{8} << 10U;
  std::size_t board = 0;  ///< bytes of the board that each process has besides its rings: see board.hpp

  /// A ring of at most `most` bytes, which must be at least 4 KiB.
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
  /// The longest message, or piece, that fits into the ring, in bytes.
  [[nodiscard]] constexpr std::size_t longest() const noexcept { return large / 4; }
  [[nodiscard]] constexpr std::size_t longest_in_small() const noexcept { return small / 2; }
  [[nodiscard]] constexpr std::size_t size_of(data_room r) const noexcept {
    return r == data_room::large ? large : r == data_room::small ? small : board;
  }
  /// Longer messages are cut into pieces of this many bytes; the last one is shorter.
  [[nodiscard]] constexpr std::size_t piece_of(data_room r) const noexcept {
    constexpr std::size_t pieces = 8;  // on a board: some are read while others are written
    return r == data_room::board ? board / pieces : longest();
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
  /// The place of data written from byte `at` on. If they do not fit before the end of the room, they begin
  /// at its start.
  [[nodiscard]] constexpr place_of_data place_from(data_room r, std::uint64_t at,
                                                   std::size_t bytes) const noexcept {
    const std::size_t size = size_of(r);
    const std::uint64_t offset = at & (size - 1);
    return {r, offset + bytes <= size ? at : at + (size - offset)};
  }
  /// The offset of a place from the beginning of its room.
  [[nodiscard]] constexpr std::size_t offset_of(const place_of_data& p) const noexcept {
    return p.begin() & (size_of(p.in()) - 1);
  }
  /// The slot that begins with half line number `at`, counted over all time.
  [[nodiscard]] slot slot_at(slots_of_line* first, std::uint64_t at) const noexcept {
    return {first[(at / 2) & (lines - 1)], at % 2 == 1};
  }

 private:
  [[nodiscard]] constexpr std::size_t before_data() const noexcept {
    return sizeof(progress_of_reader) + tickets * sizeof(shared_copy) + lines * sizeof(slots_of_line);
  }
};

}  // namespace tutti::node
