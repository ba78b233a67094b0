#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>

#include "tutti/buffer.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/memory.hpp"

namespace tutti {

/// A message that lies in several separate places: a list of buffers, sent or received at once, in the order in which
/// they were added. The algorithm copies nothing; the engine decides how the parts travel. What is sent from parts may
/// be received in one piece, or in parts that are cut otherwise: the bytes count, as with all messages.
///
///     bundle in(last - first);                                 // room for the parts
///     for (int i = first; i < last; ++i) in.add(recv[i]);      // of any lengths and layouts, in any order
///     co_await self.recv(in, child);
///
/// It becomes a buffer where a buffer is asked for, which can be sent, received and copied, not sliced or reduced. Both
/// the bundle and the memory of its parts must stay until the communication has ended. A part that begins where the part
/// before it ends lengthens that one, empty parts are left out: a bundle of one part is that part, at no cost; one
/// without parts is an empty message.
template <class Byte>
class basic_bundle {
 public:
  /// Room for `most` parts that do not continue one another.
  explicit basic_bundle(std::size_t most) : room_(most) { type_.parts = &list_; }
  basic_bundle(const basic_bundle&) = delete;
  basic_bundle& operator=(const basic_bundle&) = delete;

  /// Adds a part behind the others; the parts of a bundle, one after the other.
  void add(const basic_buffer<Byte>& part) noexcept {
    each_part(part, [this](const basic_buffer<Byte>& one) { append(one); });
  }
  /// Forgets all parts.
  void clear() noexcept {
    list_ = {};
    type_.size = 0;
  }

  /// The number of parts, empty ones and continuations not counted.
  [[nodiscard]] std::size_t parts() const noexcept { return list_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept { return type_.size; }

  /// The message. Valid until the bundle changes.
  [[nodiscard]] basic_buffer<Byte> all() const noexcept {
    if (list_.empty()) return {nullptr, 0, byte_type};
    if (list_.size() == 1) return list_.front();
    return {reinterpret_cast<Byte*>(room_.data()), 1, type_};
  }
  operator basic_buffer<Byte>() const noexcept { return all(); }
  operator const_buffer() const noexcept requires(!std::is_const_v<Byte>) { return all(); }

 private:
  void append(const basic_buffer<Byte>& part) noexcept {
    if (part.empty()) return;
    std::size_t n = list_.size();
    if (n > 0 && continues(room_[n - 1], part)) {
      room_[n - 1].count += part.count;
    } else {
      assert(n < room_.size());
      // Parts that may only be read lose their const here; as all() has it, they are never written.
      room_[n++] = {const_cast<std::byte*>(part.data), part.count, *part.type};
    }
    list_ = {room_.data(), n};
    type_.size += part.bytes();
  }
  static bool continues(const buffer& before, const basic_buffer<Byte>& next) noexcept {
    return next.type == before.type &&
           next.data == before.data + static_cast<std::ptrdiff_t>(before.count) * before.type->extent;
  }

  workspace<buffer> room_;
  std::span<const buffer> list_;  // those that there are
  datatype type_{.size = 0, .extent = 0, .true_lb = 0, .true_extent = 0, .dense = false, .handle = 0};
};

using bundle = basic_bundle<std::byte>;              ///< of parts that are written
using const_bundle = basic_bundle<const std::byte>;  ///< of parts that are only read

}  // namespace tutti
