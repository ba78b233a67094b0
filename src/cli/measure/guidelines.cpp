// tutti guidelines: find collectives that violate performance guidelines.

#include "measure/guidelines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <tuple>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/measure/experiments.hpp"
#include "cli/measure/measured.hpp"
#include "cli/measure/times_table.hpp"
#include "cli/output/output.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "text/json_text.hpp"
#include "text/nearest.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

using measure::contest;
using measure::experiment;
using measure::family;
using measure::finding;
using measure::judgement;

constexpr const char* help =
    "A collective should be no slower than other collectives that do the same: Allreduce than Reduce +\n"
    "Bcast, Gather than Gatherv, a broadcast of 1 KB than one of 2 KB. Where such a guideline is\n"
    "violated, the other side is the remedy. Both sides are measured in alternation, for native and for\n"
    "tutti.\n\n"
    "  mpirun -n 4 tutti guidelines                     all collectives, 8 B to 1 MB\n"
    "  mpirun -n 4 tutti guidelines allreduce gatherv --bytes 8,1K,80K -o g.csv --json g.json\n"
    "  tutti guidelines --launches 5 -o g.csv -- mpirun -n 4     five launches, since launches differ too\n"
    "  tutti guidelines g.csv                           evaluate measurements: this file, or one of tutti "
    "bench --made all\n"
    "  tutti guidelines bcast --by star,tutti --p 64    no MPI: virtual time\n"
    "  mpirun -n 4 tutti guidelines --self-check        native against native: any violation is noise\n"
    "  tutti guidelines --list                          the guidelines, and the remedy where one is "
    "violated\n\n"
    "Violated means: slower by more than --effect, with --confidence that all reported violations are\n"
    "real, however many are tested (Mann-Whitney and bootstrap, Holm's correction). The exit status is\n"
    "still 0; --strict makes it 1. With -o, an interrupted run resumes. More: docs/guidelines.md.\n";

struct options {
  experiment_options of;
  campaign_options all;
  std::vector<std::string> families;
  std::string json;
  measure::verdict_demands asked;
  bool list = false, every = false, strict = false, self_check = false;
};

// Everything that has guidelines, except non-blocking and persistent calls.
std::vector<std::string> everything() { return {"collectives", "neighbourhood"}; }

bool is_file(const std::string& word) {
  return word.ends_with(".csv") || word.find('/') != std::string::npos;
}

std::vector<family> families_of(const options& o) {
  std::vector<family> wanted;
  for (const std::string& word : o.families) {
    const auto* f = std::ranges::find(measure::families, word);
    if (f == measure::families.end()) {
      const std::string near = nearest(word, measure::families);
      throw usage_error("--family {}: {}", word,
                        near.empty() ? fmt::format("expected one of {}", fmt::join(measure::families, ", "))
                                     : fmt::format("did you mean {}?", near));
    }
    wanted.push_back(static_cast<family>(f - measure::families.begin()));
  }
  for (std::size_t k = 0; o.families.empty() && k < measure::families.size(); ++k)
    wanted.push_back(static_cast<family>(k));
  return wanted;
}

// Both sides of each requested guideline, and nothing else.
std::vector<contest> contests_of(const options& o, int p, bool native) {
  const std::vector<family> wanted = families_of(o);
  const auto has = [&](family f) { return std::ranges::find(wanted, f) != wanted.end(); };
  experiment_options of = o.of;
  if (of.bytes.empty() && of.each.empty()) of.bytes = "8,80,1K,10K,100K,1M";
  if (o.self_check) of.by = {"native", "again"};
  of.made = {"all"}, of.layouts = {"contiguous"};
  if (of.what.empty() && wanted == std::vector{family::posted}) of.what = {"nonblocking", "persistent"};
  if (of.what.empty()) of.what = everything();
  std::vector<contest> all = contests_from(of, p, native);
  if (has(family::contiguous) && native) {
    experiment_options with_layouts = of;
    with_layouts.layouts = o.of.layouts, with_layouts.made = {"call", "packed"};
    if (o.of.what.empty()) with_layouts.what = {"bcast", "ping_pong"};
    for (const contest& c : contests_from(with_layouts, p, native))
      if (!c.empty() && (c[0].operation == "bcast" || !measure::measured_call(c[0].operation)))
        all.push_back(c);
  }
  for (contest& c : all)
    std::erase_if(c, [&](const experiment& e) {
      if (e.made == "call") return false;
      const measure::guideline* g = measure::guideline_of(e);
      return !g || !has(g->claims);
    });
  std::erase_if(all, [](const contest& c) {
    return std::ranges::all_of(c, [](const experiment& e) { return e.made == "call"; });
  });
  return all;
}

