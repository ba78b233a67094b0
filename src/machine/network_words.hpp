#pragma once

#include <optional>
#include <string_view>

#include "tutti/machine/network.hpp"

namespace tutti {

// Words that mean the same in the text forms of networks and in machine descriptions.

/// The meaning of "equal" and "max-min"; none where it is neither.
inline std::optional<link_sharing> sharing_named(std::string_view name) noexcept {
  if (name == "equal") return link_sharing::equal;
  if (name == "max-min") return link_sharing::max_min;
  return std::nullopt;
}

}  // namespace tutti
