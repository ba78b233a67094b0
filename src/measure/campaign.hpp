#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/testbed.hpp"

// Contests that are measured once: in shuffled order, in several launches, written to a file one by one, and
// resumed after an interruption.
namespace tutti::measure {

struct campaign {
  std::vector<contest> contests;
  policy how;
  std::string command;  ///< the user's command, for the file
  int launches = 1;     ///< each contest is measured in this many starts of the program
  /// Seconds for one launch, instead of how.budget for each experiment; 0: no limit. Contests that have not
  /// begun by then are not measured.
  double total = 0;
  bool in_order = false;  ///< the contests are measured in this order, not shuffled
};

/// A reason why experiments cannot be run, as a sentence, and these experiments.
struct refusal {
  std::string why;
  std::vector<experiment> of;
};

/// The work of this launch of a campaign.
struct agenda {
  /// fitted, without duplicates, shuffled by the seed and the launch's number
  std::vector<contest> contests;
  std::vector<refusal> refused;
  std::size_t done = 0;  ///< contests that the file already has
};

/// Compares a campaign with its earlier launches. A contest is measured if one of its experiments has fewer
/// launches than wanted. Throws format_error if `before` has another MPI library, network or number of
/// processes or nodes than the testbed.
agenda agenda_of(const campaign& all, const testbed& where, const measurements& before);

/// Receives what run() measures. `launch` is called first and returns the launch's number; `next` before each
/// contest; `rows` after each contest.
struct listener {
  std::function<int(const nlohmann::ordered_json& factors)> launch;
  std::function<void(const std::vector<observation>&)> rows;
  std::function<void(const contest&)> next;
};
/// Measures the agenda in one launch. Returns the number of contests for which there was no time.
std::size_t run(const agenda& to_do, const campaign& all, testbed& where, const listener& into);

}  // namespace tutti::measure
