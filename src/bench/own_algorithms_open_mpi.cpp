// Open MPI: component "tuned" has an enumeration of algorithms for each collective, and variables for the
// size of segments and for the fan-out of trees and chains. On communicators over several nodes, component
// "han" serves some collectives instead if its priority is higher, which is the default from Open MPI 5 on.

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

// The priority of "han" if it is no lower than that of "tuned"; otherwise null.
const control_variable* priority_above_tuned(const control_variables& variables) {
  const control_variable* const han = variables.find("coll_han_priority");
  const control_variable* const tuned = variables.find("coll_tuned_priority");
  return han && tuned && variables.read(*han) >= variables.read(*tuned) ? han : nullptr;
}

}  // namespace

bool read_by_new_communicators() noexcept { return true; }

measure::own_algorithms ask_library(const control_variables& variables, bool several_nodes) {
  measure::own_algorithms answer{.library = version(), .all = {}, .generic = {}, .composition = {}};
  const control_variable* const dynamic = variables.find("coll_tuned_use_dynamic_rules");
  const bool obeyed = dynamic && variables.read(*dynamic) != 0;
  const control_variable* const han = priority_above_tuned(variables);
  // Open MPI 4.1.7 and 5.0.6 do not let the priority be set while a program runs. On one node it does not
  // matter.
  const bool lowerable = han && variables.write(*han, variables.read(*han));
  const bool lowered = han && (lowerable || several_nodes);
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
    if (lowered) parameters.push_back({"always", "coll_han_priority", 0});
    const bool settable =
        obeyed && (!lowered || lowerable) && variables.write(*which, variables.read(*which));
    for (const auto& [number, name] : which->values)
      if (number != 0)  // 0 is not an algorithm: the library chooses
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
