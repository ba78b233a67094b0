#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// The blocks of a vector counted from block `first` on and around the end: block i is block (first + i) mod
/// n of the vector. Several blocks are at most two runs of the vector. For n = 5, first = 3, blocks 1 .. 3
/// are
///
///   [ 0 | 1 |   |   | 4 ]      one run of one block before the end, and one of two after it
///
/// Requires side_by_side() of the blocks.
template <class Byte>
class basic_rotated {
 public:
  constexpr basic_rotated(const basic_blocks<Byte>& of, int first) noexcept : of_(of), first_(first) {}

  /// Blocks i, ..., i + n - 1 as far as they lie before the end of the vector, and the others.
  [[nodiscard]] constexpr basic_buffer<Byte> before_end(int i, int n) const noexcept {
    return i < straight() ? of_.run(first_ + i, i + n < straight() ? n : straight() - i) : of_.run(0, 0);
  }
  [[nodiscard]] constexpr basic_buffer<Byte> after_end(int i, int n) const noexcept {
    if (i + n <= straight()) return of_.run(0, 0);
    const int begin = i < straight() ? 0 : i - straight();
    return of_.run(begin, i + n - straight() - begin);
  }
  /// The elements of blocks i, ..., i + n - 1.
  [[nodiscard]] constexpr std::size_t elements(int i, int n) const noexcept {
    return before_end(i, n).count + after_end(i, n).count;
  }

 private:
  [[nodiscard]] constexpr int straight() const noexcept {
    return of_.size() - first_;
  }  // blocks before the end

  basic_blocks<Byte> of_;
  int first_;
};

using rotated = basic_rotated<std::byte>;
using const_rotated = basic_rotated<const std::byte>;

/// to = blocks i, ..., i + n - 1, one after the other.
inline void pack(process& self, const const_rotated& from, int i, int n, buffer to) {
  const const_buffer head = from.before_end(i, n), tail = from.after_end(i, n);
  if (head.count > 0) self.copy(head, to.slice(0, head.count));
  if (tail.count > 0) self.copy(tail, to.slice(head.count, tail.count));
}

/// Blocks i, ..., i + n - 1 = from, in which they are one after the other.
inline void unpack(process& self, const_buffer from, const rotated& to, int i, int n) {
  const buffer head = to.before_end(i, n), tail = to.after_end(i, n);
  if (head.count > 0) self.copy(from.slice(0, head.count), head);
  if (tail.count > 0) self.copy(from.slice(head.count, tail.count), tail);
}

/// right = blocks i, ..., i + n - 1 op right, in which they are one after the other.
inline void reduce(process& self, const operation& op, const const_rotated& left, int i, int n,
                   buffer right) {
  const const_buffer head = left.before_end(i, n), tail = left.after_end(i, n);
  if (head.count > 0) self.reduce(op, head, right.slice(0, head.count));
  if (tail.count > 0) self.reduce(op, tail, right.slice(head.count, tail.count));
}

}  // namespace tutti