std::string point(const finding& f) {
  const std::string size = in_bytes(static_cast<double>(f.left.bytes)), more = particulars(f.left);
  return more.empty() ? size : size + ", " + more;
}

// True for results in virtual time, which have no uncertainty.
bool is_exact(const finding& f) { return f.bounds.low == f.bounds.high; }

std::vector<std::string> implementations_of(const std::vector<finding>& all) {
  std::vector<std::string> by;
  for (const measure::tally& t : measure::tallies(all)) by.push_back(t.by);
  return by;
}

// A line for each violated guideline, or with `every` for each guideline. It says at how many points each
// implementation violates the guideline, and by which factor at worst.
std::string overview(const std::vector<finding>& all, bool every) {
  const std::vector<std::string> who = implementations_of(all);
  std::vector<std::string> heading{"guideline", "family"};
  for (const std::string& by : who) heading.insert(heading.end(), {">" + by, ">worst", "at"});
  table t(heading);
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    const measure::guideline& g = *all[first].of;
    while (end < all.size() && all[end].of == &g) ++end;
    const std::span these = std::span(all).subspan(first, end - first);
    const bool kept = std::ranges::all_of(these, [](const finding& f) { return f.is == judgement::kept; });
    if (kept && !every) continue;
    std::vector<std::string> cells{g.name, std::string(name_of(g.claims))};
    for (const std::string& by : who) {
      int points = 0, violated = 0, unclear = 0;
      const finding* worst = nullptr;
      for (const finding& f : these) {
        if (f.left.by != by) continue;
        ++points;
        unclear += f.is == judgement::unclear ? 1 : 0;
        if (f.is != judgement::violated) continue;
        ++violated;
        if (!worst || f.factor > worst->factor) worst = &f;
      }
      const std::string open = unclear > 0 ? fmt::format(", {} unclear", unclear) : "";
      cells.push_back(points == 0 ? "" : fmt::format("{} of {}{}", violated, points, open));
      cells.push_back(worst ? fmt::format("{:.2f}", worst->factor) : "");
      cells.push_back(worst ? point(*worst) : "");
    }
    t.row(std::move(cells));
  }
  return t.text();
}

// The advice for each guideline that an implementation violates.
std::string advice(const std::vector<const finding*>& shown) {
  std::set<std::tuple<std::string, std::string, std::string>> said;
  std::string text;
  for (const finding* f : shown)
    if (f->is == judgement::violated && said.emplace(f->left.by, f->of->name, f->hint).second)
      text += fmt::format("  {}, {}: {}\n", f->left.by, f->of->name, f->hint);
  return text.empty() ? "" : "What to do:\n" + text;
}

// A line for each violation, the worst first. With `every`, a line for each point.
std::string details(const std::vector<finding>& all, bool every) {
  std::vector<const finding*> shown;
  for (const finding& f : all)
    if (every || f.is == judgement::violated) shown.push_back(&f);
  if (shown.empty()) return "";
  std::ranges::stable_sort(shown, [](const finding* a, const finding* b) {
    return std::pair(a->is, a->factor) > std::pair(b->is, b->factor);
  });
  constexpr std::size_t most = 30;
  const std::size_t more = every || shown.size() <= most ? 0 : shown.size() - most;
  shown.resize(shown.size() - more);
  table t({"by", "guideline", "at", ">takes", ">instead of", ">factor", "95 %", ">sure", ""});
  for (const finding* f : shown)
    t.row(
        {f->left.by, f->of->name, point(*f), in_seconds(f->left_seconds), in_seconds(f->right_seconds),
         fmt::format("{:.2f}", f->factor),
         is_exact(*f) ? "" : fmt::format("{:.2f} to {:.2f}", f->bounds.low, f->bounds.high),
         f->is == judgement::violated && !is_exact(*f) ? fmt::format("{:.2f} %", 100 * f->confidence()) : "",
         every ? std::string(name_of(f->is)) : ""});
  std::string text = "\n" + t.text(terminal_width(), {"sure", "95 %"});
  if (more > 0) text += fmt::format("and {} more; --every shows all\n", more);
  return text + advice(shown);
}

