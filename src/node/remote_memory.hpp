#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "node/copying.hpp"

namespace tutti::node {

/// What became of a copy between the memory of two processes.
enum class copy_result : std::uint8_t {
  complete,
  failed,  ///< others may succeed: the kernel cannot reach this address (EFAULT), or was short of memory (ENOMEM)
  forbidden  ///< all others would fail, too: no permission (EPERM, ENOSYS), or the other process has ended (ESRCH)
};

/// The memory of another process of this node, read and written by the kernel in one copy. Containers and hardened systems
/// forbid it: whoever has one has tried.
class remote_memory {
 public:
  /// `stalls`: whether the kernel's copies of what is written just above where it is read go by way of other memory.
  explicit remote_memory(pid_t process, bool stalls = processor_stalls()) noexcept
      : process_(process), stalls_(stalls) {}

  /// Copies all bytes from, or to, an address of the other process. After a failure some of them may have been copied.
  [[nodiscard]] copy_result read(const std::byte* theirs, std::byte* mine, std::size_t bytes) const noexcept;
  [[nodiscard]] copy_result write(const std::byte* mine, std::byte* theirs, std::size_t bytes) const noexcept;

 private:
  [[nodiscard]] bool takes_a_detour(const std::byte* to, const std::byte* from,
                                    std::size_t bytes) const noexcept;

  pid_t process_;
  bool stalls_;
};

}  // namespace tutti::node
