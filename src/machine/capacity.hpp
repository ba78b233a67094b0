#pragma once

#include <stdexcept>
#include <string>

namespace tutti {

/// The name of the capacity of a node's memory in sentences.
inline constexpr const char* memory_of_node = "the memory lanes of a node";

/// Throws std::invalid_argument unless a link may have this capacity. `what` begins the sentence.
inline void require_capacity(double value, const char* what) {
  if (!(value >= 1e-9) || value > 1e9)
    throw std::invalid_argument(std::string(what) + " must be a number between 1e-9 and 1e9, not " +
                                std::to_string(value));
}

}  // namespace tutti
