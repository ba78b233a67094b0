#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/measurements.hpp"
#include "measure/mockups.hpp"
#include "measure/statistics.hpp"

// Self-consistent performance guidelines (Traeff, Gropp, Thakur, TPDS 2010): an operation should be no slower
// than others that do the same. If a guideline is violated, its right side is the better way.
namespace tutti::measure {

/// An operation, and another way to do the same that it should be no slower than.
struct guideline {
  std::string name;       ///< "allreduce <= reduce+bcast"
  std::string operation;  ///< the left side, called directly
  std::string right;      ///< experiment::made of the right side
  family claims = family::composed;
  std::string hint;  ///< what to do if it is violated: "use Reduce + Bcast"
};

/// All guidelines; those of derived datatypes last.
std::span<const guideline> guidelines();
/// The guideline that compares this experiment with the call; null if there is none.
const guideline* guideline_of(const experiment& right);

enum class judgement : std::uint8_t {
  kept,      ///< not slower by more than the effect
  unclear,   ///< slower by more than the effect, perhaps by chance
  violated,  ///< slower by more than the effect, with the requested confidence for all tests together
};
std::string_view name_of(judgement j) noexcept;

struct verdict_demands {
  double effect = 0.05;      ///< a slowdown up to this share is ignored
  double confidence = 0.95;  ///< that all reported violations of one implementation are true
  std::uint64_t seed = 1;
};

/// A guideline at one point.
struct finding {
  const guideline* of = nullptr;
  experiment left, right;
  int p = 1, nodes = 1;
  double left_seconds = 0, right_seconds = 0;  ///< medians
  double factor = 1;                           ///< left / right
  interval bounds;                             ///< of the factor, by the bootstrap
  double p_value = 1;  ///< of "left is slower than (1 + effect) right", corrected by Holm's method
  judgement is = judgement::kept;
  bool few = false;  ///< a side has fewer than `fewest_times` times, too few for a violation
  std::string hint;
  [[nodiscard]] double confidence() const noexcept { return 1 - p_value; }
};

/// Judges all points that have both sides, from the launches that measured both. Two tests must agree on a
/// violation. One is Mann-Whitney within the launches, of the left times against 1 + effect times the right
/// ones, corrected by Holm's method among all points of the same implementation (experiment::by). The other
/// is the bootstrap, whose interval of the factor must lie above 1 + effect. If a side has fewer than
/// `fewest_times` times, nothing is violated. Virtual times are compared directly. Experiments with wrong
/// results are left out.
std::vector<finding> judge(const measurements& all, int p, const verdict_demands& d = {});

/// Compares native with itself: every experiment that was measured by "native" and by "again", in both
/// directions. Violations found here are false ones.
std::vector<finding> judge_self(const measurements& all, int p, const verdict_demands& d = {});

/// The counts of one implementation.
struct tally {
  std::string by;
  int points = 0, violated = 0, unclear = 0;    ///< compared points
  int guidelines = 0, guidelines_violated = 0;  ///< the latter violated at one point at least
};
std::vector<tally> tallies(const std::vector<finding>& all);

/// The output of `tutti guidelines --json`: docs/guidelines.md.
nlohmann::ordered_json as_json(const std::vector<finding>& all, const measurements& of,
                               const verdict_demands& d);

}  // namespace tutti::measure
