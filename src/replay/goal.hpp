#pragma once

#include <cstdint>
#include <iosfwd>

#include "replay/recorded_run.hpp"
#include "replay/variants.hpp"
#include "replay/virtual_machine.hpp"

namespace tutti::replay {

struct goal_contents {
  std::uint64_t messages = 0;
  /// The number of processes' calls without a known algorithm. They are computation: the time from the entry
  /// of the last process to the exit.
  std::uint64_t computed_calls = 0;
};

/// Writes the run as GOAL text (machine/goal_text.hpp). The time between collectives, multiplied by
/// `compute`, becomes `calc`. Each collective becomes the programs of its algorithm in `v`, which is `ran` or
/// `chosen`. Non-blocking collectives run on a processor of their own.
goal_contents write_goal(std::ostream& into, const recorded_run& run, virtual_machine& on, variant v,
                         double compute);

}  // namespace tutti::replay
