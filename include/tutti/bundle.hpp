#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>

#include "tutti/buffer.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/memory.hpp"

namespace tutti {

/// A message whose data are in several places: a list of buffers, sent or received at once, in the order in
/// which they were added. The algorithm copies nothing; the engine decides how to transfer the parts. Only
/// the total number of bytes must match, as with all messages: the receiver may use one buffer, or other
/// parts.
///
///     bundle in(last - first);                                 // room for the parts
///     for (int i = first; i < last; ++i) in.add(recv[i]);      // of any lengths and layouts, in any order
///     co_await self.recv(in, child);
///
/// It converts to a buffer that can be sent, received and copied, but not sliced or reduced. The bundle and
/// the memory of its parts must stay valid until the communication has completed. A part that begins where
/// the previous one ends extends that one, and empty parts are dropped. A bundle of one part costs no more
/// than that part; a bundle without parts is an empty message.
template <class Byte>
class basic_bundle {
 public:
  /// Room for `most` parts; parts that extend the previous one do not count.
  explicit basic_bundle(std::size_t most) : room_(most) { type_.parts = &list_; }
  basic_bundle(const basic_bundle&) = delete;
  basic_bundle& operator=(const basic_bundle&) = delete;

  /// Appends a part, or each part of a bundle.
  void add(const basic_buffer<Byte>& part) noexcept {
    each_part(part, [this](const basic_buffer<Byte>& one) { append(one); });
  }
  /// Removes all parts.
  void clear() noexcept {
    list_ = {};
    type_.size = 0;
  }

  /// The number of parts. Empty parts, and parts that extend the previous one, do not count.
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
      // The const of read-only parts is cast away here. all() restores it, so they are never written.
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
  std::span<const buffer> list_;  // the parts in use
  datatype type_{.size = 0, .extent = 0, .true_lb = 0, .true_extent = 0, .dense = false, .handle = 0};
};

using bundle = basic_bundle<std::byte>;              ///< of writable parts
using const_bundle = basic_bundle<const std::byte>;  ///< of read-only parts

}  // namespace tutti
