#pragma once

#include <sys/types.h>

#include <cstddef>

#include "node/copying.hpp"

namespace tutti::node {

/// The memory of another process of this node, read and written by the kernel in one copy. Containers and hardened systems
/// forbid it: whoever has one has tried.
class remote_memory {
 public:
  /// `stalls`: whether the kernel's copies of what is written just above where it is read go by way of other memory.
  explicit remote_memory(pid_t process, bool stalls = processor_stalls()) noexcept
      : process_(process), stalls_(stalls) {}

  /// Whether all bytes from the other's address on could be copied.
  [[nodiscard]] bool read(const std::byte* theirs, std::byte* mine, std::size_t bytes) const noexcept;
  [[nodiscard]] bool write(const std::byte* mine, std::byte* theirs, std::size_t bytes) const noexcept;

 private:
  [[nodiscard]] bool takes_a_detour(const std::byte* to, const std::byte* from,
                                    std::size_t bytes) const noexcept;

  pid_t process_;
  bool stalls_;
};

}  // namespace tutti::node
