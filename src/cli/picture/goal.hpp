#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tutti/machine/network.hpp"
#include "tutti/machine/program.hpp"

namespace tutti::cli {

/// Writes the programs of all processes, which begin at these times, as GOAL text: machine/goal_text.hpp.
void write_goal(std::ostream& into, const std::vector<program>& programs, const arrival& skews,
                const std::string& title);

}  // namespace tutti::cli
