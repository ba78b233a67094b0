// tutti explain: show which algorithm would serve a call, and why.

#include "select/explain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/launch/run_variables.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "select/call_name.hpp"
#include "select/sources.hpp"
#include "select/sum_plans.hpp"
#include "text/json_text.hpp"
#include "text/number.hpp"
#include "text/quantity.hpp"
#include "tutti/engine/agreed_graph.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Shows which algorithm tutti would choose for a collective on any number of processes, and why: the\n"
    "same as TUTTI_EXPLAIN=1 does in a program, without MPI. The variables TUTTI_* of the environment\n"
    "apply as they would there; options override them.\n\n"
    "  tutti explain bcast --p 560 --per-node 16 --bytes 1M\n"
    "  tutti explain allreduce --op ordered --p 36 --bytes 8..64K --machine cluster.json\n"
    "  tutti explain reduce --p 2 --per-node 2 --bytes 80K --profile tuned.json --json\n"
    "  tutti explain allgatherv --p 100 --bytes 10K,1M --longest 4x\n"
    "  tutti explain neighbor_alltoall --graph moore:8x8:1 --per-node 8 --bytes 8,1K\n"
    "  TUTTI_SCAN=chain tutti explain scan --p 100 --bytes 8\n"
    "  TUTTI_REPRODUCIBLE=1 tutti explain allreduce --p 100 --bytes 8   sums of doubles, rounded once\n";

struct options {
  std::vector<std::string> what, algorithm_settings;
  std::string p, per_node, bytes = "1M", pieces, combine, longest, machine, profile, plan, graph;
  bool round_robin = false, unequal = false, json = false;
};

// The settings that a program would read, with those of --set and --pieces.
settings read_with_options(const options& o) {
  variables more = from_algorithm_settings(o.algorithm_settings);
  if (!o.pieces.empty()) more.emplace_back("TUTTI_PIECES", std::to_string(number_of_pieces(o.pieces)));
  std::vector<std::string> texts;
  for (const auto& [name, value] : more) texts.push_back(fmt::format("{}={}", name, value));
  std::vector<const char*> all;
  for (char** entry = environ; *entry; ++entry) all.push_back(*entry);
  for (const std::string& t : texts) all.push_back(t.c_str());
  all.push_back(nullptr);
  return read_settings(all.data());
}

// The environment's settings with those of the options. A mistake in an option is an error here.
settings settings_of(const options& o) {
  settings s = read_with_options(o);
  if (s.job_makes_plan && o.plan.empty())
    s.warnings.emplace_back(
        "TUTTI_PLAN=job: a plan is made by a job, and none is running; shown without one");
  // warnings, as in a program
  for (const std::string& w : s.warnings) fmt::print(stderr, "tutti explain: {}\n", w);
  s.warnings.clear();
  s.job_makes_plan = false;
  if (!o.machine.empty()) name_machine(s, o.machine);
  if (!o.profile.empty()) require_file("--profile", s.profile_file = o.profile);
  if (o.plan == choice_settings::job_word)
    throw usage_error("--plan job: a plan is made by a job, and none is running");
  if (!o.plan.empty()) require_file("--plan", s.plan_file = o.plan);
  take_files(s);
  if (s.warnings.empty()) return s;
  const std::string& wrong = s.warnings.front();
  for (const auto& [variable, option] :
       {std::pair("TUTTI_MACHINE", &o.machine), {"TUTTI_PROFILE", &o.profile}, {"TUTTI_PLAN", &o.plan}})
    if (wrong.starts_with(variable) && option->empty()) throw usage_error(with_variable(wrong));
  throw usage_error(without_variable(wrong));
}

// The call to explain.
struct question {
  call_kind of;
  bool posted;  // non-blocking or persistent
};

question question_of(const std::string& name, const options& o) {
  const auto called = call_named(name);
  call_kind of{.of = called ? called->of : find_collective(name)};
  if (combines(of.of))
    of.op = find_operator_class(o.combine.empty() ? "commutative" : o.combine);
  else if (!o.combine.empty())
    throw usage_error("--op belongs to reductions, not to {}", name);
  if ((o.unequal || !o.longest.empty()) && !has_known_lengths(of.of))
    throw usage_error("--{} belongs to allgatherv and reduce_scatter, not to {}",
                      o.unequal ? "unequal" : "longest", name);
  if (o.unequal) of.lengths = imbalance::unequal;
  return {of, called && called->as != form::blocking};
}

