#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// What LD_PRELOAD names besides tutti's libraries, of any MPI and in any place: at most one can serve a program.
std::vector<std::string> others_in(std::string_view preload);

}  // namespace tutti