std::string too_few(const std::vector<finding>& all) {
  const auto few = std::ranges::count_if(all, &finding::few);
  if (few == 0) return "";
  return fmt::format(
      "{} of {} points have fewer than {} repetitions, too few for a verdict: give more time (--budget, "
      "--total).\n",
      few, all.size(), measure::fewest_times);
}

std::string summary(const std::vector<finding>& all, const measure::verdict_demands& d) {
  std::string text;
  for (const measure::tally& t : measure::tallies(all))
    text += fmt::format("{} violates {} of {} guidelines, at {} of {} points; {} unclear.\n", t.by,
                        t.guidelines_violated, t.guidelines, t.violated, t.points, t.unclear);
  const std::string sure =
      std::ranges::all_of(all, is_exact)
          ? ""
          : fmt::format(", with {:.0f} % confidence that every violation is real", 100 * d.confidence);
  return text + too_few(all) +
         fmt::format("Violated: slower by more than {:.0f} %{}.\n", 100 * d.effect, sure);
}

void print_list() {
  table t({"guideline", "family", "remedy"});
  for (const measure::guideline& g : measure::guidelines())
    t.row({g.name, std::string(name_of(g.claims)), g.hint});
  fmt::print("{}{} guidelines\n", t.text(), measure::guidelines().size());
}

int judged(const options& o, const measure::measurements& all, const std::vector<int>& processes) {
  std::vector<finding> findings;
  for (const int p : processes) {
    const std::vector<finding> some = measure::judge(all, p, o.asked);
    findings.insert(findings.end(), some.begin(), some.end());
    if (o.json == "-" || some.empty()) continue;
    if (processes.size() > 1) fmt::print("{} processes\n", p);
    fmt::print("{}{}\n{}", overview(some, o.every), details(some, o.every), summary(some, o.asked));
  }
  if (findings.empty())
    throw usage_error(
        "no guideline has both sides measured: use tutti bench --made all, or tutti guidelines -o");
  if (!o.json.empty()) write_text(o.json, json_text(measure::as_json(findings, all, o.asked), 1) + "\n");
  return static_cast<int>(
      std::ranges::count_if(findings, [](const finding& f) { return f.is == judgement::violated; }));
}

int checked_against_itself(const options& o, const measured& result) {
  const std::vector<finding> all = measure::judge_self(result.all, result.p, o.asked);
  if (all.empty()) throw usage_error("--self-check: nothing was measured twice");
  int violated = 0, unclear = 0;
  for (const finding& f : all) {
    violated += f.is == judgement::violated ? 1 : 0, unclear += f.is == judgement::unclear ? 1 : 0;
    if (f.is == judgement::violated)
      fmt::print("false: {} {} {}: {:.2f} ({:.2f} to {:.2f})\n", f.left.operation,
                 f.left.made == "call" ? "" : "as " + f.left.made, point(f), f.factor, f.bounds.low,
                 f.bounds.high);
  }
  fmt::print("native against itself: {} false violations in {} comparisons ({:.1f} %), {} unclear\n{}",
             violated, all.size(), 100.0 * violated / static_cast<double>(all.size()), unclear, too_few(all));
  if (!o.json.empty()) write_text(o.json, json_text(measure::as_json(all, result.all, o.asked), 1) + "\n");
  return violated;
}

