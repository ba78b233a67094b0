#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/library.hpp"
#include "tutti/collective.hpp"
#include "tutti/nodes.hpp"

// Patterns of point-to-point messages: what the parameters of a network are taken from (Traeff, mpicroscope; HPC lecture). And
// MPI's neighbourhood collectives, which are such patterns.
namespace tutti::measure {

struct pattern {
  std::string_view name, summary;
  /// Throws not_possible where the processes cannot do it; puts parameters that are left out into e.problem.
  void (*check)(experiment& e, const node_map& nodes);
  /// The processes from which `rank` receives a message, in the order of its receive memory; and those to which it sends
  /// its own. The same message goes to all.
  struct partners {
    std::vector<int> from, to;
  };
  partners (*of)(const experiment& e, int rank, const node_map& nodes);
  /// What one process does with its partners, its message (a.send) and its room (a.recv), of a.count elements each.
  task (*run)(process& self, const partners& with, arguments a);
  /// Whether what is received is combined with what is there. Nothing is sent then: `from` is the process itself.
  bool combines = false;
  /// The neighbourhood collective that it is, on the graph of the partners.
  std::optional<collective> call = {};
  /// What else does the same there: "messages", all started at once, another neighbourhood collective, or "alltoallv", where most
  /// counts are 0. Empty for patterns that are no collective.
  std::span<const std::string_view> ways = {};
  /// Each partner is sent a message of its own; they lie side by side in the send memory.
  bool each_its_own = false;
};

/// ping, ping_ping, ping_pong of even-odd pairs, or of one pair of processes (problem "within" a node or "between" nodes)
/// while the others rest; across, blocks, pipeline between nodes; ring; reduce_local, copy_local; neighbor_allgather(v),
/// neighbor_alltoall(v, w) among the neighbours of the ring, or of a graph that e.problem names as make_graph() has it ("moore:4x4:1").
std::span<const pattern> patterns() noexcept;
const pattern* pattern_named(std::string_view name) noexcept;

/// In how many blocks the messages of the patterns "blocks" and "pipeline" go.
inline constexpr int pipeline_blocks = 16;

/// The processes to which, and from which, a process of the ring or of a neighbourhood collective has messages.
struct ring_neighbours {
  int on_node = 1, off_node = 0;
};
/// The neighbours named by "k=1 K=0", of across "k=0 K=4"; throws not_possible.
ring_neighbours neighbours_of(const experiment& e);
/// Whether the problem of a pattern says so.
bool has_neighbours(const pattern& p) noexcept;

}  // namespace tutti::measure
