#pragma once

// In place of src/record/clock.hpp on a simulated cluster (lab/CMakeLists.txt): the ticks of records and
// traces are nanoseconds of simulated time.

#define ticks ticks_of_processor
#include "../../../src/record/clock.hpp"
#undef ticks

#include <simgrid/engine.h>

namespace tutti::record {

inline std::uint64_t ticks() noexcept { return static_cast<std::uint64_t>(simgrid_get_clock() * 1e9 + 0.5); }

}  // namespace tutti::record
