#pragma once

#include <optional>
#include <string_view>

#include "tutti/machine/network.hpp"

namespace tutti {

// Keywords shared by the text forms of networks and machine descriptions.

/// The rule named "equal" or "max-min"; none for other names.
inline std::optional<link_sharing> sharing_named(std::string_view name) noexcept {
  if (name == "equal") return link_sharing::equal;
  if (name == "max-min") return link_sharing::max_min;
  return std::nullopt;
}

}  // namespace tutti
