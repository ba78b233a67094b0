#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/testbed.hpp"

// Contests that are measured once and for all: in shuffled order, in several launches, written to a file after each, and
// gone on with where an interruption has stopped them.
namespace tutti::measure {

struct campaign {
  std::vector<contest> contests;
  policy how;
  std::string command;  ///< what the user said, for the file
  int launches = 1;     ///< each contest is measured in this many starts of the program
  /// Seconds for one launch, in place of how.budget for each experiment; 0: none. When they are over, the rest is not measured.
  double total = 0;
};

/// What could not be run: a sentence, and the experiments it is true of.
struct refusal {
  std::string why;
  std::vector<experiment> of;
};

/// What this launch of a campaign has to do.
struct agenda {
  std::vector<contest> contests;  ///< fitted, without doubles, shuffled by the seed and the launch's number
  std::vector<refusal> refused;
  std::size_t done = 0;  ///< contests that the file has already
};

/// Compares a campaign with what there is. A contest is to be measured if fewer launches than wanted have all of its
/// experiments. Throws format_error where `before` is of another MPI or other processes than the testbed has.
agenda agenda_of(const campaign& all, const testbed& where, const measurements& before);

/// One launch: measures the agenda, and returns how many of its contests there was no time for. `into` gets each contest's rows when it is done (and is told of the launch before the
/// first); `said` is called before each.
struct listener {
  std::function<int(const nlohmann::ordered_json& factors)> launch;
  std::function<void(const std::vector<observation>&)> rows;
  std::function<void(const contest&)> next;
};
std::size_t run(const agenda& to_do, const campaign& all, testbed& where, const listener& into);

}  // namespace tutti::measure
