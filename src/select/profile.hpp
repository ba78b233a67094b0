#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "select/call_kind.hpp"
#include "tutti/algorithm.hpp"

// The algorithm for each kind of call, from a measurement on a machine (a profile: `tutti tune` writes it,
// TUTTI_PROFILE loads it), from virtual time (a plan: `tutti plan`, TUTTI_PLAN), or from the calls of earlier
// runs (a learned profile: a run with TUTTI_LEARN_CACHE writes and loads it). docs/profiles.md describes the
// files. No MPI here.
namespace tutti {

/// From `from` bytes on, as the collective counts them, `use` serves the call. Null: the MPI library's own.
struct profile_step {
  std::size_t from = 0;
  const algorithm* use = nullptr;
  std::size_t piece = 0;  ///< bytes of each piece of a pipelined algorithm; 0: from the model
};

/// Median times at one size, in seconds. Null: the MPI library's own algorithm.
struct profile_point {
  std::size_t bytes = 0;
  std::vector<std::pair<const algorithm*, double>> seconds;
};

/// The steps for one kind of call on one kind of communicator.
struct profile_entry {
  call_kind of;
  surroundings on;
  /// Ascending, the first from 0. In a learned profile, each step serves only the sizes of its own slot.
  std::vector<profile_step> steps;
  /// Ascending; may be empty. Only for explanations: the choice uses the steps.
  std::vector<profile_point> points;
  int line = 0;  ///< line in the file
};

struct profile {
  bool planned = false;  ///< a plan: nothing was measured
  bool learned = false;  ///< from the calls of programs
  std::string mpi;       ///< identity of the measured MPI library: see mpi_identity(). Empty in a plan
  std::string made_by;   ///< "tutti 0.1.0"
  std::string made_on;   ///< date and host, for people
  std::vector<profile_entry> entries;
};

/// The advice of a profile for a call.
struct advice {
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  std::size_t piece = 0;           ///< as in profile_step
  /// The entry that the advice is taken from. If p lies between two entries, this is the nearer one.
  const profile_entry* entry = nullptr;
  /// The farther one of the two. Null if this number of processes was measured.
  const profile_entry* farther_entry = nullptr;
};

/// A message for users whose process counts or layout the profile does not cover, because it was measured
/// with fewer processes, with more, or with another number on a node: "does not cover 20 processes: 2 to 16
/// processes were measured". Empty if the profile may apply.
std::string measured_elsewhere(const profile& from, const surroundings& on);

/// Returns the advice for a call; none if the profile lacks that kind of call or communicator. If p lies
/// between two measured numbers of processes with the same algorithms in the same order, the sizes at which
/// the algorithm changes are interpolated on logarithmic axes. Otherwise the nearer number counts.
std::optional<advice> advise(const profile& from, const call_kind& of, const surroundings& on,
                             std::size_t bytes);

/// Returns the advice of a learned profile; none unless calls of this very kind and size, on such a
/// communicator, were measured.
std::optional<advice> advise_learned(const profile& from, const call_kind& of, const surroundings& on,
                                     std::size_t bytes);
/// Adds a step and its point to a learned profile. Replaces those of the same size. As files do not state the
/// number of nodes, communicators that differ only there share an entry.
void add_learned(profile& to, const call_kind& of, const surroundings& on, const profile_step& step,
                 profile_point point);

/// The nearest measured size. Null if there is none.
const profile_point* nearest_point(const profile_entry& in, std::size_t bytes);
/// The measured seconds of an algorithm (null: native) at the nearest size. None if it was not measured
/// there.
std::optional<double> measured_seconds(const profile_entry& in, const algorithm* a, std::size_t bytes);

/// The measured seconds of an algorithm (null: native) for `bytes` bytes. Between two measured sizes, they
/// are interpolated on logarithmic axes. None if the size is smaller or larger than all measured ones.
std::optional<double> measured_between(const profile_entry& in, const algorithm* a, double bytes);

/// Reads a profile. Throws std::invalid_argument with one sentence that names `file` and the line, if the
/// text is damaged, or was made for another format, another MPI library than `mpi` (empty: any), or another
/// catalogue of algorithms.
profile read_profile(std::string_view text, std::string_view file, std::string_view mpi);
/// Reads a plan, which is valid for any MPI library.
profile read_plan(std::string_view text, std::string_view file);
/// Reads a learned profile. Returns an empty one if it was learned with another MPI library than `mpi`
/// (empty: any) or another catalogue of algorithms. Throws std::invalid_argument as above if the text is
/// damaged.
profile read_learned(std::string_view text, std::string_view file, std::string_view mpi);
/// Returns the text of a profile's file.
std::string write_profile(const profile& p);

/// Returns "Open MPI 4.1.4" or "MPICH 4.0.2" for the result of MPI_Get_library_version.
std::string mpi_identity(std::string_view library_version);

/// A hash, such as "5d8a03c1", that changes if an algorithm is added, removed or renamed.
std::string catalogue_identity();

}  // namespace tutti
