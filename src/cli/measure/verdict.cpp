// tutti verdict: defects of the MPI library, each with a program in C that shows it.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/launch/launcher.hpp"
#include "cli/launch/limited_run.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/measure/experiments.hpp"
#include "cli/measure/measured.hpp"
#include "cli/measure/own_screening.hpp"
#include "cli/measure/watched_program.hpp"
#include "cli/output/output.hpp"
#include "cli/output/temporary_folder.hpp"
#include "cli/values/option_values.hpp"
#include "measure/defects.hpp"
#include "measure/mockups.hpp"
#include "measure/reproducer.hpp"
#include "text/counted.hpp"
#include "text/file_text.hpp"
#include "text/json_text.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"
#include "text/utc.hpp"

namespace tutti::cli {
namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;
using measure::contest;
using measure::defect;
using measure::defect_kind;
using measure::experiment;
using measure::observation;
using measure::outcome;

constexpr const char* help =
    "Looks for defects of the MPI library in its collectives: forces each of its own algorithms and checks\n"
    "results (roots, datatypes, operators, in place), finds calls that hang or crash, violated performance\n"
    "guidelines, and sizes at which the library's choice is slower than another of its algorithms. Writes\n"
    "a page, and beside it a program in C for each finding, without tutti, which it compiles and runs "
    "once.\n\n"
    "  tutti verdict -- mpirun -n 4                     verdict.html and verdict-reproducers/\n"
    "  tutti verdict -o v.json allreduce bcast -- mpirun.mpich -n 4\n"
    "  tutti verdict --budget 5m --bytes 8,1M -o v.html -- mpirun -n 4\n\n"
    "docs/how-to-verdict.md: what is examined, and the files.\n";

struct options {
  campaign_options all;
  experiment_options what;
  std::string output = "verdict.html", json, budget = "15m", limit = "30s", compiler;
  double effect = 0.25;
};

// Shares of the budget, at the end of which the next part begins. The rest is for the reproducers.
constexpr double until_checked = 0.45, until_screened = 0.6, until_measured = 0.85;

class investigation {
 public:
  explicit investigation(const options& o)
      : o_(o), budget_(parse_time(o.budget, "--budget")), limit_(parse_time(o.limit, "--limit")) {
    all_ = o.all;
    all_.where.environment = choosable_algorithms();
    what_.command = o.all.command, what_.begun = utc_now(), what_.effect = o.effect;
  }

  void run() {
    {
      watched_program program(all_.where, limit_);
      begin(program);
      examine(program);
    }
    examine_in_launches();
    measure_times();
    found_ = measure::failures(examined_, what_.p);
    const auto add = [&](std::vector<defect> some) { found_.insert(found_.end(), some.begin(), some.end()); };
    const std::vector<measure::finding> judged = measure::judge(times_, what_.p, {.effect = o_.effect});
    what_.compared = judged.size();
    what_.too_few = static_cast<std::size_t>(std::ranges::count_if(judged, &measure::finding::few));
    add(measure::violations(judged, what_.p));
    add(measure::slow_defaults(times_, what_.p, o_.effect));
    measure::sort(found_);
    confirm();
    what_.seconds = spent();
    write();
  }

 private:
  [[nodiscard]] double spent() const { return std::chrono::duration<double>(clock::now() - begun_).count(); }
  [[nodiscard]] double left_until(double share) const { return share * budget_ - spent(); }

  void begin(watched_program& program) {
    own_ = program.running().library();
    if (own_.all.empty()) throw usage_error("{} does not tell its algorithms", own_.library);
    what_.library = own_.library;
    what_.p = program.running().nodes().processes(), what_.nodes = program.running().nodes().nodes();
    experiment_options what = o_.what;
    what.by = {"native"};
    for (const contest& one : contests_from(what, what_.p, true)) {
      if (!collective_named(one.at(0).operation))
        throw usage_error("{}: tutti verdict examines blocking collectives", one.at(0).operation);
      const experiment e = program.running().fitted(one[0]);
      if (std::ranges::find(subjects_, e) == subjects_.end()) subjects_.push_back(e);
    }
  }