// Reads --longest for p blocks of `bytes` bytes in total. The library computes the same value from lengths
// with such a longest block.
imbalance lengths_from(const std::string& longest, std::size_t bytes, int p) {
  if (longest.ends_with('x')) {
    constexpr std::size_t unit = 1000;
    const auto times = number_from<double>(std::string_view(longest).substr(0, longest.size() - 1));
    if (!times || !(*times >= 1 && *times <= 1e9))
      throw usage_error("--longest {}: expected at least 1x, such as 2.5x", longest);
    if (*times > p)
      throw usage_error("--longest {}: with {} blocks, none is longer than {} times the average", longest, p,
                        p);
    return unequal_by(static_cast<std::size_t>(std::llround(*times * static_cast<double>(unit))),
                      unit * static_cast<std::size_t>(p), p);
  }
  const std::size_t block = parse_size(longest, "--longest");
  const std::size_t least = (bytes + static_cast<std::size_t>(p) - 1) / static_cast<std::size_t>(p);
  if (block < least || block > bytes)
    throw usage_error("--longest {}: the longest of {} blocks of {} bytes in total has from {} to {}",
                      longest, p, bytes, least, bytes);
  return unequal_by(block, bytes, p);
}

// The facts that the processes of a graph would agree on, for their placement on nodes.
graph_facts facts_of(process_graph edges, const surroundings& around) {
  std::vector<int> nodes;
  for (int r = 0; r < around.p; ++r)
    nodes.push_back(around.consecutive ? r / around.per_node : r % around.nodes);
  return agreed_graph(std::move(edges), nodes).facts();
}

surroundings surroundings_of(int p, int per_node, const options& o, bool on_graph) {
  surroundings around = full_nodes(p, per_node, !o.round_robin);
  constexpr int most = 1 << 16;  // limits memory: each process has its part of the plans
  if (on_graph) around.graph = facts_of(graph_for(std::to_string(p), o.graph, most), around);
  return around;
}

nlohmann::ordered_json as_json(const reasoning& r, const settings& user) {
  constexpr std::array authorities{"user", "profile", "learned", "plan", "virtual time", "model"};
  static_assert(authorities.size() == static_cast<std::size_t>(authority::model) + 1);
  nlohmann::ordered_json j{{"collective", tutti::name_of(r.kind.of)}};
  if (user.posted) j["posted"] = true;
  if (combines(r.kind.of)) j["operator"] = tutti::name_of(r.kind.op);
  if (has_known_lengths(r.kind.of)) j["lengths"] = r.kind.lengths == imbalance::equal ? "equal" : "unequal";
  if (is_neighbourhood(r.kind.of)) j["degree"] = r.on.graph.degree;
  if (r.kind.lengths != imbalance::equal) j["longest_over_average"] = times_the_average(r.kind.lengths);
  j["p"] = r.on.p;
  j["per_node"] = r.on.per_node;
  j["nodes"] = r.on.nodes;
  j["consecutive"] = r.on.consecutive;
  j["size_known"] = size_known(r.kind.of);
  if (size_known(r.kind.of)) {
    j["bytes_least"] = r.least;
    if (r.most != SIZE_MAX) j["bytes_most"] = r.most;
  }
  j["bytes_assumed"] = r.assumed;
  j["choice"] = r.decided.use ? r.decided.use->name : "native";
  j["decided_by"] = authorities[static_cast<std::size_t>(r.decided_by)];
  j["why"] = why(r, user);
  if (r.early.calls > 0) j["first_calls"] = {{"calls", r.early.calls}, {"choice", r.early.is.use->name}};
  j["candidates"] = nlohmann::ordered_json::array();
  for (const explained_candidate& c : candidates_of(r)) {
    nlohmann::ordered_json one{{"algorithm", c.use ? c.use->name : "native"}};
    if (c.excluded) one["excluded"] = c.excluded;
    if (c.priced()) one["predicted_seconds"] = c.predicted;
    if (c.simulated && std::isfinite(*c.simulated)) one["simulated_seconds"] = *c.simulated;
    if (c.simulated && !std::isfinite(*c.simulated)) one["slower"] = true;
    if (c.measured) one["measured_seconds"] = *c.measured;
    if (c.priced() && c.use->stages) one["blocks"] = c.pieces;
    if (c.worst_slowdown > 0) one["worst_ratio"] = c.worst_slowdown, one["usual_ratio"] = c.mean_slowdown;
    j["candidates"].push_back(one);
  }
  return j;
}

// Removes "tutti: ", which begins lines only on a program's stderr.
std::string plain(const std::string& text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::string_view line = std::string_view(text).substr(at, end - at);
    if (line.starts_with("tutti: ")) line.remove_prefix(7);
    all.append(line).append("\n");
    at = end + 1;
  }
  return all;
}

// A sentence which states that a size shares its decision with others. Without the sentence, an answer to 1M
// would begin with 896 KiB and not say why. Empty for the size that the decision is made for.
std::string shared_decision(const reasoning& r, std::size_t bytes) {
  if (!size_known(r.kind.of) || bytes == r.assumed || bytes == r.least) return "";
  return fmt::format("  {} is one of these sizes, which share one decision\n",
                     in_bytes(static_cast<double>(bytes)));
}

