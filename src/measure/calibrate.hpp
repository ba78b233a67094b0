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

/// What has to be measured among these processes, each experiment a contest of its own. `by`: "native" on MPI, "tutti" in
/// virtual time, where there is nothing else. No sizes: two an octave, 4 bytes to 4 MiB.
std::vector<contest> calibration_contests(const node_map& nodes, const std::string& by,
                                          const std::vector<std::size_t>& sizes = {});

/// Messages between two kinds of places.
struct level_fit {
  std::vector<piece> pieces;
  std::vector<sized_time> times;  ///< half a ping-pong
  double error = 0;               ///< see error_of()
};

struct machine_fit {
  int p = 1, nodes = 1, per_node = 1;
  std::optional<level_fit> within, between;  ///< at least one of them
  std::optional<double> gamma;               ///< seconds a byte
  std::optional<double> copying;             ///< seconds a byte
  std::optional<double> overhead;  ///< seconds for which a sender is busy, where that is less than a start-up
  std::optional<double> lanes;     ///< messages that leave a node at full speed, at once
  std::optional<double> memory_lanes;  ///< and within a node; none: all
  leaf_switches leaves;  ///< a power of two of nodes at each; none where distances do not differ
  bool in_order = true;  ///< the messages of a row come one after the other, and do not share the link
  /// The longest message that was seen to leave at once; none: all that were tried.
  std::optional<std::size_t> eager;
};

/// The parameters, from what was measured with p processes. Where a pattern was measured by several, native's counts.
/// Without a pair "within" or "between", a ping-pong of neighbours counts where all are of one kind: one node, or a
/// process a node. Throws std::invalid_argument, one sentence, where there are no ping-pongs of two sizes.
machine_fit fit_machine(const measurements& of, int p, const fit_options& how = {});

/// The machine description (docs/machines.md). `from` becomes its member of that name.
std::string machine_text(const machine_fit& of, const nlohmann::ordered_json& from);

/// When, on what, by which command: from the launches' factors.
nlohmann::ordered_json origin_of(const measurements& of, const machine_fit& fit);

}  // namespace tutti::measure