  // The library's choice and its algorithms that can be chosen in this program.
  [[nodiscard]] contest contenders(const experiment& e) const {
    contest all{e};
    for (const measure::own_algorithm& a : own_.all) {
      if (name_of(a.of) != e.operation || !a.settable) continue;
      experiment one = e;
      one.by = as_text(measure::own_choice{.name = a.name, .segment = {}, .fanout = {}});
      if (!lost_.contains({e.operation, a.name})) all.push_back(one);
    }
    return all;
  }

  [[nodiscard]] static measure::policy once() {
    measure::policy how;
    how.warmup = 1, how.least = how.most = 1, how.cache = "warm", how.in_time = true;
    return how;
  }

  void note(const std::vector<observation>& rows, const std::vector<lost_experiment>& lost) {
    for (const observation& x : rows) {
      const bool wrong = x.right == "no";
      if (x.repetition == 0)
        examined_.push_back({.of = x.of, .is = wrong ? outcome::wrong : outcome::right, .why = ""});
    }
    for (const lost_experiment& l : lost) {
      using how = measure::program_ended::how;
      const outcome is = l.how == how::silent   ? outcome::hangs
                         : l.how == how::failed ? outcome::refused
                                                : outcome::crashes;
      examined_.push_back({.of = l.of, .is = is, .why = l.why});
      if (measure::by_own_algorithm(l.of)) lost_.emplace(l.of.operation, algorithm_in(l.of.by));
      if (is == outcome::refused)
        what_.refused.push_back(fmt::format("{}: {}", measure::describe(l.of), l.why));
    }
  }

  void examine(watched_program& program) {
    const std::vector<experiment> points = measure::points_to_examine(subjects_, what_.p);
    progress bar(o_.all.name, points.size(), o_.all.how.progress.how());
    std::set<experiment> known;
    for (const experiment& point : points) {
      if (left_until(until_checked) < 0) {
        ++what_.points_left;
        continue;
      }
      bar.begin(measure::describe(point));
      try {
        const experiment e = program.running().fitted(point);
        if (known.insert(e).second) {
          ++what_.points;
          std::vector<lost_experiment> lost;
          const std::vector<observation> rows = program.measure(contenders(e), once(), lost);
          note(rows, lost);
        }
      } catch (const measure::not_possible&) {
      }
      bar.end();
    }
    what_.algorithms = static_cast<std::size_t>(std::ranges::count_if(own_.all, [&](const auto& a) {
      return a.settable && std::ranges::any_of(
                               subjects_, [&](const experiment& e) { return e.operation == name_of(a.of); });
    }));
  }

  // Examines the algorithms that can be chosen only before a program starts, each in a launch of its own.
  void examine_in_launches() {
    for (const measure::own_algorithm& a : own_.all) {
      std::vector<experiment> own;
      for (const experiment& e : subjects_)
        if (e.operation == name_of(a.of)) own.push_back(e);
      if (a.settable || own.empty()) continue;
      if (left_until(until_checked) < 0) {
        what_.notes.push_back(fmt::format("{} by {} was not reached", name_of(a.of), a.name));
        continue;
      }
      const measure::own_choice choice{.name = a.name, .segment = {}, .fanout = {}};
      testbed_options where = all_.where;
      for (const auto& [name, value] : measure::variables_of(choice, a.of, own_))
        where.environment.emplace_back("OMPI_MCA_" + name, std::to_string(value));
      watched_program program(where, limit_);
      ++what_.algorithms;
      bool ended = false;
      for (const experiment& point : measure::points_to_examine(own, what_.p)) {
        if (ended || left_until(until_checked) < 0) break;
        std::vector<lost_experiment> lost;
        std::vector<observation> rows;
        try {
          rows = program.measure({program.running().fitted(point)}, once(), lost);
        } catch (const measure::not_possible&) {
        } catch (const measure::program_ended& never) {  // it does not even start
          lost.push_back({point, never.is(), never.what()});
        }
        for (observation& x : rows) x.of.by = as_text(choice);
        for (lost_experiment& l : lost) l.of.by = as_text(choice);
        ended = !lost.empty();
        note(rows, lost);
      }
      what_.notes.push_back(
          fmt::format("{} by {}: checked, not timed, since the library reads {} only when a program starts",
                      name_of(a.of), a.name, a.variable));
    }
  }

