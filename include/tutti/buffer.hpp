#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "tutti/cxx20.hpp"

namespace tutti {

template <class Byte>
struct basic_buffer;

/// The memory layout of one element. Lengths in bytes. Algorithms only move and combine whole elements. Only
/// the engine knows the inner layout and the arithmetic of an element, by `handle`.
struct datatype {
  std::size_t size = 1;         ///< data of one element, without holes: the bytes that travel
  std::ptrdiff_t extent = 1;    ///< from the start of one element to the start of the next
  std::ptrdiff_t true_lb = 0;   ///< from the element's address to its first byte
  std::size_t true_extent = 1;  ///< from its first byte to one past its last
  bool dense = true;            ///< n elements are n * size bytes in the order in which they travel
  std::uintptr_t handle = 0;    ///< the engine's handle of the type: an MPI_Datatype
  /// The non-empty parts of a message in several parts (tutti/bundle.hpp); null for other types. A buffer of
  /// such a type has one element, whose size is the total size of all parts. Its address identifies the
  /// message, not data.
  const std::span<const basic_buffer<std::byte>>* parts = nullptr;
};

/// Consecutive elements in memory: a view, like std::span, with the layout of the elements.
template <class Byte>
struct basic_buffer {
  Byte* data = nullptr;
  std::size_t count = 0;
  const datatype* type = nullptr;

  constexpr basic_buffer() noexcept = default;
  constexpr basic_buffer(Byte* data_, std::size_t count_, const datatype& type_) noexcept
      : data(data_), count(count_), type(&type_) {}
  template <class Writable>
  requires std::is_same_v<const Writable, Byte>
  constexpr basic_buffer(const basic_buffer<Writable>& other) noexcept
      : data(other.data), count(other.count), type(other.type) {}

  /// The bytes that travel when this buffer is sent.
  [[nodiscard]] constexpr std::size_t bytes() const noexcept { return type ? count * type->size : 0; }
  [[nodiscard]] constexpr bool empty() const noexcept { return bytes() == 0; }

  /// Elements first, first + 1, ..., first + n - 1.
  [[nodiscard]] constexpr basic_buffer slice(std::size_t first, std::size_t n) const noexcept {
    assert(first + n <= count);
    basic_buffer part = *this;
    if (first != 0) part.data += static_cast<std::ptrdiff_t>(first) * type->extent;
    part.count = n;
    return part;
  }

  /// Part i of `parts`, whose lengths differ by at most one; part i starts at element floor(i * count /
  /// parts).
  [[nodiscard]] constexpr basic_buffer part(int i, int parts) const noexcept {
    return parts_from(i, 1, parts);
  }

  /// Parts i, i + 1, ..., i + n - 1 of `parts`, which lie side by side.
  [[nodiscard]] constexpr basic_buffer parts_from(int i, int n, int parts) const noexcept {
    const std::size_t first = boundary(i, parts);
    return slice(first, boundary(i + n, parts) - first);
  }

 private:
  [[nodiscard]] constexpr std::size_t boundary(int i, int parts) const noexcept {
    const auto k = static_cast<std::size_t>(i), n = static_cast<std::size_t>(parts);
    return count / n * k + count % n * k / n;
  }
};

using buffer = basic_buffer<std::byte>;              ///< writable
using const_buffer = basic_buffer<const std::byte>;  ///< read-only

/// One byte as an element: the layout of packed data.
inline constexpr datatype byte_type{};

/// A value, or consecutive values, as a message.
template <class T>
requires std::is_trivially_copyable_v<T>
[[nodiscard]] buffer message_of(T& value) noexcept {
  return {reinterpret_cast<std::byte*>(&value), sizeof value, byte_type};
}
template <class T>
[[nodiscard]] buffer message_of(std::span<T> values) noexcept {
  return {reinterpret_cast<std::byte*>(values.data()), values.size_bytes(), byte_type};
}

/// True if a message consists of several parts.
template <class Byte>
[[nodiscard]] constexpr bool in_parts(const basic_buffer<Byte>& b) noexcept {
  return b.type && b.type->parts && b.count > 0;
}

/// The maximum number of parts of a message: the room that it needs in a bundle.
template <class Byte>
[[nodiscard]] constexpr std::size_t count_parts(const basic_buffer<Byte>& b) noexcept {
  return in_parts(b) ? b.type->parts->size() : 1;
}

/// Calls visit(part) for each part of a message, in the order in which they travel. A message in one piece is
/// its only part.
template <class Byte, class Visit>
constexpr void each_part(const basic_buffer<Byte>& of, Visit visit) {
  if (!in_parts(of)) return visit(of);
  for (const buffer& part : *of.type->parts) visit(basic_buffer<Byte>(part));
}

/// True if two buffers are the same elements. In a legal call, the send and receive buffers share no byte
/// unless the call is in place. So this test is exact. Equal addresses alone do not suffice: two fields of
/// the elements of one array, or two buffers at MPI_BOTTOM, have the same address and share no byte.
template <class ByteA, class ByteB>
[[nodiscard]] constexpr bool same_elements(const basic_buffer<ByteA>& a,
                                           const basic_buffer<ByteB>& b) noexcept {
  return a.data == b.data && a.bytes() == b.bytes() &&
         (a.type == b.type || (a.type && b.type && a.type->dense && b.type->dense));
}

/// A table of 64-bit integers of any type. MPI_Count is long in one MPI library and long long in another, and
/// C++ forbids reading the one as the other.
class long_table {
 public:
  long_table() noexcept = default;
  template <std::signed_integral Integer>
  requires(sizeof(Integer) == sizeof(std::ptrdiff_t)) constexpr long_table(const Integer* first) noexcept
      : first_(first) {}
  [[nodiscard]] std::ptrdiff_t operator[](std::size_t i) const noexcept {
    std::ptrdiff_t number;
    std::memcpy(&number, static_cast<const std::byte*>(first_) + i * sizeof number, sizeof number);
    return number;
  }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return first_ != nullptr; }

