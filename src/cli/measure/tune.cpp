// tutti tune: find the best algorithms here by measurement, and write a profile.

#include "measure/tune.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/measure/experiments.hpp"
#include "cli/measure/measured.hpp"
#include "cli/measure/program_calls.hpp"
#include "cli/measure/tune_library.hpp"
#include "cli/output/output.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "select/call_name.hpp"
#include "select/sources.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Measures the MPI library's collectives and the algorithms that the model ranks best, in alternation,\n"
    "and writes a profile: the algorithm for each range of sizes. Native stays unless others save more than\n"
    "3 % of the time at one size, or as much at several together (--reluctance).\n\n"
    "  mpirun -n 16 tutti tune -o tuned.json            all collectives, 8 B to 1 MB\n"
    "  tutti tune allreduce bcast --launches 5 --times raw.csv -o tuned.json -- mpirun -n 2\n"
    "  tutti tune --from t.json -o tuned.json -- mpirun -n 64     the calls of a recorded program, those "
    "that "
    "cost\n"
    "                                                   it most first (t.json: tutti run --trace)\n"
    "  tutti tune --from raw.csv -o tuned.json          from earlier measurements\n"
    "  tutti tune --machine machine.json ...            candidates for this machine: see tutti calibrate\n"
    "  tutti tune --for openmpi -o rules.conf -- mpirun -n 16     the MPI library's own algorithms: writes "
    "the\n"
    "                                                   file by which the library itself chooses\n\n"
    "Use it with TUTTI_PROFILE=tuned.json or tutti run --profile tuned.json. With --times an interrupted\n"
    "run resumes. docs/calibrating.md: the method; docs/profiles.md: the file;\n"
    "docs/how-to-rules.md: --for.\n";

struct options {
  campaign_options all;
  experiment_options what;
  std::vector<std::string> from;  // measurements
  std::string trace;
  std::optional<program_calls> calls;  // of the trace
  std::string machine, output = "-", library;
  bool only_commutative = false;
  measure::pruning prune;
  hysteresis steady;
};

settings model_from(const options& o, int p, bool virtual_time) {
  settings s = read_settings(environ);
  s.off = false;             // TUTTI=off is for programs; here the files are used
  s.simulated_messages = 0;  // candidates are pruned by prices
  if (!o.machine.empty()) name_machine(s, o.machine);
  if (!s.machine_file.empty()) {
    if (const auto text = read_source(s, "TUTTI_MACHINE", s.machine_file)) take_machine(s, *text);
  } else if (virtual_time) {
    s.run_on(network_from(o.all.where.on, p).on);
  }
  if (!s.warnings.empty())
    throw usage_error(o.machine.empty() ? with_variable(s.warnings[0]) : without_variable(s.warnings[0]));
  return s;
}

std::vector<measure::contest> contests_of(const options& o, const measure::testbed& where) {
  const bool virtual_time = in_virtual_time(where);
  const int p = where.nodes().processes();
  const settings user = model_from(o, p, virtual_time);
  const choices model(user, surroundings_of(where.nodes()));
  std::vector<measure::contest> all;
  for (const measure::contest& one :
       o.calls ? o.calls->contests(p) : contests_from(o.what, p, /*native=*/false)) {
    const measure::experiment& e = one.at(0);
    const auto c = measure::measured_call(e.operation) ? collective_named(e.operation) : std::nullopt;
    if (const auto called = measure::measured_call(e.operation); called && !c)
      throw usage_error("{0} uses the algorithm of {1}: tune {1}", e.operation, tutti::name_of(called->of));
    if (const auto graph = call_named(e.operation); !c && graph) require_no_graph(graph->of, "a profile");
    if (!c) throw usage_error(e.operation + " is no collective: there is nothing to choose");
    if (e.problem != "same" || size_known(*c))
      all.push_back(measure::tuning_contest(e, model, o.prune, !virtual_time));
  }
  return all;
}

std::string name_of_choice(const algorithm* a) { return a ? std::string(a->name) : "native"; }

std::string as_table(const profile& made) {
  table t({"collective", "of", ">sizes", ">from", "use"});
  for (const profile_entry& e : made.entries) {
    std::string of;
    if (combines(e.of.of)) of = tutti::name_of(e.of.op);
    if (has_known_lengths(e.of.of))
      of += (of.empty() ? "" : ", ") + std::string(e.of.lengths == imbalance::equal ? "equal" : "unequal");
    for (std::size_t k = 0; k < e.steps.size(); ++k) {
      const bool first = k == 0;
      t.row({first ? std::string(tutti::name_of(e.of.of)) : "", first ? of : "",
             first ? std::to_string(e.points.size()) : "", in_bytes(static_cast<double>(e.steps[k].from)),
             name_of_choice(e.steps[k].use)});
    }
  }
  return t.text();
}

// Refuses names of algorithms: the model chooses the candidates to measure.
void require_collectives(const std::vector<std::string>& what) {
  for (const std::string& word : what)
    if (const std::size_t dot = word.find('.'); dot != std::string::npos) {
      find_algorithms(word);  // reports a mistake first
      throw usage_error("{0}: one algorithm leaves nothing to choose: tune {1}, or run with --set {1}={2}",
                        word, word.substr(0, dot), word.substr(dot + 1));
    }
}

