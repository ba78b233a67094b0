#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Barrier: no process leaves before all have entered. Messages are empty.
task barrier_dissemination(process& self);
task barrier_binomial(process& self);

extern const algorithm barrier_dissemination_entry;

/// The empty message of a barrier.
inline constexpr buffer nothing(nullptr, 0, byte_type);

}  // namespace tutti
