#pragma once

#include <algorithm>
#include <optional>

#include "tutti/process.hpp"

namespace tutti {

/// Blocks first, first + 1, ..., first + n - 1 (mod size) of blocks that lie side by side in rank order. They
/// are one piece of memory, or two where the run goes past the last block:
///
///     block   0 1 | 2 3 4 | 5 6        first = 5, n = 4:  head = 5 6, tail = 0 1
///             tail          head
///
/// A run of two pieces travels packed, or as a bundle of the two. n <= size.
template <class Byte>
struct ring_run {
  basic_buffer<Byte> head, tail;

  ring_run(const basic_blocks<Byte>& all, int first, int n) noexcept
      : head(all.run(first, std::min(n, all.size() - first))),
        tail(all.run(0, n - std::min(n, all.size() - first))) {}
  /// The same of a vector that is cut into `parts` parts.
  ring_run(basic_buffer<Byte> vector, int first, int n, int parts) noexcept
      : head(vector.parts_from(first, std::min(n, parts - first), parts)),
        tail(vector.parts_from(0, n - std::min(n, parts - first), parts)) {}

  [[nodiscard]] std::size_t bytes() const noexcept { return head.bytes() + tail.bytes(); }
  [[nodiscard]] std::size_t count() const noexcept { return head.count + tail.count; }
  [[nodiscard]] bool empty() const noexcept { return bytes() == 0; }
  /// True if the run is in one piece, which is then whole().
  [[nodiscard]] bool in_one_piece() const noexcept { return head.empty() || tail.empty(); }
  [[nodiscard]] basic_buffer<Byte> whole() const noexcept { return head.empty() ? tail : head; }
};

/// Copies a run to or from packed memory of the same size, whose elements are bytes or those of the run.
template <class Byte>
void pack(process& self, const ring_run<Byte>& run, buffer packed) {
  const std::size_t middle = run.head.bytes() / packed.type->size;
  self.copy(run.head, packed.slice(0, middle));
  self.copy(run.tail, packed.slice(middle, packed.count - middle));
}
inline void unpack(process& self, const_buffer packed, const ring_run<std::byte>& run) {
  const std::size_t middle = run.head.bytes() / packed.type->size;
  self.copy(packed.slice(0, middle), run.head);
  self.copy(packed.slice(middle, packed.count - middle), run.tail);
}

/// A run as a message in one piece: in place, or in scratch memory if the run has two pieces.
template <class Byte>
class packed_run {
 public:
  /// `type`: of the elements in scratch memory, bytes or those of the run.
  packed_run(process& self, const ring_run<Byte>& run, const datatype& type = byte_type)
      : self_(self), run_(run) {
    if (!run.in_one_piece()) packed_.emplace(self, run.bytes() / type.size, type);
  }
  [[nodiscard]] basic_buffer<Byte> message() const noexcept {
    return packed_ ? basic_buffer<Byte>(packed_->all()) : run_.whole();
  }
  [[nodiscard]] bool empty() const noexcept { return run_.empty(); }
  /// Call this before the message is sent.
  void pack() const {
    if (packed_) tutti::pack(self_, run_, *packed_);
  }
  /// Call this after the message has arrived.
  void unpack() const {
    if (packed_) tutti::unpack(self_, *packed_, run_);
  }

 private:
  process& self_;
  ring_run<Byte> run_;
  std::optional<scratch> packed_;
};

/// right = run op right, where right holds as many of the same elements in one piece.
inline void reduce(process& self, const operation& op, const ring_run<const std::byte>& run, buffer right) {
  if (run.head.count > 0) self.reduce(op, run.head, right.slice(0, run.head.count));
  if (run.tail.count > 0) self.reduce(op, run.tail, right.slice(run.head.count, run.tail.count));
}

}  // namespace tutti
