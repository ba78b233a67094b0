#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace tutti::node {

/// Whether the user's limit lets files be so long. To make a longer one is no error of the call but a signal that ends the process.
bool file_may_have(std::size_t bytes) noexcept;

/// Memory that the processes of a node share. It has no name: the kernel gives it back when the last of them has ended,
/// however it ends. Pages that nobody touches take no memory.
class segment {
 public:
  /// A segment of zeros. None if the system has none to give.
  static std::optional<segment> create(std::size_t bytes);
  /// One that another process of this node has created and not yet closed. None if it may not be opened from here.
  static std::optional<segment> open(pid_t creator, int descriptor, std::size_t bytes);

  segment(segment&& other) noexcept
      : memory_(std::exchange(other.memory_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}
  segment& operator=(segment&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~segment();

  [[nodiscard]] std::span<std::byte> memory() const noexcept { return memory_; }
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// When all have opened it: what is mapped stays.
  void close_descriptor() noexcept;

 private:
  segment(std::span<std::byte> memory, int descriptor) noexcept : memory_(memory), descriptor_(descriptor) {}
  static std::optional<segment> map(int descriptor, std::size_t bytes);

  std::span<std::byte> memory_;
  int descriptor_ = -1;
};

}  // namespace tutti::node
