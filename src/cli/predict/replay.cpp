// tutti replay: a recorded run in virtual time, with other algorithms and on other machines.

#include "replay/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/arrival_file.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/predict/replay_data.hpp"
#include "cli/predict/replay_table.hpp"
#include "cli/predict/watched_replay.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "machine/costs.hpp"
#include "record/read.hpp"
#include "record/trace_file.hpp"
#include "replay/arrival.hpp"
#include "replay/goal.hpp"
#include "replay/lines.hpp"
#include "select/call_kind.hpp"
#include "text/counted.hpp"
#include "text/file_text.hpp"
#include "text/json_text.hpp"
#include "text/nearest.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Replays a recorded run in virtual time. Each process computes as long as it did between its\n"
    "collectives, and enters the next one when it comes; the collectives take as long as algorithms take on\n"
    "a network: those that ran, those that tutti would choose, and the fastest of the candidates for each\n"
    "call. Further lines have the lower bound, the run if no process were late, and the run if collectives\n"
    "cost nothing. The first line compares the replay by the algorithms that ran with the measured run, and\n"
    "takes --machine or --model for the machine of the run; if it is another one, name that of the run by\n"
    "--recorded-on. Needs no MPI. docs/how-to-replay.md.\n\n"
    "  tutti run --off --trace t.json mpirun -n 64 ./app        record the program without tutti\n"
    "  mpirun -n 2 tutti calibrate -o m.json                    the machine, once; on two nodes\n"
    "  tutti replay t.json --machine m.json                     what would other algorithms bring?\n"
    "  tutti replay t.json --machine m.json --by site           by the places that call collectives\n"
    "  tutti replay t.json --recorded-on m.json --machine next.json --per-node 32 --compute 0.5\n"
    "                                                           on another machine, twice as fast\n"
    "  tutti replay t.json -o page.html                         as a page: by size, site and communicator\n"
    "  tutti replay t.json --arrival a.json --only allreduce    when processes enter, for tutti plan\n"
    "  tutti replay t.json --goal run.goal                      for LogGOPSim and other simulators\n\n"
    "MODEL, TOPOLOGY and PLACEMENT are those of tutti predict --help. Processes are on the nodes on which\n"
    "they were recorded, unless --per-node or --topology says otherwise.\n";

constexpr std::string_view json_ending = ".json";

struct options {
  std::string file, machine, model, topology, per_node, place, recorded_on;
  std::string by = "size", compute = "1", lines = "20";
  std::string output, goal, goal_by = "ran", arrival, only;
  bool json = false;
  progress_options bar;
};

replay::grouping grouping_of(const std::string& by) {
  std::vector<std::string> names;
  for (const auto& [name, is] : replay::groupings) {
    if (by == name) return is;
    names.emplace_back(name);
  }
  throw usage_error("--by {}: expected size, site or communicator{}", by, did_you_mean(by, names));
}

double factor_of(const std::string& text) {
  constexpr double most = 1e6;
  const double factor = parse_number(text, "--compute");
  if (!(factor <= most)) throw usage_error("--compute {}: expected at most {}", text, most);
  return factor;
}

const std::string& machine_or_model(const options& o) { return o.machine.empty() ? o.model : o.machine; }

bool has_usual_network(const options& o) {
  const std::string& text = machine_or_model(o);
  return text.empty() || text == settings::usual_word;
}

network machine_of(const options& o) {
  if (!o.machine.empty() && !o.model.empty()) throw usage_error("expected --machine or --model, not both");
  const std::string& text = machine_or_model(o);
  if (has_usual_network(o)) return usual_machine();
  if (!o.machine.empty()) require_file("--machine", o.machine);
  return machine_of_model(text);
}

// The network of all processes.
network network_of(const options& o, const replay::recorded_run& run) {
  const int p = static_cast<int>(run.processes.size());
  if (!o.topology.empty()) {
    if (!o.per_node.empty()) throw usage_error("expected --topology or --per-node, not both");
    (void)machine_of(o);  // reports mistakes
    const std::string& model = machine_or_model(o);
    if (model == settings::usual_word)
      throw usage_error(
          "--machine usual has nodes of its own: expected --per-node beside it, not --topology");
    return make_network(model, o.topology, o.place, p);
  }
  if (o.per_node.empty()) {
    if (!o.place.empty()) throw usage_error("--place belongs to --per-node or --topology");
    return on_nodes(machine_of(o), run.node_of);
  }
  if (!o.place.empty() && o.place != "consecutive" && o.place != "cyclic")
    throw usage_error("--place {}: expected consecutive or cyclic beside --per-node", o.place);
  const int per_node = processes_per_node(o.per_node, p);
  return on_nodes(machine_of(o), nodes_like(full_nodes(p, per_node, o.place != "cyclic")));
}

