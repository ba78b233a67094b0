#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/measurements.hpp"
#include "tutti/nodes.hpp"

// Where experiments are run. `tutti bench`, `guidelines`, `tune` and `calibrate` all ask a testbed:
//
//   std::unique_ptr<testbed> where = ...;                    // on MPI (remote_testbed.hpp) or in virtual time (virtual_testbed.hpp)
//   const experiment left{.operation = "allreduce", .by = "native", .bytes = 8000};
//   experiment right = left;
//   right.made = "reduce+bcast";                         // a mock-up (mockups.hpp)
//   for (const observation& o : where->measure({where->fitted(left), where->fitted(right)}, policy{})) ...
//
// A contest may depend on what those before it have shown. What is measured once and for all, written to a file and gone on
// with after an interruption, is a campaign (campaign.hpp).
namespace tutti::measure {

/// How experiments are measured.
struct policy {
  /// "barrier": each measurement begins after a dissemination barrier, and the time is the most that a process needed.
  /// "window": all begin at an agreed moment of the common clock, and the time is from then to when the last ended.
  std::string sync = "barrier";
  /// With barriers: "slowest" process's own time, or "span": from when the first began to when the last ended, by the
  /// common clock. The better one where processes leave a barrier far apart (more processes than processors).
  std::string time = "slowest";
  /// "cold": the buffers move through memory larger than the caches. "warm": always the same buffers.
  std::string cache = "cold";
  int calls = 1;   ///< for one measurement; more than one: their time divided by the number, roots moving on
  int warmup = 3;  ///< measurements before the first that counts
  int least = 10, most = 1000;  ///< repetitions
  double precision = 0.02;      ///< enough: half the interval of the median within so much of it
  double confidence = 0.95;     ///< of that interval
  double budget = 1;            ///< seconds for each experiment of a contest, then it ends anyway
  /// The budget holds for warm-ups, too, and even where fewer than the first five repetitions, but one, fit into it.
  bool in_time = false;
  bool check = true;            ///< results, once after timing
  unsigned long long seed = 1;  ///< of the orders that are shuffled
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
  /// Every factor that is not part of an experiment or of the policy: MPI and version, hosts, environment, clock, ...
  [[nodiscard]] virtual const nlohmann::ordered_json& factors() const = 0;
  /// The experiment as it can be run here: whole elements and blocks, roots resolved. Throws not_possible (workload.hpp),
  /// one sentence, where it cannot: an algorithm that needs a power of two, a word that is not known.
  [[nodiscard]] virtual experiment fitted(experiment e) const;
  /// Runs fitted experiments in alternation until the median of each is known well enough or the budget is spent. Rows
  /// are in the order of time, with the same number of repetitions for each; launch and order are left to the caller.
  virtual std::vector<observation> measure(const contest& c, const policy& how) = 0;
};

}  // namespace tutti::measure