// The text with a line inserted after its first one.
std::string with_second_line(std::string text, const std::string& line) {
  return text.insert(text.find('\n') + 1, line);
}

// TUTTI_REPRODUCIBLE: reductions that round are explained as sums of doubles.
bool rounds_once(const settings& user, const call_kind& of) {
  return user.sums != rounded_once::no && combines(of.of) && of.op != operator_class::exact;
}
std::string explained_sums(const settings& user, const surroundings& around, const call_kind& of,
                           std::size_t bytes) {
  return plain(sum_plans(user, around).as_text(of.of, exact::number::f64, bytes, of.lengths));
}

void explain_all(const options& o) {
  if (o.what.empty()) throw usage_error("missing collective, e.g. bcast");
  if (o.unequal && !o.longest.empty()) throw usage_error("expected --unequal or --longest, not both");
  const settings user = settings_of(o), user_of_posted = user.for_posted();
  std::vector<question> questions;
  for (const std::string& name : o.what) questions.push_back(question_of(name, o));
  const std::vector<std::size_t> sizes = byte_sizes("--bytes", o.bytes);
  auto json = nlohmann::ordered_json::array();
  const char* separator = "";
  const bool on_graph =
      std::ranges::any_of(questions, [](const question& q) { return is_neighbourhood(q.of.of); });
  if (!o.graph.empty() && !on_graph) throw usage_error("--graph is for neighbourhood collectives");
  const std::vector<int> processes = processes_for(o.p, o.graph);
  const int per_node =
      o.per_node.empty() ? std::max(1, user.node_size) : processes_per_node(o.per_node, processes.back());
  for (const int p : processes) {
    const surroundings around = surroundings_of(p, per_node, o, on_graph);
    for (const question& q : questions) {
      const choices at(q.posted ? user_of_posted : user, around);
      call_kind of = q.of;
      const bool once = of.of == collective::barrier || !size_known(of.of);
      for (const std::size_t bytes : once ? std::vector<std::size_t>{0} : sizes) {
        if (!o.longest.empty()) of.lengths = lengths_from(o.longest, bytes, p);
        if (rounds_once(user, of) && !o.json) {
          fmt::print("{}{}", separator, explained_sums(at.user(), around, of, bytes));
          separator = "\n";
          continue;
        }
        const reasoning r = at.reason(of, bytes);
        if (o.json) {
          json.push_back(as_json(r, at.deciding(of).user()));
          continue;
        }
        fmt::print("{}{}", separator,
                   with_second_line(plain(as_text(r, at.deciding(of).user())), shared_decision(r, bytes)));
        separator = "\n";
      }
    }
  }
  if (o.json) fmt::print("{}\n", json_text(json, 2));
}

}  // namespace

void add_explain(command& tutti) {
  command sub = tutti.add_subcommand("explain", "show which algorithm would serve a call, and why", help);
  const auto o = std::make_shared<options>();
  sub.add_option("what", o->what, "COLLECTIVE", "collectives: bcast, ibcast");
  sub.add_option("--p", o->p, "RANGE", processes_help);
  sub.add_option("--per-node", o->per_node, "N", "processes per node, at most; default 1 (TUTTI_NODE_SIZE)");
  sub.add_flag("--cyclic,--round-robin", o->round_robin,
               "ranks are dealt to the nodes round robin instead of block by block");
  sub.add_option("--bytes", o->bytes, "SIZES", byte_sizes_help);
  sub.add_option(
      "--op,--operator", o->combine, "CLASS",
      "operator class of reductions: exact (integers), commutative (default) or ordered (neither)");
  sub.add_flag("--unequal", o->unequal,
               "allgatherv and reduce_scatter: unequal blocks, the longest at most 1.4 times the average");
  sub.add_option("--longest", o->longest, "SIZE",
                 "length of the longest block: bytes, 40K, or a multiple of the average, 2.5x");
  sub.add_option("--graph", o->graph, "GRAPH", graph_option_help());
  sub.add_option("--plan", o->plan, "FILE.json", "a plan (TUTTI_PLAN)");
  sub.add_option("--machine", o->machine, "FILE.json", "a machine description (TUTTI_MACHINE)");
  sub.add_option("--profile", o->profile, "FILE.json", "a profile of any MPI library (TUTTI_PROFILE)");
  sub.add_option("--set", o->algorithm_settings, "COLLECTIVE=ALGORITHM",
                 "force this algorithm (TUTTI_BCAST=chain); several with commas")
      .list();
  sub.add_option("--pieces,--blocks", o->pieces, "M",
                 "number of blocks of pipelined algorithms (TUTTI_PIECES)");
  sub.add_flag("--json", o->json, "for programs");
  sub.callback([o] { explain_all(*o); });
}

}  // namespace tutti::cli