  [[nodiscard]] bool failed_by_default(const experiment& e) const {
    return std::ranges::any_of(examined_, [&](const measure::examined& x) {
      return x.of == e && (x.is == outcome::hangs || x.is == outcome::crashes);
    });
  }

  // Native, its mock-ups, and the best of the library's algorithms.
  [[nodiscard]] std::vector<contest> timed(const std::vector<contest>& finals) const {
    std::vector<contest> all;
    for (const experiment& e : subjects_) {
      if (failed_by_default(e)) continue;
      contest one{e};
      for (const measure::mockup& m : measure::mockups()) {
        experiment other = e;
        other.made = m.name;
        if (name_of(m.of) == e.operation && (e.bytes > 0 || m.of == collective::barrier) &&
            measure::has_reproducer(other))
          one.push_back(other);
      }
      for (const contest& c : finals)
        if (c.at(0) == e)
          for (const experiment& x : c)
            if (measure::by_own_algorithm(x)) one.push_back(x);
      if (one.size() > 1) all.push_back(one);
    }
    return all;
  }

  void measure_times() {
    screening screened(o_.all.name, all_, limit_);
    for (const measure::examined& x : examined_)
      if (measure::by_own_algorithm(x.of) && x.is != outcome::right && x.of.op != "ordered")
        screened.leave_out(x.of, std::string(x.why.empty() ? "wrong results" : x.why));
    std::vector<contest> natives;
    for (const experiment& e : subjects_)
      if (!failed_by_default(e)) natives.push_back({e});
    const std::vector<contest> all =
        timed(screened.finals(natives, 3, false, [this] { return left_until(until_screened) < 0; }));
    what_.screenings_left = screened.left();
    screened.end();
    constexpr int launches = 2;
    std::size_t to_do = 0;
    for (const contest& c : all) to_do += launches * c.size();
    progress bar(o_.all.name, launches * all.size(), o_.all.how.progress.how());
    for (int launch = 0; launch < launches; ++launch) {
      watched_program program(all_.where, limit_);
      times_.launches.push_back(program.running().factors());
      for (const contest& c : all) {
        const double left = left_until(until_measured);
        if (left < 0) {
          ++what_.contests_left;
          continue;
        }
        bar.begin(measure::describe(c[0]));
        contest fit;
        for (const experiment& e : c) try {
            fit.push_back(program.running().fitted(e));
          } catch (const measure::not_possible&) {
          }
        measure::policy how;
        how.least = 10, how.most = 100, how.in_time = true;
        // A contest ends earlier once its medians are known. Slow calls and calls that vary need the second.
        how.budget = std::clamp(left / static_cast<double>(to_do), 0.02, 1.0);
        std::vector<lost_experiment> lost;
        std::vector<observation> rows = program.measure(fit, how, lost);
        for (observation& x : rows) x.launch = launch;
        times_.all.insert(times_.all.end(), rows.begin(), rows.end());
        note({}, lost);
        to_do -= c.size();
        ++what_.contests;
        bar.end();
      }
    }
  }

  [[nodiscard]] std::string compiler() const {
    if (!o_.compiler.empty()) return o_.compiler;
    const fs::path launcher(all_.where.launcher[0]);
    std::string name = launcher.filename().string();
    for (const char* begin : {"mpirun", "mpiexec"})
      if (name.starts_with(begin)) name = "mpicc" + name.substr(std::string(begin).size());
    const std::string beside = launcher.has_parent_path() ? (launcher.parent_path() / name).string() : name;
    if (name.starts_with("mpicc") && program_named(beside)) return beside;
    return own_.library.starts_with("MPICH") ? "mpicc.mpich" : "mpicc.openmpi";
  }

  [[nodiscard]] static std::string short_name(defect_kind k) {
    constexpr const char* names[] = {"wrong", "hangs", "crashes", "guideline", "slow"};
    return names[static_cast<std::size_t>(k)];
  }

