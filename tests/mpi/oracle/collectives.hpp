#pragma once

#include <string_view>

#include "layouts.hpp"
#include "operators.hpp"
#include "oracle.hpp"

namespace oracle {

/// One call of one collective. The same on all processes of `comm`, apart from the layouts, which need only
/// have equal signatures; lengths are in scalars (basic elements), so that they do not depend on the layouts.
struct setting {
  MPI_Comm comm = MPI_COMM_WORLD;
  int root = 0;
  bool in_place = false;
  std::uint64_t seed = 1;
  const layout* send = nullptr;  ///< this process's
  const layout* recv = nullptr;
  std::vector<const layout*> choice;  ///< for alltoallw, where each pair of processes has its own
  /// For the irregular collectives: each length is a random multiple of `unit`, at most `length`; else all
  /// are `length`.
  long unit = 1;
  long length = 0;
  const reduction* how = nullptr;  ///< for the reductions, which count elements: length is in elements of it
};

/// A collective, how it is called and how its result is computed without communication.
struct collective {
  std::string_view name;
  bool rooted, reduces, irregular, in_place_allowed;
  void (*run)(const setting& s, verdict& v);
};

/// All seventeen.
const std::vector<collective>& all_collectives();
/// Returns the collective of that name. Ends the program if there is none.
const collective& collective_called(std::string_view name);

/// Runs the call as one case, unless it meets a known defect of the native library that is to be avoided.
void check(const collective& c, const setting& s, verdict& v);

/// True in a run without tutti: legal calls that this MPI library is known to get wrong are left out (see
/// collectives.cpp). Under tutti, nothing is left out.
void avoid_native_defects();

/// Describes the case in one line, for failures.
std::string describe(const collective& c, const setting& s);

}  // namespace oracle
