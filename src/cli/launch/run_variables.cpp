#include "cli/launch/run_variables.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/usage_error.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "select/call_name.hpp"
#include "select/environment.hpp"
#include "select/settings.hpp"
#include "select/sources.hpp"
#include "text/preload_list.hpp"
#include "text/split.hpp"

namespace tutti::cli {
namespace {

// The settings of an environment that has only this variable.
settings read_one(const std::string& name, const std::string& value) {
  const std::string entry = name + "=" + value;
  const char* const environment[] = {entry.c_str(), nullptr};
  return read_settings(environment);
}

// Turns into errors the warnings that the library would give after the program has started.
void require_settings(const variables& all, const run_options& o) {
  for (const auto& [name, value] : all)
    if (const settings s = read_one(name, value); !s.warnings.empty()) throw usage_error(s.warnings[0]);
  settings s;
  if (!o.machine.empty()) name_machine(s, o.machine);
  if (!o.profile.empty()) require_file("--profile", s.profile_file = o.profile);
  if (!o.plan.empty()) name_plan(s, o.plan);
  take_files(s);
  if (!s.warnings.empty()) throw usage_error(without_variable(s.warnings[0]));
}

// Throws usage_error if the variable would not understand this value of its option.
void require_word(const std::string& variable, const std::string& value, const char* error) {
  if (!read_one(variable, value).warnings.empty()) throw usage_error(fmt::runtime(error), value);
}

// True if the environment asks for sums that are rounded once, whether it names a way or not.
bool names_way_of_sums() {
  const char* const value = std::getenv("TUTTI_REPRODUCIBLE");
  return value && read_one("TUTTI_REPRODUCIBLE", value).sums != rounded_once::no;
}

// Converts options to variables.
variables from_options(const run_options& o) {
  variables all = from_algorithm_settings(o.algorithm_settings);
  if (o.off) all.emplace_back("TUTTI", "off");
  if (o.debug) all.emplace_back("TUTTI_DEBUG", "1");
  if (!o.check.empty())
    require_word("TUTTI_CHECK", o.check,
                 "--check={}: expected --check, --check=unsafe, --check=warn or --check=0");
  if (!o.reductions.empty())
    require_word("TUTTI_REDUCTIONS", o.reductions,
                 ("--reductions {}: expected " + std::string(reduction_orders)).c_str());
  if (!o.check.empty()) all.emplace_back("TUTTI_CHECK", o.check == "true" ? "1" : o.check);
  require_word("TUTTI_LEARN", o.learn, "--learn={}: expected --learn, --learn=all or --learn=off");
  if (!o.learn.empty()) all.emplace_back("TUTTI_LEARN", o.learn == "true" ? "on" : o.learn);
  require_word("TUTTI_REPRODUCIBLE", o.reproducible,
               "--reproducible={}: expected --reproducible, or one of its ways: --reproducible=accumulators, "
               "short, gathered or exchanged");
  // Without a value, the option keeps the method that TUTTI_REPRODUCIBLE names.
  if (!o.reproducible.empty() && (o.reproducible != "true" || !names_way_of_sums()))
    all.emplace_back("TUTTI_REPRODUCIBLE", o.reproducible == "true" ? "1" : o.reproducible);
  if (o.explain) all.emplace_back("TUTTI_EXPLAIN", "1");
  for (const auto& [option, text] :
       {std::pair("--alpha", &o.alpha), {"--beta", &o.beta}, {"--gamma", &o.gamma}})
    if (!text->empty()) parse_time(*text, option);
  if (!o.pieces.empty()) number_of_pieces(o.pieces);
  const std::pair<const char*, const std::string*> others[] = {{"TUTTI_ALPHA", &o.alpha},
                                                               {"TUTTI_BETA", &o.beta},
                                                               {"TUTTI_GAMMA", &o.gamma},
                                                               {"TUTTI_PIECES", &o.pieces},
                                                               {"TUTTI_REDUCTIONS", &o.reductions},
                                                               {"TUTTI_MACHINE", &o.machine},
                                                               {"TUTTI_PROFILE", &o.profile},
                                                               {"TUTTI_PLAN", &o.plan},
                                                               {"TUTTI_LEARN_CACHE", &o.learn_cache},
                                                               {"TUTTI_TRACE", &o.trace}};
  for (const auto& [name, value] : others)
    if (!value->empty()) all.emplace_back(name, *value);
  require_settings(all, o);
  return all;
}

// Makes file names in a list, separated by colons, absolute. A name without a slash may be a library that the
// loader finds.
std::string with_absolute_names(const std::string& files) {
  std::vector<std::string> names;
  for (const std::string_view name : split(files, ':')) {
    std::string& file = names.emplace_back(name);
    if (file.find('/') != std::string::npos && std::filesystem::exists(file)) make_absolute(file);
  }
  return fmt::format("{}", fmt::join(names, ":"));
}

// The name of this run's record: day, time and process.
std::string job_name() {
  return fmt::format("{:%m%d-%H%M%S}-{}", fmt::localtime(std::time(nullptr)), getpid());
}

// The variables that make the loader of each rank preload `library`. LD_PRELOAD keeps its previous contents
// `before`, without other libraries of tutti's, and with a sanitizer's run-time library first, which must be
// loaded first. LD_PRELOAD ends a path at a blank, but LD_LIBRARY_PATH does not. So a library in a folder
// with a blank is preloaded by name and found by LD_LIBRARY_PATH, whose previous value is `folders`. Unlike a
// link in a temporary folder, this works on all hosts. Throws usage_error if neither variable can hold the
// path.
variables preload_of(const std::filesystem::path& library, const std::string& before,
                     const std::string& folders) {
  const std::string file = library.filename().string(), folder = library.parent_path().string();
  std::string first, last;
  for (const std::string& one : others_in(before)) {
    if (one == library || one == file) continue;
    const bool sanitizer = one.find("libasan") != std::string::npos ||
                           one.find("libtsan") != std::string::npos ||
                           one.find("libubsan") != std::string::npos;
    if (sanitizer)
      first += one + ":";
    else
      last += ":" + one;
  }
  // srun ends a value at a comma, the loader a path at the other characters. The loader knows no quotes.
  if (library.string().find_first_of(" ,:;\t\n") == std::string::npos)
    return {{"LD_PRELOAD", first + library.string() + last}};
  if (file.find_first_of(" ,:;\t\n") != std::string::npos ||
      folder.find_first_of(":;\n") != std::string::npos)
    throw usage_error(
        "{} cannot be preloaded: the loader ends a path at ':' and ';'; install tutti in another folder",
        library.string());
  return {{"LD_LIBRARY_PATH", folders.empty() ? folder : folder + ":" + folders},
          {"LD_PRELOAD", first + file + last}};
}

}  // namespace

void make_absolute(std::string& file) {
  if (!file.empty()) file = std::filesystem::absolute(file).lexically_normal().string();
}
bool names_a_file(const std::string& report) {
  return read_one("TUTTI_REPORT", report).report == report && report != "1";
}

bool wants_page(const run_options& o) { return o.report.ends_with(".html"); }
std::string calls_file(const run_options& o) { return o.report + ".calls.json"; }

variables from_algorithm_settings(const std::vector<std::string>& algorithm_settings) {
  variables all;
  for (const std::string& w : algorithm_settings) {
    const std::size_t equals = w.find('=');
    if (equals == std::string::npos || equals + 1 == w.size())
      throw usage_error("--set {}: expected COLLECTIVE=ALGORITHM, such as bcast=chain", w);
    const std::string name = w.substr(0, equals), value = w.substr(equals + 1);
    const auto posted = call_named(name);
    if (posted && posted->as == form::persistent)
      throw usage_error("--set {}: persistent calls go with the non-blocking ones; expected {}={}", w,
                        tutti::name_of(call_name{posted->of, form::nonblocking}), value);
    const call_name called = posted ? *posted : call_name{find_collective(name)};
    all.emplace_back(variable_of(called), value);
    if (std::ranges::count(all, all.back().first, &variables::value_type::first) > 1)
      throw usage_error("--set {}: {} is set twice", w, name);
    if (value != "native" && value != "auto")  // the value may be another name of the algorithm
      all.back().second = find_algorithm(fmt::format("{}.{}", tutti::name_of(called.of), value)).name;
  }
  return all;
}

variables variables_for_ranks(const run_options& o, const std::string& library, bool several_jobs) {
  std::map<std::string, std::string> all;
  for (const assignment& a : assignments_in(environ))
    if (a.name != library_variable) all[std::string(a.name)] = a.value;
  for (const char* const name : {"TUTTI_MACHINE", "TUTTI_PROFILE", "TUTTI_PLAN"})
    if (const auto at = all.find(name); at != all.end() && std::filesystem::exists(at->second))
      make_absolute(at->second);
  if (const auto at = all.find("TUTTI_PLUGIN"); at != all.end()) at->second = with_absolute_names(at->second);
  for (const auto& [name, value] : from_options(o)) all[name] = value;
  if (const auto at = all.find("TUTTI_LEARN_CACHE"); at != all.end()) make_absolute(at->second);
  if (wants_page(o))
    all["TUTTI_REPORT"] = calls_file(o);
  else if (!o.report.empty())
    all["TUTTI_REPORT"] = o.report;
  else if (o.no_report)
    all["TUTTI_REPORT"] = "0";
  else
    all.try_emplace("TUTTI_REPORT", "1");
  if (o.no_recorder)
    all.erase("TUTTI_RECORD");
  else
    all.try_emplace("TUTTI_RECORD", job_name() + (several_jobs ? "+" : ""));
  variables list(all.begin(), all.end());
  const auto text_of = [](const char* name) {
    const char* const text = std::getenv(name);
    return std::string(text ? text : "");
  };
  for (auto& one : preload_of(library, text_of("LD_PRELOAD"), text_of("LD_LIBRARY_PATH")))
    list.push_back(std::move(one));
  if (std::getenv(inheritance_mark)) list.emplace_back(inheritance_mark, none_inherited);
  return list;
}

}  // namespace tutti::cli