  // Writes the reproducers, compiles and runs them.
  void confirm() {
    if (found_.empty()) return;
    const fs::path page(o_.output == "-" ? "verdict.html" : o_.output);
    const fs::path folder = page.parent_path() / (page.stem().string() + "-reproducers");
    fs::create_directories(folder);
    for (const auto& file : fs::directory_iterator(folder))  // of an earlier verdict
      if (file.path().extension() == ".c") fs::remove(file.path());
    const temporary_folder programs(o_.all.name);
    const std::string cc = compiler();
    progress bar(o_.all.name, found_.size(), o_.all.how.progress.how());
    for (std::size_t k = 0; k < found_.size(); ++k) {
      defect& d = found_[k];
      bar.begin("reproducer of " + measure::describe(d));
      const std::string name = fmt::format("{:02}-{}-{}", k + 1, d.at.operation, short_name(d.is));
      std::vector<std::string> launch;
      for (const std::string& word : all_.where.launcher) launch.push_back(quoted(word));
      const std::vector<std::string> commands{fmt::format("{} -Wall -o {} {}.c", quoted(cc), name, name),
                                              fmt::format("{} ./{}", fmt::join(launch, " "), name)};
      d.file = (folder.filename() / (name + ".c")).string();
      d.command = commands[0] + " && " + commands[1];
      write_text((folder / (name + ".c")).string(), measure::reproducer(d, own_, commands, o_.effect));
      if (left_until(1) < 0) {
        d.shown = "not run: no time was left";
        continue;
      }
      const std::string program = (fs::path(programs.name()) / name).string();
      const limited_run compiled =
          run_limited({cc, "-O1", "-Wall", "-Wextra", "-o", program, (folder / (name + ".c")).string()}, 120);
      if (compiled.status != 0) {
        d.shown =
            compiled.status == 127 ? cc + " cannot be run: choose a compiler with --mpicc" : compiled.output;
        continue;
      }
      std::vector<std::string> words = all_.where.launcher;
      words.push_back(program);
      const limited_run done = run_limited(words, std::max(limit_, 30.0));
      const std::size_t at = done.output.find("defect: ");
      const bool printed = at != std::string::npos;
      d.shown = printed         ? done.output.substr(at, done.output.find('\n', at) - at)
                : !done.in_time ? "it did not end in time"
                                : done.output.substr(0, done.output.find('\n'));
      d.confirmed = done.status != 0 && (printed || d.is == defect_kind::crashes);
      if (!compiled.output.empty()) what_.notes.push_back(d.file + " compiles with warnings");
      bar.end();
    }
  }

  [[nodiscard]] std::string examined_line() const {
    std::string text =
        fmt::format("{}, {} processes on {}: {} forced, results of {} calls checked, {} measured, in {}.\n",
                    what_.library, what_.p, counted(static_cast<std::size_t>(what_.nodes), "node"),
                    counted(what_.algorithms, "algorithm"), examined_.size(),
                    counted(what_.contests, "contest"), in_seconds(what_.seconds));
    if (what_.points_left + what_.screenings_left + what_.contests_left > 0)
      text += fmt::format(
          "Not reached in {}: {} to check, {} to screen, {} to measure; give more time by --budget.\n",
          o_.budget, counted(what_.points_left, "point"), counted(what_.screenings_left, "size"),
          counted(what_.contests_left, "contest"));
    if (what_.too_few > 0)
      text += fmt::format(
          "{} of {} comparisons have fewer than {} repetitions, too few for a finding: run it on a quieter "
          "machine, or give more time by --budget.\n",
          what_.too_few, what_.compared, measure::fewest_times);
    return text;
  }

  void write() const {
    nlohmann::ordered_json verdict = measure::as_json(found_, what_);
    const bool json_only = o_.output.ends_with(".json");
    if (!o_.json.empty() || json_only)
      write_text(json_only ? o_.output : o_.json, json_text(verdict, 1) + "\n");
    if (!json_only) {
      const fs::path beside = fs::path(o_.output).parent_path();
      for (auto& f : verdict["findings"])
        f["source"] = text_of_file(beside / f["reproducer"].get<std::string>());
      write_page({{"title", "Verdict on " + what_.library},
                  {"tutti", TUTTI_VERSION},
                  {"runs", nlohmann::ordered_json::array()},
                  {"between", nlohmann::ordered_json::array()},
                  {"verdict", verdict}},
                 o_.output);
    }
    if (o_.json == "-" || o_.output == "-") return;
    if (!found_.empty()) fmt::print("{}", table_of_findings());
    fmt::print("{}{}", found_.empty() ? "No defects were found.\n" : "", examined_line());
  }

