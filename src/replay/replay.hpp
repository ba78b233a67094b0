#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "replay/recorded_run.hpp"
#include "replay/variants.hpp"
#include "replay/virtual_machine.hpp"

// A recorded run in virtual time: each process computes as long as it did, and the collectives take as long
// as a variant says. An exit of one operation and the computation after it give the entry to the next one.
namespace tutti::replay {

/// The times of a replayed run, in seconds.
struct replayed {
  double whole = 0;           ///< from the first beginning to the last end
  double inside = 0;          ///< in blocking collectives, mean of all processes
  std::vector<double> spent;  ///< in each operation, sum over its processes; 0 if it is non-blocking
  /// Operations that not all processes could reach in the replay, because one of them leaves another
  /// operation only after this one. Their processes stay inside as long as in the recorded run.
  std::uint64_t unordered = 0;
  /// If asked for: the entry of each process to each operation, as in recorded_run::measured.
  std::vector<double> entries;
};

struct replay_options {
  double compute = 1;  ///< factor of the time that processes compute
  bool keep_entries = false;
  /// Called before each operation with the number of those done. False ends the replay.
  std::function<bool(std::size_t)> progress;
};

/// None if `progress` has ended it.
std::optional<replayed> replay(const recorded_run& run, virtual_machine& on, variant v,
                               const replay_options& o = {});

}  // namespace tutti::replay
