#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/library.hpp"
#include "tutti/collective.hpp"
#include "tutti/nodes.hpp"

// Patterns of point-to-point messages, from which the parameters of a network are derived (Traeff,
// mpicroscope; HPC lecture). MPI's neighbourhood collectives are such patterns, too. One-sided calls are
// measured in the same way, and so are calls that make communicators.
namespace tutti::measure {

/// The calls of a pattern. tutti serves messages only, and virtual time has messages only.
enum class calls : std::uint8_t { messages, one_sided, communicators };

struct pattern {
  std::string_view name, summary;
  /// Throws not_possible if the processes cannot do it. Writes parameters that are left out into e.problem.
  void (*check)(experiment& e, const node_map& nodes);
  /// The processes from which `rank` receives a message, in the order of its receive memory, and those to
  /// which it sends one.
  struct partners {
    std::vector<int> from, to;
  };
  partners (*of)(const experiment& e, int rank, const node_map& nodes);
  /// Runs the pattern on one process, with its partners, its messages (a.send) and room (a.recv), a.count
  /// elements per message. Null if the pattern does not consist of messages.
  task (*run)(process& self, const partners& with, arguments a);
  /// True if the process combines its message with its receive memory. Nothing is sent; `from` is the process
  /// itself.
  bool combines = false;
  /// The neighbourhood collective that does the same, on the graph of the partners.
  std::optional<collective> call = {};
  /// Other ways to do the same. Of neighbourhood collectives: "messages" (all started at once), another one,
  /// or "alltoallv" (most counts are 0). Of messages both ways at once: "send+recv", one way after the other.
  /// Of one-sided calls: other synchronisation, or a "message". Of communicators: other calls that make one.
  std::span<const std::string_view> ways = {};
  /// True if each partner is sent a message of its own. These lie side by side in the send memory.
  bool each_its_own = false;
  calls of_calls = calls::messages;
};

/// ping, ping_ping, ping_pong: even-odd pairs, or one pair of processes (problem "within" a node or "between"
/// nodes), while the others are idle. across, blocks, pipeline: between nodes. ring. reduce_local,
/// copy_local. put, get: one-sided, among the pairs of ping. comm_split. neighbor_allgather(v),
/// neighbor_alltoall(v, w): among the neighbours of the ring, or of a graph that e.problem names, as
/// make_graph() reads it ("moore:4x4:1").
std::span<const pattern> patterns() noexcept;
const pattern* pattern_named(std::string_view name) noexcept;

/// The pattern whose messages an experiment sends: that of its name, or ping_pong for a way "send+recv".
const pattern& messages_of(const experiment& e);

/// The number of blocks of a message in the patterns "blocks" and "pipeline".
inline constexpr int pipeline_blocks = 16;

/// The numbers of neighbours in the ring and in neighbourhood collectives.
struct ring_neighbours {
  int on_node = 1, off_node = 0;
};
/// The neighbours in "k=1 K=0"; in across, "k=0 K=4" gives the distance. Throws not_possible.
ring_neighbours neighbours_of(const experiment& e);
/// True if the problem of a pattern states its neighbours.
bool has_neighbours(const pattern& p) noexcept;

}  // namespace tutti::measure
