#include "cli/measure/tune_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <tuple>

#include "cli/launch/launcher.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/measure/own_screening.hpp"
#include "cli/measure/rules_verification.hpp"
#include "cli/output/output.hpp"
#include "measure/rule_files.hpp"
#include "measure/statistics.hpp"
#include "text/counted.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"
#include "text/utc.hpp"
#include "tutti/model/bounds.hpp"
#include "tutti/nodes.hpp"

namespace tutti::cli {
namespace {

using measure::collective_rules;
using measure::contest;
using measure::experiment;
using measure::own_algorithms;

bool is_open_mpi(const library_tuning& o) { return o.library == "openmpi"; }

bool has_rules(const library_tuning& o, collective c, const own_algorithms& own) {
  return is_open_mpi(o) ? measure::open_mpi_has_rules(c) : measure::mpich_has_rules(c, own);
}
bool tells_sizes(const library_tuning& o, collective c, const own_algorithms& own) {
  return is_open_mpi(o) ? measure::open_mpi_tells_sizes(c) : measure::mpich_tells_sizes(c, own);
}

// The node of each process of a launch with the rules' number of processes.
std::vector<int> node_of_rank(const measured& result) {
  const std::vector<int> one_node(static_cast<std::size_t>(result.p), 0);
  const auto* const launch = result.all.launch_with(result.p);
  const std::vector<int> nodes = launch ? launch->value("node_of_rank", one_node) : one_node;
  return nodes.size() == one_node.size() ? nodes : one_node;
}
int nodes_of(const measured& result) { return node_map(node_of_rank(result)).nodes(); }

// The variables by which a program uses the file, or both files.
variables using_files(const library_tuning& o, bool both) {
  const auto whole = [](const std::string& file) { return std::filesystem::absolute(file).string(); };
  variables all;
  if (is_open_mpi(o)) {
    all.emplace_back("OMPI_MCA_coll_tuned_use_dynamic_rules", "1");
    all.emplace_back("OMPI_MCA_coll_tuned_dynamic_rules_filename", whole(o.output));
    if (both) all.emplace_back("OMPI_MCA_coll_han_use_dynamic_file_rules", "1");
    if (both) all.emplace_back("OMPI_MCA_coll_han_dynamic_rules_filename", whole(second_file(o)));
  } else {
    all.emplace_back("MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", whole(o.output));
    if (both) all.emplace_back("MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE", whole(second_file(o)));
  }
  return all;
}

// The median of an implementation at a point, if it was measured there.
using medians = std::map<std::tuple<collective, std::size_t, std::string>, double>;

medians medians_of(const measured& result) {
  medians all;
  for (const auto& [e, s] : result.all.by_experiment(result.p))
    if (const auto c = collective_named(e.operation); c && e.op != "ordered" && s.right)
      all.insert_or_assign({*c, e.bytes, e.by}, measure::median(s.pooled()));
  return all;
}

// The measured times at the sizes of a step, for the head of the files.
std::vector<std::string> times_of(const collective_rules& rules, const measure::rule_step& step,
                                  const medians& all) {
  std::vector<std::string> lines;
  for (const auto& [at, seconds] : all) {
    const auto& [of, bytes, by] = at;
    const auto native = all.find({of, bytes, "native"});
    if (of != rules.of || by != step.by || native == all.end() || &rules.at(bytes) != &step) continue;
    lines.push_back(fmt::format("    measured at {} B: default {}, this {}, ratio {:.2f}", bytes,
                                in_seconds(native->second), in_seconds(seconds), seconds / native->second));
  }
  return lines;
}

// The head of the files.
measure::rule_file_head head_of(const library_tuning& o, const own_algorithms& own,
                                const std::vector<collective_rules>& rules, const measured& result,
                                const std::string& verified, const variables& use, bool both) {
  measure::rule_file_head head;
  const auto say = [&](std::string line) { head.lines.push_back(std::move(line)); };
  say(fmt::format("Which of its own algorithms {} uses for collectives on {} processes.", own.library,
                  result.p));
  say("Nothing has to be preloaded. Use:");
  say("");
  for (const auto& [name, value] : use) say(fmt::format("    export {}={}", name, value));
  say("");
  if (both && is_open_mpi(o)) {
    say("On several nodes component han stands above component tuned, which has these rules. Han's file "
        "leaves");
    say("calls with a rule to tuned; han serves the others.");
    say("");
  }
  say("Communicators of other sizes, and sizes without a rule, keep the library's choice.");
  if (!measure::open_mpi_tells_placements(own.library))
    say("The rules cannot tell placements of the processes apart. The one that was measured:");
  else if (nodes_of(result) == 1)
    say("The rules hold for communicators on one node. Measured:");
  else if (nodes_of(result) == result.p)
    say("The rules hold for communicators with one process a node. Measured:");
  else
    say("The rules hold for all placements of the processes. Measured:");
  if (const auto* const launch = result.all.launch_with(result.p)) {
    const auto hosts = launch->value("host_of_rank", std::vector<std::string>{});
    say(fmt::format("{} on {}{}, {}", counted(result.p, "process"), counted(nodes_of(result), "node"),
                    hosts.empty() ? "" : ", first " + hosts[0], launch->value("begun", "")));
  }
  say("Written by: " + o.all.command);
  say(verified);
  say("");
  const medians all = medians_of(result);
  for (const collective_rules& r : rules)
    for (const measure::rule_step& s : r.steps) {
      say(fmt::format("  {:<22} from {:>10} B  {}", name_of(r.of), s.from, s.by));
      if (s.by == "native") continue;
      for (const std::string& line : times_of(r, s, all)) say(line);
    }
  return head;
}

// The texts of both files; that of the second is empty if it is not needed.
measure::rule_files texts_of(const library_tuning& o, const own_algorithms& own,
                             const std::vector<collective_rules>& rules, const measured& result,
                             const measure::rule_file_head& head) {
  if (!is_open_mpi(o)) return measure::mpich_rules(rules, own, head);
  const int nodes = nodes_of(result);
  const bool han = measure::open_mpi_needs_han_rules(own.library, nodes, result.p);
  return {measure::open_mpi_rules(rules, own, head, nodes),
          han ? measure::open_mpi_han_rules(rules, head) : ""};
}

// Writes the files. Returns the variables that use them.
variables write_rules(const library_tuning& o, const own_algorithms& own,
                      const std::vector<collective_rules>& rules, const measured& result,
                      const std::string& verified) {
  const bool both = !texts_of(o, own, rules, result, {}).second.empty();
  variables use = using_files(o, both);
  constexpr const char* priority = "OMPI_MCA_coll_han_priority";
  if (const char* const set = std::getenv(priority); set && *set != '\0' && is_open_mpi(o))
    use.emplace_back(priority, set);
  const auto [first, second] =
      texts_of(o, own, rules, result, head_of(o, own, rules, result, verified, use, both));
  write_text(o.output, first);
  if (both) {
    write_text(second_file(o), second);
  } else {  // one of an earlier run does not fit the first file
    std::error_code none;
    std::filesystem::remove(second_file(o), none);
  }
  return use;
}

std::string table_of_rules(const std::vector<collective_rules>& rules) {
  table t({"collective", ">processes", ">from", "use"});
  for (const collective_rules& r : rules)
    for (std::size_t k = 0; k < r.steps.size(); ++k)
      t.row({k == 0 ? std::string(name_of(r.of)) : "", k == 0 ? std::to_string(r.p) : "",
             in_bytes(static_cast<double>(r.steps[k].from)), r.steps[k].by});
  return t.text();
}

// Lower bounds on the user's machine, with the nodes of the measured processes.
class bounds_here {
 public:
  bounds_here(const std::optional<network>& machine, const measured& result) : p_(result.p) {
    if (!machine) return;
    try {
      on_ = on_nodes(*machine, node_of_rank(result));
      on_->check(p_);
    } catch (const std::invalid_argument& e) {
      on_.reset();
      fmt::print(stderr, "tutti tune: no bounds: {}\n", e.what());
    }
  }
  [[nodiscard]] bool known() const noexcept { return on_.has_value(); }
  // The time that no algorithm beats, as a cell of a table.
  [[nodiscard]] std::string cell(collective c, std::size_t bytes) const {
    const double bound = seconds(c, static_cast<double>(bytes));
    return bound > 0 ? in_seconds(bound) : "-";
  }

