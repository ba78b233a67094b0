#include "select/settings.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "select/call_name.hpp"
#include "select/environment.hpp"
#include "select/plugin.hpp"
#include "text/letters.hpp"
#include "text/nearest.hpp"
#include "text/number.hpp"
#include "text/quantity.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti {
namespace {

void not_understood(settings& s, const assignment& a, std::string_view expected) {
  s.warnings.push_back(a.text() + " is not understood: expected " + std::string(expected));
}

std::optional<bool> on_or_off(std::string_view text) {
  const std::string value = in_small_letters(text);
  for (std::string_view yes : {"1", "on", "yes", "true"})
    if (value == yes) return true;
  for (std::string_view no : {"0", "off", "no", "false", ""})
    if (value == no) return false;
  return {};
}

// Parsers for the values of variables. First, the parsers that several variables share.

template <auto Member>
void take_text(settings& s, const assignment& a) {
  s.*Member = a.value;
}

template <auto Member>
void take_switch(settings& s, const assignment& a) {
  if (const auto on = on_or_off(a.value))
    s.*Member = *on;
  else
    not_understood(s, a, "1 or 0");
}

template <auto Member, int Least = 1>
void take_number(settings& s, const assignment& a) {
  const auto n = number_from<int>(a.value);
  if (n && *n >= Least && *n <= 1 << 30)
    s.*Member = *n;
  else
    not_understood(s, a, "a number from " + std::to_string(Least) + " to 2^30");
}

template <auto Member>
void take_count(settings& s, const assignment& a) {
  if (const auto n = number_from<std::size_t>(a.value))
    s.*Member = *n;
  else
    not_understood(s, a, "a number of messages, or 0");
}

template <auto Member>
void take_bytes(settings& s, const assignment& a) {
  try {
    const std::size_t bytes = parse_size(a.value, a.name);
    if (bytes > 0) return void(s.*Member = bytes);
  } catch (const std::invalid_argument&) {
  }
  not_understood(s, a, "bytes, such as 48KiB");
}

template <auto Member>
void take_time(settings& s, const assignment& a) {
  try {
    s.*Member = parse_time(a.value, a.name);
  } catch (const std::invalid_argument&) {
    not_understood(s, a, "a time with a unit, such as 2us or 0.4ns");
  }
}

// Then, the parsers for one variable each.

void take_off(settings& s, const assignment& a) {
  if (a.value.empty()) return;  // empty means unset
  const auto on = on_or_off(a.value);
  if (!on) not_understood(s, a, "on or off");
  s.off = !on.value_or(true);
}

void take_report(settings& s, const assignment& a) {
  const auto on = on_or_off(a.value);
  s.report = !on ? a.value : *on ? "1" : "";
  if (a.value.ends_with(".html"))
    s.warnings.push_back(a.text() + ": a page is made by tutti run --report; the file will be text");
}

void take_record(settings& s, const assignment& a) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  s.record = on_or_off(a.value) == false ? "" : a.value;
  const std::size_t other = s.record.find_first_not_of(allowed);
  const bool known = other == std::string::npos || (other > 0 && s.record.substr(other) == "+");
  if (s.record.size() <= (s.record.ends_with('+') ? 40 : 51) && known) return;
  not_understood(s, a, "letters, digits, - and _, 40 at most, and + at the end");
  s.record = "";
}

void take_check(settings& s, const assignment& a) {
  s.synchronous_sends = a.value == "unsafe";
  if (s.synchronous_sends)
    s.check = checking::ends;
  else if (const auto on = on_or_off(a.value))
    s.check = *on ? checking::ends : checking::off;
  else if (a.value == "warn")
    s.check = checking::warns;
  else
    not_understood(s, a, "1, unsafe, warn or 0");
}

void take_node(settings& s, const assignment& a) {
  s.shares_memory = a.value != "mpi";
  if (s.shares_memory && a.value != "memory" && !a.value.empty()) not_understood(s, a, "memory or mpi");
}

void take_learn(settings& s, const assignment& a) {
  if (const auto on = on_or_off(a.value))
    s.learns = *on ? learning::exact : learning::off;
  else if (a.value == "all")
    s.learns = learning::all;
  else
    not_understood(s, a, "on, all or off");
}

void take_reductions(settings& s, const assignment& a) {
  if (const auto order = reduction_order_from(a.value))
    s.reductions = *order;
  else
    not_understood(s, a, reduction_orders);
}

void take_reproducible(settings& s, const assignment& a) {
  if (const auto on = on_or_off(a.value))
    s.sums = *on ? rounded_once::yes : rounded_once::no;
  else if (a.value == "accumulators")
    s.sums = rounded_once::accumulators;
  else if (a.value == "gathered")
    s.sums = rounded_once::gathered;
  else if (a.value == "exchanged")
    s.sums = rounded_once::exchanged;
  else if (a.value == "short")
    s.sums = rounded_once::shorter;
  else
    not_understood(s, a, "1, accumulators, short, gathered, exchanged or 0");
}

