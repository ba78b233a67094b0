#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/guidelines.hpp"
#include "measure/measurements.hpp"
#include "measure/own_algorithms.hpp"
#include "measure/statistics.hpp"

// Defects of an MPI library, for tutti verdict: from checked results and measured times to a list that a
// maintainer of the library can act on. reproducer.hpp writes a program for each.
namespace tutti::measure {

/// The result of a call that was examined. `refused`: the library returned an error, as it may.
enum class outcome : std::uint8_t { right, wrong, hangs, crashes, refused };

/// The calls whose results are to be checked, the simplest first: the subjects themselves; then other
/// operators and unequal blocks, other roots, in place, datatypes with holes.
std::vector<experiment> points_to_examine(const std::vector<experiment>& subjects, int p);

struct examined {
  experiment of;
  outcome is = outcome::right;
  std::string why;  ///< of a call that did not end well
};

/// The kinds of defects, the gravest first.
enum class defect_kind : std::uint8_t {
  wrong,      ///< wrong results
  hangs,      ///< does not end
  crashes,    ///< ends the program
  guideline,  ///< slower than other collectives that do the same
  slow,       ///< the library's choice is slower than another of its algorithms
};
std::string_view name_of(defect_kind k) noexcept;

struct defect {
  defect_kind is = defect_kind::wrong;
  /// The simplest point with a wrong result, or the worst slow point. It is served by "native" (the library's
  /// choice), or by one of its algorithms, which was forced.
  experiment at;
  int p = 1;
  /// The faster way: a mock-up ("reduce+bcast"), or an algorithm ("library:pipeline:16Ki").
  std::string instead;
  double seconds = 0, instead_seconds = 0;  ///< medians
  double factor = 1;                        ///< seconds / instead_seconds
  interval bounds;                          ///< of the factor
  std::vector<std::string> also;            ///< other points with the same defect, in words
  std::string why;
  std::string file;        ///< of the reproducer
  std::string command;     ///< the commands that compile and run it
  bool confirmed = false;  ///< the reproducer has shown it
  std::string shown;       ///< what the reproducer printed, or why there is nothing
};

/// "bcast 20 KB, root 2: wrong result"
std::string describe(const defect& d);
/// The part of the point that describe(experiment) leaves out: root, layout, operator, in place.
std::string conditions(const experiment& e);

/// Wrong results, hangs and crashes: one for each collective and implementation. What the library does
/// wrong by its own choice is not repeated for algorithms that are wrong at the same points.
std::vector<defect> failures(const std::vector<examined>& all, int p);
/// Guidelines that native violates, one for each guideline, at its worst point.
std::vector<defect> violations(std::span<const finding> judged, int p);
/// Defaults that are slower than another algorithm of the library; one for each collective. `effect`: a
/// slowdown up to this share is not a defect.
std::vector<defect> slow_defaults(const measurements& all, int p, double effect);
/// Sorts: the gravest kind first, of the same kind the largest factor.
void sort(std::vector<defect>& all);

/// The extent of the examination, for the reader of the verdict.
struct examination {
  std::string library, command, begun;
  int p = 1, nodes = 1;
  std::size_t algorithms = 0;                   ///< of the library, that were forced
  std::size_t points = 0, points_left = 0;      ///< calls whose results were checked; calls not reached
  std::size_t screenings_left = 0;              ///< sizes at which algorithms were not screened
  std::size_t contests = 0, contests_left = 0;  ///< contests measured; contests not reached
  std::size_t compared = 0, too_few = 0;  ///< points of guidelines; those with too few times to be judged
  double effect = 0, seconds = 0;
  std::vector<std::string> refused, notes;  ///< sentences
};

/// The file of tutti verdict -o verdict.json: docs/how-to-verdict.md.
nlohmann::ordered_json as_json(const std::vector<defect>& all, const examination& what);

}  // namespace tutti::measure
