#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/measurements.hpp"
#include "tutti/nodes.hpp"

// The place where experiments are run. `tutti bench`, `guidelines`, `tune` and `calibrate` all use a testbed:
//
//   std::unique_ptr<testbed> where = ...;  // remote_testbed.hpp (MPI) or virtual_testbed.hpp (virtual time)
//   const experiment left{.operation = "allreduce", .by = "native", .bytes = 8000};
//   experiment right = left;
//   right.made = "reduce+bcast";  // a mock-up (mockups.hpp)
//   for (const observation& o : where->measure({where->fitted(left), where->fitted(right)}, policy{})) ...
//
// A contest may depend on the results of earlier ones. A campaign (campaign.hpp) is measured once, written to
// a file, and resumed after an interruption.
namespace tutti::measure {

/// How experiments are measured.
struct policy {
  /// "barrier": each measurement begins after a dissemination barrier, and its time is that of the slowest
  /// process.
  /// "native": the same after the MPI library's own barrier.
  /// "window": all processes begin at an agreed moment of the common clock, and the time is from then until
  /// the last one ends.
  std::string sync = "barrier";
  /// The time that counts with a barrier. "slowest": the slowest process's own time. "span": from the first
  /// process's start to the last one's end, by the common clock. The latter is better if processes leave a
  /// barrier far apart (more processes than processors).
  std::string time = "slowest";
  /// "cold": the buffers move through memory larger than the caches. "warm": always the same buffers.
  std::string cache = "cold";
  /// per measurement; if more than one, their mean time, and the root changes from call to call
  int calls = 1;
  /// Fewer calls per measurement if all of them would take more than a tenth of the budget.
  bool fewer_long_calls = false;
  int warmup = 3;               ///< measurements before the first that counts
  int least = 10, most = 1000;  ///< repetitions
  double precision = 0.02;      ///< enough: half the interval of the median is within this share of it
  double confidence = 0.95;     ///< of that interval
  /// If not 0, the repetitions end when the least time has not changed for this number of them. The precision
  /// then has no effect.
  int unchanged = 0;
  double budget = 1;  ///< seconds for each experiment of a contest, which then ends anyway
  /// The budget includes warm-ups, and holds even if only one repetition fits into it, not the first five.
  bool in_time = false;
  bool check = true;            ///< check results, once after timing
  unsigned long long seed = 1;  ///< of the shuffled orders
};
void to_json(nlohmann::ordered_json& j, const policy& p);
void from_json(const nlohmann::ordered_json& j, policy& p);
void to_json(nlohmann::ordered_json& j, const experiment& e);
void from_json(const nlohmann::ordered_json& j, experiment& e);

class testbed {
 public:
  testbed() = default;
  testbed(const testbed&) = delete;
  testbed& operator=(const testbed&) = delete;
  virtual ~testbed() = default;

  /// The processes and the nodes that they are on.
  [[nodiscard]] virtual const node_map& nodes() const = 0;
  /// Every factor that is not part of an experiment or of the policy: MPI and version, hosts, environment,
  /// clock, ...
  [[nodiscard]] virtual const nlohmann::ordered_json& factors() const = 0;
  /// The experiment as it can be run here: whole elements and blocks, roots resolved. Throws not_possible
  /// (workload.hpp), with one sentence, if it cannot run: an algorithm needs a power of two, a word is
  /// unknown.
  [[nodiscard]] virtual experiment fitted(experiment e) const;
  /// Runs fitted experiments in alternation until the median of each is known well enough or the budget is
  /// spent. Rows are in the order of time, with the same number of repetitions for each. The caller sets
  /// launch and order.
  virtual std::vector<observation> measure(const contest& c, const policy& how) = 0;
};

}  // namespace tutti::measure
