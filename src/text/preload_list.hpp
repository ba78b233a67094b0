#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// The libraries in LD_PRELOAD that are not tutti's. A library is tutti's for any MPI library and in any
/// folder, since at most one of them can serve a program.
std::vector<std::string> others_in(std::string_view preload);
/// The libraries in LD_PRELOAD that are tutti's.
std::vector<std::string> ours_in(std::string_view preload);

/// An environment variable by which a program detects that it merely inherited LD_PRELOAD. Its value is the
/// list of tutti's libraries in LD_PRELOAD when MPI started in the parent process, or `none_inherited` if the
/// present LD_PRELOAD was set for the program. (It is not a setting: those begin with TUTTI_, and are the
/// same in all processes of a job.)
inline constexpr const char* inheritance_mark = "_TUTTI_INHERITED";
inline constexpr const char* none_inherited = "none";

/// The libraries as a value of LD_PRELOAD.
std::string joined_preload(const std::vector<std::string>& libraries);

}  // namespace tutti
