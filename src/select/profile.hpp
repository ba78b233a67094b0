#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "select/call_kind.hpp"
#include "tutti/algorithm.hpp"

// Which algorithm serves which call: as it was measured on a machine (`tutti tune` writes it, TUTTI_PROFILE
// loads it), or as it was found in virtual time (a plan: `tutti plan`, TUTTI_PLAN). docs/profiles.md
// describes the files. No MPI here.
namespace tutti {

/// From `from` bytes on, as the collective counts them, this algorithm serves; null is the MPI library's own.
struct profile_step {
  std::size_t from = 0;
  const algorithm* use = nullptr;
  std::size_t piece = 0;  ///< bytes of each piece of a pipelined algorithm; 0: as the model says
};

/// What was measured at one size: seconds, medians. Null is the MPI library's own.
struct profile_point {
  std::size_t bytes = 0;
  std::vector<std::pair<const algorithm*, double>> seconds;
};

/// What serves one kind of call on one kind of communicator.
struct profile_entry {
  call_kind of;
  surroundings on;
  std::vector<profile_step> steps;  ///< ascending, the first from 0
  /// Ascending; may be empty. For explanations: the choice comes from the steps.
  std::vector<profile_point> points;
  int line = 0;  ///< of the file
};

struct profile {
  bool planned = false;  ///< a plan: nothing was measured
  std::string mpi;       ///< the MPI library that was measured: see mpi_identity(). Empty in a plan
  std::string made_by;   ///< "tutti 0.1.0"
  std::string made_on;   ///< date, host: for people
  std::vector<profile_entry> entries;
};

/// What a profile says of a call.
struct advice {
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  std::size_t piece = 0;           ///< as in profile_step
  /// From which it comes, or the nearest of the two between which p lies.
  const profile_entry* entry = nullptr;
  /// The other one of the two; null if the number of processes was measured.
  const profile_entry* other = nullptr;
};

/// What to tell somebody whose programs run on such processes, of which the profile says nothing because it was
/// measured with fewer, with more, or with others on a node: "does not cover 20 processes: 2 to 16 processes were
/// measured". Empty where it may say something.
std::string measured_elsewhere(const profile& from, const surroundings& on);

/// Nothing where the profile does not know that kind of call, or not on that kind of communicator. Numbers of
/// processes between two that were measured: where both have the same algorithms in the same order, the sizes
/// at which they change are interpolated, on logarithmic axes; otherwise the nearer one counts.
std::optional<advice> advise(const profile& from, const call_kind& of, const surroundings& on,
                             std::size_t bytes);

/// The measured size that is nearest; null if none was.
const profile_point* nearest_point(const profile_entry& in, std::size_t bytes);
/// The measured seconds of an algorithm (null: native) at that size; none if it was not measured there.
std::optional<double> measured_seconds(const profile_entry& in, const algorithm* a, std::size_t bytes);

/// Reads a profile. Throws std::invalid_argument, one sentence with `file` and the line, where the text is
/// damaged, and where it was made for another format, another MPI library than `mpi` (empty: any), or other
/// algorithms than are known here.
profile read_profile(std::string_view text, std::string_view file, std::string_view mpi);
/// The same for a plan, which is for any MPI library.
profile read_plan(std::string_view text, std::string_view file);
/// The text of a file.
std::string write_profile(const profile& p);

/// "Open MPI 4.1.4", "MPICH 4.0.2", from what MPI_Get_library_version says.
std::string mpi_identity(std::string_view library_version);

/// A number that changes whenever an algorithm is added, removed or renamed: "5d8a03c1".
std::string catalogue_identity();

}  // namespace tutti
