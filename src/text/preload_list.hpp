#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// What LD_PRELOAD names besides tutti's libraries, of any MPI and in any place: at most one can serve a program.
std::vector<std::string> others_in(std::string_view preload);
/// The libraries of tutti's that LD_PRELOAD names.
std::vector<std::string> ours_in(std::string_view preload);

/// A variable by which programs tell whether they merely inherit LD_PRELOAD: the libraries of tutti's that it named when MPI started
/// in the process that started them, or `none_inherited` if what it names now was meant for the program. (No setting: those begin with
/// TUTTI_, and are the same in all processes of a job.)
inline constexpr const char* inheritance_mark = "_TUTTI_INHERITED";
inline constexpr const char* none_inherited = "none";

/// A value of LD_PRELOAD.
std::string joined_preload(const std::vector<std::string>& libraries);

}  // namespace tutti
