#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/fit.hpp"
#include "measure/measurements.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/nodes.hpp"

// From patterns of messages to the parameters of a machine: docs/calibrating.md.
namespace tutti::measure {

/// The experiments to measure among these processes, each one a contest of its own. `by`: "native" on MPI,
/// "tutti" in virtual time, where there is nothing else. If `sizes` is empty: two per octave, 4 bytes to 4
/// MiB.
std::vector<contest> calibration_contests(const node_map& nodes, const std::string& by,
                                          const std::vector<std::size_t>& sizes = {});

/// The fit of messages within nodes, or between nodes.
struct level_fit {
  std::vector<piece> pieces;
  std::vector<sized_time> times;  ///< half a ping-pong
  double error = 0;               ///< see error_of()
};

struct machine_fit {
  int p = 1, nodes = 1, per_node = 1;
  std::optional<level_fit> within, between;  ///< at least one of them
  std::optional<double> gamma;               ///< seconds per byte
  std::optional<double> copying;             ///< seconds per byte
  std::optional<double> overhead;            ///< seconds for which a sender is busy, if less than a start-up
  std::optional<double> lanes;               ///< messages that leave a node at once, at full speed
  std::optional<double> memory_lanes;        ///< the same within a node; none: no limit was seen
  leaf_switches leaves;                      ///< nodes at each, a power of two; 0 if distances do not differ
  bool in_order = true;  ///< messages from one process to another are a stream, and do not share the link
  /// The longest message that was seen to be eager; none: all that were tried.
  std::optional<std::size_t> eager;
};

/// Fits the parameters to the measurements with p processes. If several implementations measured a pattern,
/// native's times count. Without a ping-pong "within" or "between", one between neighbours counts if all
/// pairs are alike: one node, or one process per node. Throws std::invalid_argument, with one sentence, if
/// there are no ping-pongs of two sizes, or if the times of the shortest ones differ too much.
machine_fit fit_machine(const measurements& of, int p, const fit_options& how = {});

/// The machine description (docs/machines.md). `from` becomes its member of that name.
std::string machine_text(const machine_fit& of, const nlohmann::ordered_json& from);

/// The origin of the measurements (date, machine, command), from the launches' factors.
nlohmann::ordered_json origin_of(const measurements& of, const machine_fit& fit);

}  // namespace tutti::measure
