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

// Self-consistent performance guidelines (Traeff, Gropp, Thakur, TPDS 2010): an operation should be no slower than others that
// do the same. Where one is violated, what should have been faster says how to do better.
namespace tutti::measure {

/// An operation, and what it should be no slower than.
struct guideline {
  std::string name;       ///< "allreduce <= reduce+bcast"
  std::string operation;  ///< its left side is the call itself
  std::string right;      ///< experiment::made of the other side
  family claims = family::composed;
  std::string hint;  ///< what to do where it is violated: "use Reduce + Bcast"
};

/// All, in the order of the collectives; those of derived datatypes last.
std::span<const guideline> guidelines();
/// The one that compares this experiment with the call, or null.
const guideline* guideline_of(const experiment& right);

enum class judgement : std::uint8_t {
  kept,      ///< not slower by more than the effect
  unclear,   ///< slower by more than that, but it may be chance
  violated,  ///< slower by more than that, with the confidence asked for, however many are tested
};
std::string_view name_of(judgement j) noexcept;

struct verdict_demands {
  double effect = 0.05;      ///< so much slower is still no slower
  double confidence = 0.95;  ///< that all violations reported of one implementation are true
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
  bool few = false;  ///< a side has fewer than `fewest_times`, too few to say that it is violated
  std::string hint;
  [[nodiscard]] double confidence() const noexcept { return 1 - p_value; }
};

/// Judges all points that have both sides, by the launches that measured both. Two tests must agree: Mann-Whitney within the launches, of the left times against
/// the right ones times 1 + effect, corrected among all points of the same implementation (experiment::by) by Holm's method;
/// and the bootstrap, whose interval of the factor must lie above 1 + effect. Below `fewest_times` a side nothing is violated. Virtual
/// times are compared as they are. Experiments with wrong results are left out.
std::vector<finding> judge(const measurements& all, int p, const verdict_demands& d = {});

/// Native compared with itself: every experiment that was measured by "native" and by "again", in both directions. What is
/// found violated is false.
std::vector<finding> judge_self(const measurements& all, int p, const verdict_demands& d = {});

/// How one implementation fares.
struct tally {
  std::string by;
  int points = 0, violated = 0, unclear = 0;    ///< compared points
  int guidelines = 0, guidelines_violated = 0;  ///< at one point at least
};
std::vector<tally> tallies(const std::vector<finding>& all);

/// What `tutti guidelines --json` writes: docs/guidelines.md.
nlohmann::ordered_json as_json(const std::vector<finding>& all, const measurements& of,
                               const verdict_demands& d);

}  // namespace tutti::measure