void take_gpu(settings& s, const assignment& a) {
  if (const auto on = on_or_off(a.value))
    s.devices = *on ? device_memory::watched : device_memory::unused;
  else if (a.value != "auto")
    not_understood(s, a, "on, off or auto");
}

void take_progress(settings& s, const assignment& a) {
  s.progress_thread = a.value == "thread";
  if (!s.progress_thread && a.value != "calls" && !a.value.empty()) not_understood(s, a, "thread or calls");
}

void take_machine_name(settings& s, const assignment& a) { s.name_machine(a.value); }

void take_simulate_after(settings& s, const assignment& a) {
  if (a.value == "auto") return s.simulate_after.reset();
  const auto n = number_from<unsigned>(a.value);
  if (n && *n <= settings::most_early_calls)
    s.simulate_after = *n;
  else
    not_understood(s, a, "a number of calls from 0 to 4096, or auto");
}

void take_plan_name(settings& s, const assignment& a) { s.name_plan(a.value); }

struct known_variable {
  std::string_view name;
  void (*take)(settings&, const assignment&);  // null: read_settings() handles it
  std::string_view help;
};

constexpr known_variable known[] = {
    {"TUTTI", take_off, "off: every call goes to the MPI library; on (default)"},
    {"TUTTI_REPORT", take_report,
     "1: a table on stderr at the end; a file name: there, as JSON if it ends in .json"},
    {"TUTTI_RECORD", take_record,
     "the job's name in the records that tutti who reads (docs/checking.md); 0: no record"},
    {"TUTTI_TRACE", take_text<&settings::trace>,
     "a file for all calls of all processes, which Perfetto shows and tutti waiting reads; needs "
     "TUTTI_RECORD"},
    {"TUTTI_CHECK", take_check,
     "1: compare each collective call of all processes before it runs; warn: report mismatches only; unsafe: "
     "also make standard-mode sends wait for their receives (docs/checking.md)"},
    {"TUTTI_DEBUG", take_switch<&settings::debug>, "1: report the setup and the choices on stderr"},
    {"TUTTI_EXPLAIN", take_switch<&settings::explain>,
     "1: report on stderr which algorithm serves each distinct call, and why"},
    {"TUTTI_PROFILE", take_text<&settings::profile_file>,
     "a profile measured on this machine, written by tutti tune (docs/profiles.md)"},
    {"TUTTI_PLAN", take_plan_name,
     "a plan for this machine, written by tutti plan (docs/choosing.md); job: the processes make one "
     "together when MPI starts"},
    {"TUTTI_PLUGIN", nullptr,
     "shared objects with algorithms of your own, separated by colons (docs/own-algorithm.md)"},
    {"TUTTI_REDUCTIONS", take_reductions,
     "order of sums that round: repeatable (default): the same in every run with the same processes and "
     "placement; elements: also the same for all elements of a vector; placements: also the same on all "
     "nodes; "
     "ranks: also that of the ranks; any: what is fastest in this run; several with commas "
     "(docs/choosing.md)"},
    {"TUTTI_LEARN", take_learn,
     "on: try several algorithms and the MPI library's own on the program's first calls of each kind "
     "and size, and keep the fastest; all: also for sums that round (docs/learning.md); off (default)"},
    {"TUTTI_LEARN_CACHE", take_text<&settings::learned_file>,
     "a file that keeps what runs have learned for later ones; implies TUTTI_LEARN=on"},
    {"TUTTI_REPRODUCIBLE", take_reproducible,
     "1: sums of floating-point numbers are exact and rounded once, so that their bits depend on the addends "
     "alone; accumulators, short, gathered or exchanged: the same, in this way (docs/reproducible.md)"},
    {"TUTTI_PIECES", take_number<&settings::pieces>,
     "number of blocks M of pipelined algorithms (default: from the model)"},
    {"TUTTI_SEGMENT", take_bytes<&settings::segment>,
     "segment size in bytes of longer messages (default: from the model)"},
    {"TUTTI_SIMULATE", take_count<&settings::simulated_messages>,
     "limit on simulated messages for choosing an algorithm for one kind and size of call; 0: choose by "
     "price (default: 131072)"},
    {"TUTTI_SIMULATE_AFTER", take_simulate_after,
     "number of first calls on each communicator for which prices choose, because simulating takes long; 0: "
     "simulate at once; auto (default): by the time that it takes (docs/choosing.md)"},
    {"TUTTI_NODE", take_node, "messages within a node: memory (shared memory, the default) or mpi"},
    {"TUTTI_NODE_SIZE", take_number<&settings::node_size>,
     "number of consecutive ranks of MPI_COMM_WORLD treated as one node (default: those of a host)"},
    {"TUTTI_DOMAIN_SIZE", take_number<&settings::domain_size, 0>,
     "number of consecutive ranks of a job on one node treated as a NUMA domain; 0: no domains (default: ask "
     "the system; docs/within-a-node.md)"},
    {"TUTTI_GPU", take_gpu,
     "off: no buffer is in GPU memory; on: look for such buffers even if no GPU is seen (default: auto)"},
    {"TUTTI_PROGRESS", take_progress,
     "thread: a progress thread advances outstanding operations while the program computes (requests "
     "MPI_THREAD_MULTIPLE); calls (default): progress inside MPI calls"},
    {"TUTTI_MACHINE", take_machine_name,
     "a machine description (docs/machines.md) to choose algorithms for; usual: typical values; default: "
     "clocked within a few milliseconds when MPI starts"},
    {"TUTTI_ALPHA", take_time<&settings::alpha>, "start-up time of a message, with a unit: 2us"},
    {"TUTTI_BETA", take_time<&settings::beta>, "transfer time per byte: 0.4ns"},
    {"TUTTI_GAMMA", take_time<&settings::gamma>, "reduction time per byte: 0.2ns"},
};