  [[nodiscard]] static std::string text_of_file(const fs::path& file) {
    return fs::is_regular_file(file) ? text_of(file.string()) : "";
  }

  [[nodiscard]] std::string table_of_findings() const {
    table t({"", "finding", "of", "at", ">factor", "95 %", "than", ""});
    for (std::size_t k = 0; k < found_.size(); ++k) {
      const defect& d = found_[k];
      const bool timed = !d.instead.empty();
      const std::string more = measure::conditions(d.at);
      t.row({std::to_string(k + 1), std::string(name_of(d.is)),
             d.at.operation + (measure::by_own_algorithm(d.at) ? " by " + d.at.by : ""),
             d.at.operation == "barrier"
                 ? ""
                 : in_bytes(static_cast<double>(d.at.bytes)) + (more.empty() ? "" : ", " + more),
             timed ? fmt::format("{:.2f}", d.factor) : "",
             timed ? fmt::format("{:.2f} to {:.2f}", d.bounds.low, d.bounds.high) : "", d.instead,
             d.confirmed ? "confirmed" : "not confirmed"});
    }
    return t.text();
  }

  const options& o_;
  double budget_, limit_;
  clock::time_point begun_ = clock::now();
  campaign_options all_;
  measure::own_algorithms own_;
  std::vector<experiment> subjects_;
  std::vector<measure::examined> examined_;
  std::set<std::pair<std::string, std::string>> lost_;  // operation and algorithm: ended the program
  measure::measurements times_;
  measure::examination what_;
  std::vector<defect> found_;
};

void verdict(options& o) {
  if (!o.output.ends_with(".json")) require_ending("-o", o.output, ".html", "a verdict is HTML or JSON");
  require_ending("--json", o.json, ".json", "findings are JSON");
  if (o.all.where.launcher.empty())
    throw usage_error(
        "a verdict starts the launcher several times: put it behind --, as in tutti verdict -- mpirun -n 4");
  size_steps("--bytes", o.what.bytes);
  require_own_file({{"-o", o.output}, {"--json", o.json}}, {});
  check_writable(o.output);
  check_writable(o.json);
  investigation(o).run();
}

}  // namespace

void add_verdict(command& tutti, std::vector<std::string>& arguments) {
  const auto o = std::make_shared<options>();
  command sub = add_launching(tutti, "verdict", "find defects of the MPI library; write a program for each",
                              help, o->all, arguments);
  o->what.bytes = "8,1K,20K,300K";
  sub.add_option("what", o->what.what, "WHAT",
                 "collectives, regular, irregular, or names; default: all collectives");
  sub.add_option(
      "-o,--output", o->output, "FILE",
      "the page, FILE.html, or the findings, FILE.json; programs in FILE-reproducers; default verdict.html");
  sub.add_option("--json", o->json, "FILE.json", "also write the findings as JSON; - for standard output");
  sub.add_option("--bytes", o->what.bytes, "SIZES", "as collectives count them; default 8,1K,20K,300K");
  sub.add_option("--budget", o->budget, "TIME", "total time; default 15m");
  sub.add_option("--limit", o->limit, "TIME",
                 "an answer that takes longer is a call that does not end; default 30s");
  sub.add_option("--effect", o->effect, "SHARE", "tolerated slowdown; default 0.25")
      .check(no_number)
      .not_negative();
  sub.add_option("--mpicc", o->compiler, "FILE",
                 "compiles the programs; default: mpicc that belongs to the launcher");
  sub.add_option("--mpi", o->all.where.mpi_name, "NAME",
                 "openmpi or mpich, if the launcher does not determine it");
  sub.add_option("--program", o->all.where.program, "FILE",
                 "use this measuring program instead of the installed one");
  add_progress_options(sub, o->all.how.progress);
  sub.callback([o] { verdict(*o); });
}

}  // namespace tutti::cli
