#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "select/call_name.hpp"
#include "tutti/collective.hpp"

// The vocabulary of measurements. No MPI here: the same experiments run on MPI (src/bench) and in virtual
// time.
namespace tutti::measure {

/// One thing to be timed. Two experiments with equal members are the same one, wherever they were measured.
struct experiment {
  /// A collective ("allreduce"); a non-blocking one that is waited for at once ("iallreduce"); a persistent
  /// one that is started and waited for ("allreduce_init"); or a pattern of point-to-point messages ("ping",
  /// "ping_ping", "ping_pong", "across", "blocks", "pipeline", "ring").
  std::string operation = "bcast";
  /// How it is done. "call": the operation itself. A mock-up's name: the same by other operations
  /// ("reduce+bcast"). "in_place": the call with MPI_IN_PLACE. "packed": elements are packed, sent
  /// contiguous, and unpacked. For posted operations see posted_variants().
  std::string made = "call";
  /// The implementation that serves the calls. "native": the MPI library. "again": the same once more, so
  /// that its difference to "native" is noise. "library:binomial": an algorithm of the MPI library that
  /// it names itself. "tutti": tutti's choice. Or an algorithm of the catalogue for
  /// this operation ("circulant").
  std::string by = "native";
  /// As the operation counts them (see tutti::collective): a vector, or all blocks of all processes, or what
  /// one process sends in alltoall; in a pattern, one message.
  std::size_t bytes = 8;
  /// The lengths of blocks (see tutti::problem): "same" in regular operations. In "ring", "k=1 K=0": the
  /// numbers of neighbours on a process's node and on other nodes. In "across", "blocks" and "pipeline",
  /// "k=0 K=4": the distance of nodes.
  std::string problem = "same";
  /// The layout of elements in memory: "contiguous", or a layout of derived datatypes (see layouts.hpp).
  std::string layout = "contiguous";
  /// The properties of a reduction's operator, as the selection distinguishes them: "exact" (sums of int),
  /// "commutative" (sums of double), "ordered" (a user's, not commutative); "none" for operations that do not
  /// combine.
  std::string op = "none";
  int root = 0;  ///< of rooted operations
  /// The processes and their ranks: "world", or a name of communicators.hpp.
  std::string communicator = "world";

  friend auto operator<=>(const experiment&, const experiment&) = default;
};

/// Thrown, on all processes, if an experiment cannot be run here. One sentence with the reason.
class not_possible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The call of an operation. None for a pattern; neighbourhood collectives are patterns, too.
[[nodiscard]] std::optional<call_name> measured_call(std::string_view operation) noexcept;
/// The collective of the experiment's call, in whatever form; none for a pattern.
[[nodiscard]] std::optional<collective> collective_of(const experiment& e) noexcept;
/// True if the call is non-blocking or persistent.
[[nodiscard]] bool is_posted(const experiment& e) noexcept;
/// The other values of experiment::made for a posted operation; none for other operations. The first one is
/// the call that the operation should be no slower than ("bcast" for "ibcast", "ibcast" for "bcast_init").
/// "computing": a computation as long as the call. "overlapped": the call, with that computation before the
/// wait. "overlapped+test": the same with an MPI_Test every 100 us.
[[nodiscard]] std::vector<std::string> posted_variants(std::string_view operation);

/// True if the implementation is a named algorithm of the MPI library: own_algorithms.hpp.
[[nodiscard]] inline bool by_own_algorithm(const experiment& e) { return e.by.starts_with("library:"); }
/// True if the MPI library itself serves the calls.
[[nodiscard]] inline bool by_library(const experiment& e) {
  return e.by == "native" || e.by == "again" || by_own_algorithm(e);
}

/// "allreduce 80 KB by tutti", "gatherv 8 KB, spikes, as allreduce+gather by native": in words.
std::string describe(const experiment& e);

/// Experiments that are measured in alternation, so that a disturbance affects all of them.
using contest = std::vector<experiment>;

}  // namespace tutti::measure
