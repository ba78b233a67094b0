#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "select/profile.hpp"
#include "select/settings.hpp"

/// The decisions and times that this process has learned on its communicators, for the report and for later
/// runs.
namespace tutti::mpi {

/// Keeps the decision for a class of calls, and the measured times.
void note_learned(const call_kind& of, const surroundings& on, const profile_step& step, profile_point point);
/// The median time of the MPI library's own algorithm in calls of this class, in seconds. None if it was not
/// tried.
std::optional<double> learned_native_seconds(const call_kind& of, const surroundings& on, std::size_t bytes);
/// Adds the new decisions and times to the file TUTTI_LEARN_CACHE, if there are any. Called on process 0 at
/// the end.
void write_learned(const settings& user);

}  // namespace tutti::mpi