constexpr auto described = [] {
  std::array<variable, std::size(known)> all{};
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = {known[k].name, known[k].help};
  return all;
}();

// The variables of the collectives.

std::string no_such_variable(std::string_view name) {
  std::vector<std::string> names;
  for (const known_variable& v : known) names.emplace_back(v.name);
  for (int k = 0; k < collectives; ++k) names.push_back(variable_of({static_cast<collective>(k)}));
  return "unknown variable " + std::string(name) + did_you_mean(name, names);
}

std::string no_such_algorithm(collective of, const assignment& a) {
  if (offline_algorithm(of, a.value)) return a.text() + " is " + std::string(offline_reason);
  std::vector<std::string> names{"native", "auto"};
  for (const algorithm* other : catalogue(of)) names.emplace_back(other->name);
  std::string near = did_you_mean(a.value, names);
  if (near.empty()) {
    near = "; known are";
    for (const std::string& n : names) near += " " + n;
  }
  return a.text() + ": no such algorithm" + near;
}

void take_requested(settings& s, const assignment& a) {
  const auto called = call_named(in_small_letters(a.name.substr(std::string_view("TUTTI_").size())));
  if (!called || called->as == form::persistent) return s.warnings.push_back(no_such_variable(a.name));
  const auto k = static_cast<std::size_t>(called->of);
  requested_algorithm& w = called->as == form::nonblocking ? s.requested_posted[k].emplace() : s.requested[k];
  w = {};
  if (a.value.empty() || a.value == "auto") return;
  if (a.value == "native") {
    w.native = true;
    return;
  }
  w.use = find(called->of, a.value);
  if (!w.use) s.warnings.push_back(no_such_algorithm(called->of, a));
}

void take(settings& s, const assignment& a) {
  const auto* const v = std::ranges::find(known, a.name, &known_variable::name);
  if (v == std::end(known))
    take_requested(s, a);
  else if (v->take)
    v->take(s, a);
}

}  // namespace

std::span<const variable> variables() noexcept { return described; }

settings read_settings(const char* const* environment) {
  settings s;
  const std::vector<assignment> all = assignments_in(environment);
  // Plugins first: other variables may name their algorithms.
  for (const assignment& a : all)
    if (a.name == "TUTTI_PLUGIN")
      if (const std::string wrong = load_plugins(a.value); !wrong.empty())
        s.warnings.push_back("TUTTI_PLUGIN: " + wrong);
  for (const assignment& a : all)
    if (a.name != library_variable) take(s, a);
  if (!s.learned_file.empty() && std::ranges::find(all, "TUTTI_LEARN", &assignment::name) == all.end())
    s.learns = learning::exact;
  s.run_on(usual_machine());
  return s;
}

void cost_settings::run_on(network machine) {
  platform = with_costs(std::move(machine), alpha, beta);
  if (gamma) platform.gamma = *gamma;
  costs = calibration_of(platform);
}

std::string choice_settings::variable_for(collective c) const {
  const bool own = posted && requested_posted[static_cast<std::size_t>(c)];
  return variable_of({c, own ? form::nonblocking : form::blocking});
}

bool choice_settings::has_posted_requests() const noexcept {
  return std::ranges::any_of(requested_posted, [](const auto& r) { return r.has_value(); });
}

void choice_settings::request(collective c, const algorithm* use) {
  requested[static_cast<std::size_t>(c)] = {.use = use};
  requested_posted[static_cast<std::size_t>(c)].reset();
}

settings settings::for_posted() const {
  settings s = *this;
  s.posted = true;
  for (int k = 0; k < collectives; ++k)
    s.requested[static_cast<std::size_t>(k)] = of_posted(static_cast<collective>(k));
  return s;
}

settings settings::for_repeatable() const {
  settings s = *this;
  if (s.nominal) s.run_on(*nominal);
  s.nominal = s.all_sending = nullptr;
  s.clocked = false;
  s.repeatable = true;
  if (s.job_makes_plan) s.planned = nullptr;  // it was made for the measured machine
  return s;
}

settings settings::for_all_sending() const {
  settings s = *this;
  s.run_on(*all_sending);
  s.all_sending = nullptr;
  return s;
}

}  // namespace tutti