void tune(const options& o) {
  require_collectives(o.what.what);
  size_steps("--bytes", o.what.bytes.empty() ? "8" : o.what.bytes);
  require_ending("-o", o.output, ".json", "a profile is JSON");
  require_own_outputs(o.all, {{"-o", o.output}}, o.from, {o.machine});
  bool told = !o.calls;
  const measured result = measured_or_read(o.all, o.from, [&](const measure::testbed& where) {
    std::vector<measure::contest> contests = contests_of(o, where);
    if (!told) fmt::print(stderr, "{}\n", o.calls->coverage(where.nodes().processes()));
    told = true;
    return contests;
  });
  const profile made = measure::make_profile(result.all, result.p, o.steady);
  write_text(o.output, write_profile(made));
  if (o.output != "-") fmt::print("{}", as_table(made));
}

// Measures the calls of the trace that --from names.
void take_calls(options& o, const command& sub) {
  for (const char* option : {"--bytes", "--op"})
    if (sub.get_option(option).given())
      throw usage_error("{} has no effect with --from {}: its calls are measured", option, o.from[0]);
  if (!o.what.what.empty())
    throw usage_error("{} has no effect with --from {}: its calls are measured", o.what.what[0], o.from[0]);
  require_own_outputs(o.all, {{"-o", o.output}}, o.from, {o.machine});
  o.calls.emplace(o.from[0]);
  o.trace = o.from[0];
  o.from.clear();
  o.all.in_order = true;
}

// The MPI library's own algorithms, instead of tutti's.
void tune_for_library(const options& o, const command& sub) {
  for (const char* option : {"--op", "--within", "--p"})
    if (sub.get_option(option).given())
      throw usage_error("{} has no effect with --for, which measures the MPI library's own algorithms",
                        option);
  require_collectives(o.what.what);
  size_steps("--bytes", o.what.bytes.empty() ? "8" : o.what.bytes);
  library_tuning l{.library = o.library,
                   .all = o.all,
                   .what = o.what,
                   .from = o.from,
                   .calls = o.calls,
                   .steady = o.steady,
                   .only_commutative = o.only_commutative,
                   .output = o.output == "-" ? "" : o.output};
  l.what.by = {"native"};
  l.what.problems = {"same"};
  if (sub.get_option("--candidates").given()) l.finalists = o.prune.most;
  if (!sub.get_option("--launches").given()) l.all.launches = 3;
  std::vector<destination> written{{"-o", o.output}};
  if (!l.output.empty()) written.push_back({"-o", second_file(l)});
  require_own_outputs(o.all, written, o.from, {o.machine, o.trace});
  if (!o.machine.empty()) l.machine = machine_of_model(o.machine);
  tune_library(l);
}

}  // namespace

void add_tune(command& tutti, std::vector<std::string>& arguments) {
  const auto o = std::make_shared<options>();
  command sub = add_measuring(tutti, "tune", "choose algorithms by measurement; write a profile", help,
                              o->all, arguments);
  o->what.by = {"tutti"};
  o->what.problems = {"same", "random"};
  sub.add_option("what", o->what.what, "WHAT",
                 "collectives, regular, irregular, or names; default: all collectives");
  sub.add_option("--bytes", o->what.bytes, "SIZES", size_steps_help);
  sub.add_option("--op", o->what.ops, "LIST", operator_classes_help).list();
  sub.add_option("--within", o->prune.within, "FACTOR",
                 "candidates: predicted time at most this multiple of the best; default 3")
      .check(no_number)
      .range(1.0, 1e9);
  sub.add_option("--candidates", o->prune.most, "N", "maximum number of candidates; default 6")
      .range(1, 1000);
  sub.add_option("--reluctance", o->steady.reluctance, "SHARE",
                 "minimum gain of a change of algorithms, as a share of one size's time; default 0.03")
      .check(no_number)
      .not_negative();
  sub.add_option("--machine", o->machine, "FILE.json",
                 "machine description of the model; default TUTTI_MACHINE. With --for: show its lower "
                 "bounds; no default");
  sub.add_option("--from", o->from, "FILE",
                 "FILE.csv: use earlier measurements, files of tutti bench or tutti tune --times; FILE.json: "
                 "measure the calls of this trace, of tutti run --trace");
  sub.add_option("-o,--output", o->output, "FILE.json", "write the profile here; default: standard output");
  add_campaign_options(sub, o->all, "--times");
  sub.add_option(
         "--for", o->library, "NAME",
         "instead: the own algorithms of openmpi or mpich; writes the file that the library reads to -o; "
         "--candidates: algorithms in a contest, default 3; --launches: default 3")
      .one_of({"openmpi", "mpich"});
  sub.add_flag(
      "--only-commutative", o->only_commutative,
      "with --for openmpi: also algorithms of reductions that are wrong for operators that do not commute");
  sub.callback([o, sub] {
    if (is_trace(o->from)) take_calls(*o, sub);
    if (!o->library.empty()) {
      tune_for_library(*o, sub);
      return;
    }
    if (o->only_commutative) throw usage_error("--only-commutative is for --for openmpi");
    if (!o->from.empty()) require_only_reading(sub, o->all, {"--reluctance"});
    o->all.results = {o->output};
    tune(*o);
  });
}

}  // namespace tutti::cli
