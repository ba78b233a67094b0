#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// Memory for any one block of a vector that is cut into `pieces` blocks: as long as the longest block.
class block_scratch {
 public:
  block_scratch(process& self, const_buffer vector, int pieces, bool wanted = true)
      : memory_(self, wanted ? longest(vector.count, static_cast<std::size_t>(pieces)) : 0, *vector.type) {}
  /// The memory for a block as long as `like`.
  [[nodiscard]] buffer room(const_buffer like) const noexcept { return memory_.slice(0, like.count); }

 private:
  static std::size_t longest(std::size_t count, std::size_t pieces) noexcept {
    return count / pieces + (count % pieces != 0);
  }
  scratch memory_;
};

}  // namespace tutti