int run_all(options& o, const command& sub) {
  families_of(o);  // reports mistakes before anything starts
  if (!o.of.bytes.empty()) size_steps("--bytes", o.of.bytes);
  if (o.list) {
    sub.allow_only({"--list"}, "with --list");
    return print_list(), 0;
  }
  require_ending("--json", o.json, ".json", "verdicts are JSON");
  const auto files = std::ranges::count_if(o.of.what, is_file);
  if (files > 0) {
    if (static_cast<std::size_t>(files) != o.of.what.size())
      throw usage_error("expected files to judge or operations to measure, not both");
    sub.allow_only({"what", "--effect", "--confidence", "--every", "--json", "--strict", "--self-check",
                    "--progress", "--no-progress"},
                   "on files, where nothing is measured");
    for (const std::string& file : o.of.what) require_file("", file);
    require_own_file({{"--json", o.json}}, o.of.what);
    check_writable(o.json);
    const measure::measurements all = measure::read_measurements(o.of.what);
    if (o.self_check)
      return checked_against_itself(o, {all, all.processes().empty() ? 1 : all.processes()[0]});
    return judged(o, all, all.processes());
  }
  if (o.self_check && !o.all.where.p.empty())
    throw usage_error("--self-check: there is no noise in virtual time");
  experiment_options of = o.of;
  if (of.what.empty()) of.what = everything();
  require_takers(sub, of);
  require_own_outputs(o.all, {{"--json", o.json}});
  campaign_options all = o.all;
  if (names_own_algorithms(o.of)) all.where.environment = choosable_algorithms();
  const measured result = require_right_results(measure_campaign(all, [&](const measure::testbed& where) {
    return contests_of(o, where.nodes().processes(), !in_virtual_time(where));
  }));
  return o.self_check ? checked_against_itself(o, result) : judged(o, result.all, {result.p});
}

}  // namespace

void add_guidelines(command& tutti, std::vector<std::string>& arguments) {
  const auto o = std::make_shared<options>();
  command sub = add_measuring(tutti, "guidelines", "find collectives that violate performance guidelines",
                              help, o->all, arguments);
  o->all.how.how.budget = 0.5;
  o->of.problems = {"same", "spikes", "decreasing"};
  o->of.layouts = {"column", "tiled", "alternating"};
  add_experiment_options(sub, o->of);
  sub.remove_option("--made");
  sub.get_option("what").description(
      "collectives, patterns, neighbourhood; or files of measurements to evaluate; default: all but "
      "patterns, of which ping_pong with layouts");
  sub.get_option("--bytes").description("as collectives count them; default 8,80,1K,10K,100K,1M");
  sub.get_option("--problem").description("of irregular collectives; default same,spikes,decreasing");
  sub.get_option("--layout").description("of bcast and patterns; default column,tiled,alternating");
  sub.add_option("--family", o->families, "LIST",
                 "composed,general,padded,larger,split,contiguous,posted: these guidelines only")
      .list();
  sub.add_option("--effect", o->asked.effect, "SHARE", "tolerated slowdown; default 0.05")
      .check(no_number)
      .not_negative();
  sub.add_option("--confidence", o->asked.confidence, "SHARE",
                 "probability that all violations are real; default 0.95")
      .check(no_number)
      .range(0.5, 0.999999);
  sub.add_flag("--every", o->every, "show every guideline and point, not only what is violated or unclear");
  sub.add_option("--json", o->json, "FILE.json",
                 "write the findings as JSON, for tutti report; - for standard output");
  sub.add_flag("--strict", o->strict, "exit status 1 if any guideline is violated");
  sub.add_flag("--self-check", o->self_check, "compare native with native and count false violations");
  sub.add_flag("--list", o->list, "list the guidelines and measure nothing");
  add_campaign_options(sub, o->all, "-o,--output");
  sub.get_option("--budget").description("time limit per experiment; default 0.5s");
  sub.callback([o, sub] {
    o->all.results = {o->json};
    if (run_all(*o, sub) > 0 && o->strict) throw exit_status{1};
  });
}

}  // namespace tutti::cli
