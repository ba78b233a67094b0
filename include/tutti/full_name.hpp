#pragma once

#include <string>

#include "tutti/algorithm.hpp"

namespace tutti {

/// "bcast.binomial"
inline std::string full_name(const algorithm& a) {
  return std::string(name_of(a.of)).append(".").append(a.name);
}

}  // namespace tutti
