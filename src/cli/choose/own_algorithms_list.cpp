// tutti list --library: the algorithms of the MPI library.

#include "cli/choose/own_algorithms_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/launch/launcher.hpp"
#include "cli/launch/rank_environment.hpp"
#include "cli/line/help.hpp"
#include "cli/values/names.hpp"
#include "measure/remote_testbed.hpp"
#include "text/json_text.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

using measure::own_algorithm;
using measure::own_parameter;

// "segment 0, fanout 4": the parameters that can be chosen, with their present values.
std::string parameters_of(const own_algorithm& a) {
  std::vector<std::string> all;
  for (const own_parameter& p : a.parameters)
    if (const std::string one = fmt::format("{} {}", p.name, p.value);
        p.name != "always" && std::ranges::find(all, one) == all.end())
      all.push_back(one);
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace

void list_own_algorithms(const std::string& library, const std::string& of, bool json) {
  const mpi which = find_mpi(library);
  if (!of.empty()) find_collective(of);  // reports a mistake
  for (const auto& [name, value] : choosable_algorithms()) setenv(name.c_str(), value.c_str(), 1);
  const measure::remote_testbed program({measuring_program_of(which, "").string()});
  measure::own_algorithms own = program.library();
  if (!of.empty()) std::erase_if(own.all, [&](const own_algorithm& a) { return name_of(a.of) != of; });
  if (json) {
    fmt::print("{}\n", json_text(nlohmann::ordered_json(own).at("algorithms"), 2));
    return;
  }
  table t({"collective", ">number", "algorithm", "parameters", "variable"});
  for (const own_algorithm& a : own.all)
    t.row({std::string(name_of(a.of)), std::to_string(a.number), a.name, parameters_of(a),
           a.settable ? a.variable : a.variable + " (only at the start)"});
  fmt::print(
      "{}\n{}\n", t.text(),
      filled(fmt::format("{}: {} algorithms that can be chosen. tutti bench --by library:NAME measures "
                         "one; NAME:SEGMENT:FANOUT sets its parameters.",
                         own.library, own.all.size()),
             help_columns));
}

}  // namespace tutti::cli
