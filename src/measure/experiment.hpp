#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "select/call_name.hpp"
#include "tutti/collective.hpp"

// The vocabulary of what is measured. No MPI here: the same experiments run on MPI (src/bench) and in virtual time.
namespace tutti::measure {

/// One thing to be timed. Two experiments with equal members are the same one, wherever they were measured.
struct experiment {
  /// A collective ("allreduce"); one that is posted and waited for at once ("iallreduce"), or started and waited for
  /// ("allreduce_init"); or a pattern of point-to-point messages ("ping", "ping_ping", "ping_pong",
  /// "across", "blocks", "pipeline", "ring").
  std::string operation = "bcast";
  /// How it is done: "call" is the operation itself; otherwise the name of a mock-up that does the same by others
  /// ("reduce+bcast"), or "packed": elements are packed, sent contiguous, and unpacked. Of what is posted see posted_ways().
  std::string made = "call";
  /// Who serves the calls: "native", the MPI library; "again", the same once more, so that what differs from "native" is
  /// noise; "tutti", what tutti chooses; or an algorithm of the catalogue
  /// ("circulant"), which must be one of the operation's.
  std::string by = "native";
  /// As the operation counts them (see tutti::collective): a vector, or all blocks of all processes, or what one process
  /// sends in alltoall; of a pattern one message.
  std::size_t bytes = 8;
  /// How long blocks are (see tutti::problem): "same" in regular operations. Of "ring": "k=1 K=0", the neighbours on the
  /// own node and off it; of "across", "blocks" and "pipeline" "k=0 K=4", the distance of nodes.
  std::string problem = "same";
  /// How elements lie in memory: "contiguous", or a layout of derived datatypes (see layouts.hpp).
  std::string layout = "contiguous";
  /// What operators of reductions promise, as the selection asks: "exact" (sums of int), "commutative" (sums of double),
  /// "ordered" (a user's, not commutative); "none" for operations that do not combine.
  std::string op = "none";
  int root = 0;  ///< of rooted operations

  friend auto operator<=>(const experiment&, const experiment&) = default;
};

/// The call that an operation is; none of a pattern, as neighbourhood collectives are.
[[nodiscard]] std::optional<call_name> measured_call(std::string_view operation) noexcept;
/// The collective that it calls, in whatever form.
[[nodiscard]] std::optional<collective> collective_of(const experiment& e) noexcept;
/// Whether it is waited for, and not a blocking call.
[[nodiscard]] bool is_posted(const experiment& e) noexcept;
/// What else there is to measure of what is posted, and none of other operations: the call that it should be no slower than ("bcast" of
/// "ibcast", "ibcast" of "bcast_init"); "computing", which takes as long as the call; "overlapped", the call with that computing
/// before it is waited for; and "overlapped+test", the same with an MPI_Test each 100 us.
[[nodiscard]] std::vector<std::string> posted_ways(std::string_view operation);

/// Whether the MPI library itself serves it.
[[nodiscard]] inline bool by_library(const experiment& e) { return e.by == "native" || e.by == "again"; }

/// "allreduce 80 KB by tutti", "gatherv 8 KB, spikes, as allreduce+gather by native": for people.
std::string describe(const experiment& e);

/// Experiments that are measured in alternation, so that what disturbs one disturbs all of them.
using contest = std::vector<experiment>;

}  // namespace tutti::measure
