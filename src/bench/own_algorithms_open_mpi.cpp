// Open MPI: component "tuned" has an enumeration of algorithms for each collective, and variables for the
// size of segments and for the fan-out of trees and chains.

#include <mpi.h>

#if defined(OPEN_MPI)

#include "bench/own_algorithms.hpp"

namespace tutti::bench {
namespace {

std::string version() {
  return "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + "." + std::to_string(OMPI_MINOR_VERSION) + "." +
         std::to_string(OMPI_RELEASE_VERSION);
}

// Some collectives have a variable that none of their algorithms uses. Its description has this sentence.
bool is_without_effect(const control_variable& x) {
  return x.help.find("available algorithms do not support") != std::string::npos;
}

}  // namespace

bool read_by_new_communicators() noexcept { return true; }

measure::own_algorithms ask_library(const control_variables& variables) {
  measure::own_algorithms answer{.library = version(), .all = {}, .generic = {}, .composition = {}};
  const control_variable* const dynamic = variables.find("coll_tuned_use_dynamic_rules");
  const bool obeyed = dynamic && variables.read(*dynamic) != 0;
  for (int k = 0; k < collectives; ++k) {
    const auto of = static_cast<collective>(k);
    const std::string variable = "coll_tuned_" + std::string(name_of(of)) + "_algorithm";
    const control_variable* const which = variables.find(variable);
    if (!which) continue;
    std::vector<measure::own_parameter> parameters;
    const auto add = [&](const char* name, const std::string& of_parameter) {
      if (const control_variable* x = variables.find(of_parameter); x && !is_without_effect(*x))
        parameters.push_back({name, of_parameter, variables.read(*x)});
    };
    // Trees and chains have a variable each, but a rule file has one number for both.
    add("segment", variable + "_segmentsize");
    add("fanout", variable + "_tree_fanout");
    add("fanout", variable + "_chain_fanout");
    const bool settable = obeyed && variables.write(*which, variables.read(*which));
    for (const auto& [number, name] : which->values)
      if (number != 0)  // 0 is no algorithm: the library chooses
        answer.all.push_back({.of = of,
                              .name = name,
                              .number = number,
                              .current = variables.read(*which),
                              .variable = variable,
                              .settable = settable,
                              .in_file = {},
                              .parameters = parameters});
  }
  return answer;
}

}  // namespace tutti::bench

#endif
