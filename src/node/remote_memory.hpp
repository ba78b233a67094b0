#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "node/copying.hpp"

namespace tutti::node {

/// Result of a copy between the memory of two processes.
enum class copy_result : std::uint8_t {
  complete,
  failed,  ///< other copies may succeed: invalid address (EFAULT), or no memory for it (ENOMEM)
  /// all other copies would fail, too: no permission (EPERM, ENOSYS), or the process has ended (ESRCH)
  forbidden
};

/// The memory of another process of this node, which the kernel reads and writes in a single copy. Containers
/// and hardened systems forbid this, so the caller must have tried it before.
class remote_memory {
 public:
  /// `stalls`: copies whose destination lies just above the source go through a buffer.
  explicit remote_memory(pid_t process, bool stalls = processor_stalls()) noexcept
      : process_(process), stalls_(stalls) {}

  /// Copy all bytes from, or to, an address of the other process. After a failure, some bytes may have been
  /// copied.
  [[nodiscard]] copy_result read(const std::byte* theirs, std::byte* mine, std::size_t bytes) const noexcept;
  [[nodiscard]] copy_result write(const std::byte* mine, std::byte* theirs, std::size_t bytes) const noexcept;

 private:
  [[nodiscard]] bool takes_a_detour(const std::byte* to, const std::byte* from,
                                    std::size_t bytes) const noexcept;

  pid_t process_;
  bool stalls_;
};

}  // namespace tutti::node
