#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace tutti::node {

/// True if the user's limit allows files of this length. Exceeding the limit is not an error of the call: it
/// raises a signal that ends the process.
bool file_may_have(std::size_t bytes) noexcept;

/// Says where another process of the node finds memory that a process offers. Trivially copyable, since it is
/// sent in messages.
struct invitation {
  std::uint64_t key = 0;  ///< the first word of the memory
  std::int32_t process = 0;
  std::int32_t descriptor = -1;  ///< a file descriptor of that process; negative: it has no memory to offer
};

/// Memory that this process offers to the other processes of its node, before their number and the size are
/// known. It can be opened while the offer lives.
class memory_offer {
 public:
  /// Offers nothing if the system refuses the memory.
  memory_offer() noexcept;
  memory_offer(const memory_offer&) = delete;
  memory_offer& operator=(const memory_offer&) = delete;
  ~memory_offer();

  [[nodiscard]] const invitation& to_others() const noexcept { return to_others_; }

 private:
  invitation to_others_;
};

/// Memory that the processes of a node share. It has no name: the kernel frees it after the last process has
/// ended, in whatever way. Untouched pages take no memory, except under vm.overcommit_memory=2.
class segment {
 public:
  /// Maps memory that a process of this node offers (possibly this process). The first process that opens it
  /// sets its length; all must give the same. It begins with the invitation's key; the rest is zero. None if
  /// this process may not open it, or it cannot have that length. If there is no memory for it, errno is
  /// ENOMEM or ENOSPC.
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
