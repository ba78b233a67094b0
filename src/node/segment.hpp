#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace tutti::node {

/// Returns true if the user's limit allows files of this length. Making a longer file is not an error of the call: it raises a signal
/// that ends the process.
bool file_may_have(std::size_t bytes) noexcept;

/// Where another process of the node finds memory that a process offers. Trivially copyable: it travels in messages.
struct invitation {
  std::uint64_t key = 0;  ///< the first word of the memory
  std::int32_t process = 0;
  std::int32_t descriptor = -1;  ///< of that process; negative: it has no memory to offer
};

/// Memory that this process offers to the processes of its node before it is known how many they are and how much they need. It can
/// be opened as long as the offer lives.
class memory_offer {
 public:
  /// Offers nothing if the system has no memory to give.
  memory_offer() noexcept;
  memory_offer(const memory_offer&) = delete;
  memory_offer& operator=(const memory_offer&) = delete;
  ~memory_offer();

  [[nodiscard]] const invitation& to_others() const noexcept { return to_others_; }

 private:
  invitation to_others_;
};

/// Memory that the processes of a node share. It has no name: the kernel gives it back when the last of them has ended,
/// however it ends. Pages that nobody touches take no memory.
class segment {
 public:
  /// Maps memory that a process of this node offers, this process included. Whoever opens it first gives it its length; all must name
  /// the same one. It begins with the invitation's key; all else is zero. None if it may not be opened from here, or not have that
  /// length.
  static std::optional<segment> open(const invitation& to, std::size_t bytes);

  segment(segment&& other) noexcept : memory_(std::exchange(other.memory_, {})) {}
  segment& operator=(segment&& other) noexcept {
    std::swap(memory_, other.memory_);
    return *this;
  }
  ~segment();

  [[nodiscard]] std::span<std::byte> memory() const noexcept { return memory_; }

 private:
  explicit segment(std::span<std::byte> memory) noexcept : memory_(memory) {}

  std::span<std::byte> memory_;
};

}  // namespace tutti::node