 private:
  // Not initialised: a member of unions in block_layout, for which GCC 12 requires a trivial constructor.
  const void* first_;
};

/// Statistics of blocks.
struct block_amounts {
  std::size_t longest = 0;  ///< bytes of the longest block
  std::size_t total = 0;    ///< bytes
  std::size_t blocks = 0;   ///< number of non-empty blocks
};

/// The layout of blocks, without their base address. It is copied with every call, so it is small: members
/// that are never used together share memory.
class block_layout {
 public:
  enum class kind : std::uint32_t {
    regular,            ///< blocks of equal length, side by side: MPI_Allgather
    irregular,          ///< counts and displacements in elements: MPI_Allgatherv
    consecutive,        ///< blocks of any lengths, side by side: MPI_Reduce_scatter
    typed,              ///< a type for each block, displacements in bytes: MPI_Alltoallw
    typed_long_places,  ///< typed, with long displacements: MPI_Neighbor_alltoallw
    long_irregular,     ///< irregular, with long counts and displacements: MPI_Allgatherv_c
    long_typed,         ///< typed, with long counts and displacements: MPI_Alltoallw_c
    listed              ///< a buffer for each block: MPI_Alltoall in place, whose own block stays
  };

  constexpr block_layout() noexcept = default;
  constexpr block_layout(kind k, int n, const datatype& type, std::size_t count) noexcept
      : kind_(k), n_(n), count_(count), type_(&type) {}
  constexpr block_layout(kind k, int n, const datatype& type, const std::size_t* offsets) noexcept
      : kind_(k), n_(n), offsets_(offsets), type_(&type) {}
  constexpr block_layout(kind k, int n, const datatype& type, const int* counts, const int* starts) noexcept
      : kind_(k), n_(n), counts_(counts), displacements_(starts), type_(&type) {}
  constexpr block_layout(kind k, int n, const datatype* const* types, const int* counts,
                         const int* starts) noexcept
      : kind_(k), n_(n), counts_(counts), displacements_(starts), types_(types) {}
  constexpr block_layout(kind k, int n, const datatype* const* types, const int* counts,
                         long_table places) noexcept
      : kind_(k), n_(n), counts_(counts), places_(places), types_(types) {}
  constexpr block_layout(kind k, int n, const datatype& type, long_table counts, long_table starts) noexcept
      : kind_(k), n_(n), long_counts_(counts), places_(starts), type_(&type) {}
  constexpr block_layout(kind k, int n, const datatype* const* types, long_table counts,
                         long_table places) noexcept
      : kind_(k), n_(n), long_counts_(counts), places_(places), types_(types) {}
  constexpr block_layout(kind k, int n, const const_buffer* all) noexcept : kind_(k), n_(n), list_(all) {}

  /// The statistics of all blocks except `one`. It reads all counts, which takes most of the time of a call
  /// with many empty blocks.
  [[nodiscard]] block_amounts amounts_but(int one) const noexcept;

 protected:
  kind kind_ = kind::regular;
  std::int32_t n_ = 0;
  union {
    std::size_t count_ = 0;       // regular: of each block
    const std::size_t* offsets_;  // consecutive: in elements
    const int* counts_;           // irregular, typed, typed_long_places
    long_table long_counts_;      // long_irregular, long_typed
    const const_buffer* list_;    // listed
  };
  union {
    const int* displacements_ = nullptr;  // irregular: in elements; typed: in bytes
    long_table places_;                   // long_irregular: in elements; other long layouts: in bytes
  };
  union {
    const datatype* type_ = nullptr;  // layouts with one type
    const datatype* const* types_;    // layouts with a type for each block
  };
};

/// A block for each process, in one of the layouts of MPI's collectives, or packed.
template <class Byte>
class basic_blocks : private block_layout {
 public:
  constexpr basic_blocks() noexcept = default;

  /// Blocks of the same length side by side: MPI_Allgather and others.
  static constexpr basic_blocks regular(Byte* base, std::size_t count, const datatype& type, int n) noexcept {
    return {base, block_layout(kind::regular, n, type, count)};
  }