 private:
  [[nodiscard]] double seconds(collective c, double bytes) const {
    if (!why_without_bounds(*on_).empty()) return least_time_with_overheads(c, p_, bytes, *on_);
    const std::vector<stated_bound> all = lower_bounds(c, p_, bytes, *on_);
    const stated_bound* const largest = binding(all);
    return largest ? largest->seconds : 0;
  }
  int p_;
  std::optional<network> on_;
};

// The library's choice, its best algorithm, tutti's choice, and the lower bound if the machine is known, at
// each point.
std::string table_of_gains(const measured& result, const std::optional<network>& machine) {
  struct point {
    double native = 0, best = 0, tutti = 0;
    std::string by, algorithm;
  };
  std::map<std::pair<int, std::size_t>, point> points;
  for (const auto& [e, s] : result.all.by_experiment(result.p)) {
    const auto c = collective_named(e.operation);
    if (!c || e.op == "ordered" || !s.right) continue;
    point& at = points[{static_cast<int>(*c), e.bytes}];
    const double m = measure::median(s.pooled());
    if (e.by == "native") {
      at.native = m;
    } else if (e.by == "tutti") {
      at.tutti = m, at.algorithm = s.algorithm;
    } else if (at.best == 0 || m < at.best) {
      at.best = m, at.by = e.by;
    }
  }
  std::vector<std::string> head{"collective", ">bytes", ">default", ">best of the library", "", ">ratio",
                                ">tutti",     "",       ">ratio"};
  const bounds_here bounds(machine, result);
  if (bounds.known()) head.emplace_back(">bound");
  table t(head);
  const auto ratio = [](double x, double y) { return x > 0 && y > 0 ? fmt::format("{:.2f}", x / y) : ""; };
  for (const auto& [place, at] : points) {
    if (at.native == 0 || at.best == 0) continue;
    const bool native_wins = at.native <= at.best;
    const double best = std::min(at.native, at.best);
    const auto c = static_cast<collective>(place.first);
    std::vector<std::string> row{std::string(name_of(c)),
                                 in_bytes(static_cast<double>(place.second)),
                                 in_seconds(at.native),
                                 in_seconds(best),
                                 native_wins ? "default" : at.by,
                                 ratio(best, at.native),
                                 at.tutti > 0 ? in_seconds(at.tutti) : "",
                                 at.algorithm,
                                 ratio(at.tutti, at.native)};
    if (bounds.known()) row.push_back(bounds.cell(c, place.second));
    t.row(std::move(row));
  }
  return t.text();
}

// The sizes of each collective that were measured natively.
std::map<collective, std::vector<std::size_t>> measured_sizes(const measured& result) {
  std::map<collective, std::set<std::size_t>> sets;
  for (const measure::observation& x : result.all.all)
    if (const auto c = collective_named(x.of.operation); c && x.p == result.p && x.of.by == "native")
      sets[*c].insert(x.of.bytes);
  std::map<collective, std::vector<std::size_t>> sizes;
  for (const auto& [c, set] : sets) sizes[c] = {set.begin(), set.end()};
  return sizes;
}

// Removes rules that do not hold in fresh launches, and prints which. Returns a sentence for the head of
// the file.
std::string verify(const library_tuning& o, const variables& files, std::vector<collective_rules>& rules,
                   const measured& result) {
  std::vector<measure::rule_probe> probes;
  const auto sizes = measured_sizes(result);
  for (const collective_rules& r : rules) {
    const auto some = measure::probes_of(r, sizes.at(r.of));
    probes.insert(probes.end(), some.begin(), some.end());
  }
  const std::vector<verified_probe> found = verify_rules(o.all, result.p, files, probes);
  fmt::print("\nIn fresh launches with nothing preloaded, at sizes that were not measured:\n{}",
             table_of_probes(found));
  std::size_t kept = 0, removed = 0;
  for (collective_rules& r : rules) {
    std::vector<std::size_t> bad;
    for (std::size_t k = 0; k < r.steps.size(); ++k) {
      if (r.steps[k].by == "native") continue;
      bool faster = false;
      std::string why;
      for (const verified_probe& v : found)
        if (v.at.of == r.of && v.at.step == k) {
          faster = faster || v.compared.is == measure::verdict::faster;
          if (!v.failed.empty()) why = v.failed;
          if (v.compared.is == measure::verdict::slower && why.empty()) why = "slower";
        }
      if (faster && why.empty()) {
        ++kept;
        continue;
      }
      ++removed;
      bad.push_back(k);
      fmt::print(stderr, "tutti tune: removed: {} from {} by {}, in fresh launches: {}\n", name_of(r.of),
                 in_bytes(static_cast<double>(r.steps[k].from)), r.steps[k].by,
                 why.empty() ? "not surely faster" : why);
    }
    r = measure::without(std::move(r), bad);
  }
  for (const verified_probe& v : found)
    if (harmed(v))
      fmt::print(stderr, "tutti tune: warning: {} of {} has no rule, but {} with the file\n",
                 name_of(v.at.of), in_bytes(static_cast<double>(v.at.bytes)),
                 v.failed.empty() ? fmt::format("takes {:.2f} times as long", v.compared.by.ratio)
                                  : "fails (" + v.failed + ")");
  std::erase_if(rules, [](const collective_rules& r) { return r.change_nothing(); });
  const auto ruled = static_cast<std::size_t>(
      std::ranges::count_if(found, [](const verified_probe& v) { return v.at.ruled; }));
  const auto slower = static_cast<std::size_t>(std::ranges::count_if(found, harmed));
  return fmt::format(
      "Verified in {} fresh launches of each side, at {} with a rule and {} without that were not measured: "
      "{} held, {} did not and {} removed; {} without a rule {} slower with the file, or failed.",
      launches_to_verify(o.all), counted(ruled, "size"), found.size() - ruled, counted(kept, "rule"), removed,
      removed == 1 ? "was" : "were", counted(slower, "size"), slower == 1 ? "was" : "were");
}

void require_library(const library_tuning& o, const own_algorithms& own) {
  const bool right = own.library.starts_with(is_open_mpi(o) ? "Open MPI" : "MPICH");
  if (!right) throw usage_error("--for {}: the launcher starts programs of {}", o.library, own.library);
  if (own.all.empty()) throw usage_error("{} does not tell its algorithms", own.library);
  if (!is_open_mpi(o) && own.generic.empty())
    throw usage_error("{} has no rules in its file that a selection file could extend", own.library);
}

// True if component han of Open MPI serves calls instead of this algorithm, and a program cannot change that.
bool cannot_lower_han(const measure::own_algorithm& a) {
  return !a.settable && std::ranges::find(a.parameters, "coll_han_priority",
                                          &measure::own_parameter::variable) != a.parameters.end();
}

struct measured_library {
  measured result;
  own_algorithms own;
};

// Screens all algorithms, and measures the best of them in contests with the library's choice.
measured_library measured_now(const library_tuning& o) {
  campaign_options all = o.all;
  all.where.environment = choosable_algorithms();
  screening found(o.library, all);
  const own_algorithms own = found.own();
  require_library(o, own);
  std::vector<contest> subjects;
  const int p = found.processes();
  if (o.calls) fmt::print(stderr, "{}\n", o.calls->coverage(p));
  for (contest& one : o.calls ? o.calls->contests(p) : contests_from(o.what, p, true)) {
    // The library's rules do not distinguish lengths of blocks.
    if (o.calls) one[0].by = "native", one[0].problem = "same";
    const auto c = collective_named(one.at(0).operation);
    if (!c)
      throw usage_error("{} is no blocking collective: {} has no rules for it", one.at(0).operation,
                        own.library);
    if (has_rules(o, *c, own)) subjects.push_back(one);
  }
  if (subjects.empty()) throw usage_error("the files of {} have no rules for these collectives", own.library);
  const std::vector<contest> finals =
      found.finals(subjects, o.finalists, is_open_mpi(o) && !o.only_commutative);
  found.end();
  if (finals.empty())
    throw usage_error("{} has no algorithms that could be chosen for these collectives{}", own.library,
                      std::ranges::all_of(own.all, &cannot_lower_han)
                          ? " while a program runs, since component han stands above tuned: set "
                            "OMPI_MCA_coll_han_priority=0"
                          : "");
  return {measure_campaign(all, [&](const measure::testbed&) { return finals; }), own};
}

// Reads measurements. One process asks the library, for the numbers of its algorithms.
measured_library measured_before(const library_tuning& o) {
  const measure::remote_testbed program(
      {measuring_program_of(find_mpi(o.library), o.all.where.program).string()});
  const own_algorithms own = program.library();
  require_library(o, own);
  campaign_options reading = o.all;
  reading.results = {o.output};
  measured result = measured_or_read(reading, o.from, nullptr);
  for (const auto& launch : result.all.launches) {
    const auto mpi = launch.value("mpi", nlohmann::ordered_json::object());
    const std::string name = mpi.is_object() ? mpi.value("name", "") : "";
    if (name != o.library)
      throw usage_error("--from: launch {} was measured with {}, but the rules are for {}",
                        launch.value("launch", 0), name.empty() ? "no MPI library" : name, o.library);
  }
  return {std::move(result), own};
}

}  // namespace

std::string second_file(const library_tuning& o) {
  const std::filesystem::path path(o.output);
  const char* const part = is_open_mpi(o) ? ".han" : ".composition";
  return (path.parent_path() / (path.stem().string() + part + path.extension().string())).string();
}

void tune_library(const library_tuning& o) {
  if (o.output.empty() || o.output == "-")
    throw usage_error("--for {} needs -o FILE: the library reads it", o.library);
  const bool launches = !o.all.where.launcher.empty();
  if (!launches && o.from.empty())
    throw usage_error(
        "--for {0} starts the launcher several times: put it behind --, as in tutti tune --for {0} -o FILE "
        "-- "
        "mpirun -n 16",
        o.library);
  for (const auto& [name, value] : using_files(o, true))
    if (const char* const set = std::getenv(name.c_str()); set && launches && *set != '\0')
      throw usage_error("{}={} is set, but the library's own choice is to be measured: unset it", name, set);
  check_writable(o.output);
  check_writable(second_file(o));
  const auto [result, own] = o.from.empty() ? measured_now(o) : measured_before(o);
  std::vector<collective_rules> rules = measure::make_rules(
      result.all, result.p, [&, &library = own](collective c) { return tells_sizes(o, c, library); },
      o.steady);
  std::erase_if(rules,
                [&, &library = own](const collective_rules& r) { return !has_rules(o, r.of, library); });
  fmt::print("{}", table_of_gains(result, o.machine));
  std::string verified =
      rules.empty() ? "Nothing was surely faster than the library's choice." : "Not verified.";
  variables files = write_rules(o, own, rules, result, verified);
  if (!rules.empty() && launches) {
    verified = verify(o, files, rules, result);
    files = write_rules(o, own, rules, result, verified);
  }
  fmt::print("\n{}{}\n", rules.empty() ? "" : table_of_rules(rules), verified);
  for (const auto& [name, value] : files) fmt::print("export {}={}\n", name, value);
}

}  // namespace tutti::cli