bool is_elsewhere(const options& o, double compute) {
  return compute != 1 || !o.per_node.empty() || !o.topology.empty();
}

// True for one file by two names, and for two files of the same contents.
bool has_same_machines(const options& o) {
  if (o.machine.empty() || o.machine == settings::usual_word) return false;
  return is_same_file(o.recorded_on, o.machine) || text_of(o.recorded_on) == text_of(o.machine);
}

// The network of the recorded run beside that of another machine.
network recorded_network(const options& o, double compute, const replay::recorded_run& run) {
  if (o.recorded_on == settings::usual_word)
    throw usage_error("--recorded-on usual: expected the machine of the recorded run, from tutti calibrate");
  require_file("--recorded-on", o.recorded_on);
  if (machine_or_model(o).empty())
    throw usage_error(
        "--recorded-on is the machine of the recorded run: expected --machine or --model, "
        "another one, beside it");
  if (has_same_machines(o) && !is_elsewhere(o, compute))
    throw usage_error(
        "--recorded-on {} and --machine {} are the same machine: expected --machine alone, or --per-node, "
        "--topology or --compute beside them",
        o.recorded_on, o.machine);
  return on_nodes(machine_of_model(o.recorded_on), run.node_of);
}

replay::variant goal_variant(const std::string& by) {
  for (const replay::variant v : {replay::variant::ran, replay::variant::chosen})
    if (by == replay::name_of(v)) return v;
  throw usage_error("--goal-by {}: expected ran or chosen", by);
}

void write_goal(const options& o, const replay::recorded_run& run, replay::virtual_machine& on,
                double compute) {
  replay::goal_contents contents;
  write_stream(o.goal, [&](std::ostream& into) {
    contents = replay::write_goal(into, run, on, goal_variant(o.goal_by), compute);
  });
  tell_written(o.goal,
               fmt::format("GOAL of {} on {}, {}", run.program, counted(run.processes.size(), "process"),
                           counted(contents.messages, "message")));
  if (contents.computed_calls > 0)
    fmt::print(stderr, "{} by no known algorithm {} computation in it\n",
               counted(contents.computed_calls, "call"), contents.computed_calls == 1 ? "is" : "are");
}

// The entries are those of the replay by tutti's choice: tutti plan makes plans for tutti.
void write_pattern(const options& o, const replay::recorded_run& run, const replay::line_names& names,
                   const watched_replay& replayed) {
  constexpr std::array which{replay::variant::chosen};
  const auto chosen = replayed(which)[static_cast<std::size_t>(which[0])];
  watched_replay::end_if_interrupted();
  const std::vector<double> seconds = replay::mean_arrival(run, chosen->entries, names, o.only);
  if (seconds.empty())
    throw usage_error("--arrival: {} has no blocking operation of all {}{}", o.file,
                      counted(run.processes.size(), "process"),
                      o.only.empty() ? "" : fmt::format(" in a line {} with --by {}", o.only, o.by));
  write_arrival(o.arrival, fmt::format("{}{}{}, replayed", run.program, o.only.empty() ? "" : ", ", o.only),
                seconds);
}

void write_results(const options& o, const shown_replay& shown) {
  if (o.output.ends_with(json_ending))
    write_text(o.output, json_text(replay_json(shown, shown.lines(grouping_of(o.by))), 1) + "\n");
  else
    write_page({{"title", shown.run.program},
                {"tutti", TUTTI_VERSION},
                {"runs", nlohmann::ordered_json::array()},
                {"between", nlohmann::ordered_json::array()},
                {"replay", replay_data(shown)}},
               o.output);
  tell_written(o.output, replay_verdict(shown));
}

void print_results(const options& o, const shown_replay& shown, int most_lines) {
  const std::vector<replay::line> lines = shown.lines(grouping_of(o.by));
  if (o.json)
    fmt::print("{}\n", json_text(replay_json(shown, lines), 1));
  else
    fmt::print("{}", replay_text(shown, lines, static_cast<std::size_t>(most_lines)));
}

constexpr std::array all_variants{replay::variant::ran,  replay::variant::native, replay::variant::chosen,
                                  replay::variant::best, replay::variant::bound,  replay::variant::together,
                                  replay::variant::free};