  /// Block i has counts[i] elements and starts at element displacements[i]: MPI_Allgatherv and others.
  static constexpr basic_blocks irregular(Byte* base, const int* counts, const int* displacements,
                                          const datatype& type, int n) noexcept {
    return {base, block_layout(kind::irregular, n, type, counts, displacements)};
  }
  /// The same with long counts and displacements: MPI_Allgatherv_c and others.
  static constexpr basic_blocks irregular(Byte* base, long_table counts, long_table displacements,
                                          const datatype& type, int n) noexcept {
    return {base, block_layout(kind::long_irregular, n, type, counts, displacements)};
  }

  /// Block i is elements offsets[i] up to offsets[i + 1]; there are n + 1 offsets.
  static constexpr basic_blocks consecutive(Byte* base, const std::size_t* offsets, const datatype& type,
                                            int n) noexcept {
    return {base, block_layout(kind::consecutive, n, type, offsets)};
  }

  /// Block i has counts[i] elements of *types[i] and starts at byte displacements[i]: MPI_Alltoallw.
  static constexpr basic_blocks typed(Byte* base, const int* counts, const int* displacements,
                                      const datatype* const* types, int n) noexcept {
    return {base, block_layout(kind::typed, n, types, counts, displacements)};
  }

  /// The same with long displacements: MPI_Neighbor_alltoallw.
  static constexpr basic_blocks typed(Byte* base, const int* counts, long_table places,
                                      const datatype* const* types, int n) noexcept {
    return {base, block_layout(kind::typed_long_places, n, types, counts, places)};
  }
  /// The same with long counts and displacements: MPI_Alltoallw_c.
  static constexpr basic_blocks typed(Byte* base, long_table counts, long_table places,
                                      const datatype* const* types, int n) noexcept {
    return {base, block_layout(kind::long_typed, n, types, counts, places)};
  }

  /// Block i is all[i].
  static constexpr basic_blocks listed(const const_buffer* all,
                                       int n) noexcept requires std::is_const_v<Byte> {
    return {nullptr, block_layout(kind::listed, n, all)};
  }

  template <class Writable>
  requires std::is_same_v<const Writable, Byte>
  constexpr basic_blocks(const basic_blocks<Writable>& other) noexcept
      : block_layout(other), base_(other.base_) {}

  [[nodiscard]] constexpr int size() const noexcept { return n_; }
  using block_layout::amounts_but;

  [[nodiscard]] constexpr basic_buffer<Byte> operator[](int i) const noexcept {
    assert(0 <= i && i < n_);
    const auto k = static_cast<std::size_t>(i);
    switch (kind_) {
      case kind::regular: return at(k * count_, count_, *type_);
      case kind::consecutive: return at(offsets_[k], offsets_[k + 1] - offsets_[k], *type_);
      case kind::irregular: return at_signed(displacements_[k], static_cast<std::size_t>(counts_[k]), *type_);
      case kind::typed_long_places:
        return {base_ + places_[k], static_cast<std::size_t>(counts_[k]), *types_[k]};
      case kind::long_irregular:
        return at_signed(places_[k], static_cast<std::size_t>(long_counts_[k]), *type_);
      case kind::long_typed:
        return {base_ + places_[k], static_cast<std::size_t>(long_counts_[k]), *types_[k]};
      case kind::listed:
        if constexpr (std::is_const_v<Byte>) return list_[k];
        break;
      case kind::typed: break;
    }
    return {base_ + displacements_[k], static_cast<std::size_t>(counts_[k]), *types_[k]};
  }

  /// True if block i + 1 always starts where block i ends, so that run() may be called.
  [[nodiscard]] constexpr bool side_by_side() const noexcept {
    return kind_ == kind::regular || kind_ == kind::consecutive;
  }

  /// Blocks first, ..., first + n - 1 as one buffer. Requires side_by_side().
  [[nodiscard]] constexpr basic_buffer<Byte> run(int first, int n) const noexcept {
    assert(side_by_side() && 0 <= first && 0 <= n && first + n <= n_);
    const auto k = static_cast<std::size_t>(first), m = static_cast<std::size_t>(n);
    if (kind_ == kind::regular) return at(k * count_, m * count_, *type_);
    return at(offsets_[k], offsets_[k + m] - offsets_[k], *type_);
  }

  /// All blocks as one buffer. Requires side_by_side().
  [[nodiscard]] constexpr basic_buffer<Byte> all() const noexcept { return run(0, size()); }

 private:
  template <class>
  friend class basic_blocks;

  constexpr basic_blocks(Byte* base, const block_layout& lie) noexcept : block_layout(lie), base_(base) {}

  [[nodiscard]] constexpr basic_buffer<Byte> at(std::size_t first, std::size_t n, const datatype& t) const {
    return at_signed(static_cast<std::ptrdiff_t>(first), n, t);
  }
  [[nodiscard]] constexpr basic_buffer<Byte> at_signed(std::ptrdiff_t first, std::size_t n,
                                                       const datatype& t) const {
    return {first == 0 ? base_ : base_ + first * t.extent, n, t};
  }

  Byte* base_ = nullptr;
};

using blocks = basic_blocks<std::byte>;
using const_blocks = basic_blocks<const std::byte>;

}  // namespace tutti