void replay_trace(const options& o) {
  const replay::grouping by = grouping_of(o.by);
  const double compute = factor_of(o.compute);
  (void)goal_variant(o.goal_by);
  if (!o.output.ends_with(json_ending))
    require_ending("-o", o.output, ".html", "a replay is a page, or JSON if the name ends in .json");
  require_ending("--arrival", o.arrival, json_ending, "a pattern of arrival is JSON");
  const std::vector<destination> written{{"-o", o.output}, {"--goal", o.goal}, {"--arrival", o.arrival}};
  require_own_file(written, {o.file, o.machine, o.model, o.recorded_on});
  for (const destination& to : written) check_writable(to.file);
  const int most_lines = whole_number("--lines", o.lines, 1, 1 << 20);
  require_file("", o.file);
  const record::roll trace = record::read_trace(text_of(o.file), o.file);
  std::optional<replay::recorded_run> recorded;
  try {
    recorded = replay::run_of(trace);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error("{}: {}", o.file, wrong.what());
  }
  const replay::recorded_run& run = *recorded;
  require_memory("a replay", static_cast<int>(run.processes.size()));
  if (run.operations.empty()) throw usage_error("{}: no collective in this trace can be replayed", o.file);
  replay::virtual_machine on(run, network_of(o, run));
  if (!o.goal.empty()) return write_goal(o, run, on, compute);
  std::optional<replay::replayed> where_recorded;
  if (!o.recorded_on.empty()) {
    constexpr std::array which{replay::variant::ran};
    replay::virtual_machine there(run, recorded_network(o, compute, run));
    where_recorded = watched_replay(run, there, {}, o.bar.how())(which)[static_cast<std::size_t>(which[0])];
  }
  const watched_replay replayed(run, on, {.compute = compute, .keep_entries = !o.arrival.empty()},
                                o.bar.how());
  if (!o.arrival.empty()) return write_pattern(o, run, {by, trace.sites, record::source_line}, replayed);
  const replay::results results = replayed(all_variants);
  const shown_replay shown{run,
                           on,
                           results,
                           trace.sites,
                           is_elsewhere(o, compute),
                           has_usual_network(o),
                           o.recorded_on.empty() ? nullptr : &where_recorded};
  if (!o.output.empty()) write_results(o, shown);
  if (o.output.empty() || o.json) print_results(o, shown, most_lines);
  watched_replay::end_if_interrupted();
}

}  // namespace

void add_replay(command& tutti) {
  command sub = tutti.add_subcommand(
      "replay", "replay a recorded run with other algorithms, and on machines that it never ran on", help);
  const auto o = std::make_shared<options>();
  sub.add_option("FILE", o->file, "FILE.json", "a trace, from tutti run --trace").required();
  sub.add_option(
      "--machine", o->machine, "FILE.json",
      "the machine of the run, or with --recorded-on another one; or usual (the default): typical values");
  sub.add_option("--model", o->model, "MODEL", "instead of --machine: the cost model of messages");
  sub.add_option("--recorded-on", o->recorded_on, "FILE.json",
                 "the machine of the run, if --machine or --model is another one: the first line compares "
                 "the replay there with the run");
  sub.add_option("--topology", o->topology, "TOPOLOGY", "the links that messages share, instead of nodes");
  sub.add_option("--per-node", o->per_node, "N",
                 "processes per node; default: the nodes of the recorded run");
  sub.add_option("--place", o->place, "PLACEMENT", "placement of the processes; default consecutive");
  sub.add_option("--compute", o->compute, "FACTOR",
                 "multiply the time that processes compute, 0.5 on processors twice as fast; default 1");
  sub.add_option("--by", o->by, "GROUPING", "a line for each size (default), site or communicator");
  sub.add_option("--lines", o->lines, "N", "at most this many lines; default 20");
  sub.add_option("--goal", o->goal, "FILE",
                 "instead of a table: write the run as GOAL text, for LogGOPSim; - is standard output");
  sub.add_option(
      "--goal-by", o->goal_by, "ALGORITHMS",
      "with --goal: collectives by the algorithms that ran (default), or chosen: by tutti's choice");
  sub.add_option(
      "--arrival", o->arrival, "FILE.json",
      "instead of a table: write when processes enter by tutti's choice, mean of all operations of "
      "all processes, for tutti plan --arrival; - is standard output");
  sub.add_option("--only", o->only, "NAME",
                 "with --arrival: of this collective, or of this line of the table");
  sub.add_option("-o,--output", o->output, "FILE.html",
                 "write a page in place of the table, or JSON to FILE.json; - is standard output");
  sub.add_flag("--json", o->json, "for programs; times in seconds");
  add_progress_options(sub, o->bar);
  sub.callback([o, sub] {
    std::vector<std::string> those{"FILE",       "--machine", "--model",  "--topology",
                                   "--per-node", "--place",   "--compute"};
    if (!o->goal.empty()) {
      those.insert(those.end(), {"--goal", "--goal-by"});
      sub.allow_only(those, "with --goal");
    } else if (!o->arrival.empty()) {
      those.insert(those.end(), {"--arrival", "--only", "--by", "--progress", "--no-progress"});
      sub.allow_only(those, "with --arrival");
    }
    if (o->goal.empty() && sub.get_option("--goal-by").given())
      throw usage_error("--goal-by has no effect without --goal");
    if (o->arrival.empty() && !o->only.empty()) throw usage_error("--only has no effect without --arrival");
    replay_trace(*o);
  });
}

}  // namespace tutti::cli
