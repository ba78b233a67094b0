// tutti bench: how long collectives and patterns of messages take, on MPI or in virtual time.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/experiments.hpp"
#include "cli/rigs.hpp"
#include "cli/words.hpp"
#include "measure/campaign.hpp"
#include "measure/statistics.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Measures the MPI library's collectives and tutti's in alternation, so that what disturbs one disturbs "
    "both.\n"
    "Each is repeated until its median is known well enough, or its time is spent; then its result is "
    "checked.\n\n"
    "  mpirun -n 4 tutti bench                          all collectives, native and tutti, 8 B to 1 MB\n"
    "  mpirun -n 4 tutti bench allreduce --bytes 8,80K -o all.csv\n"
    "  tutti bench bcast --launches 5 -o b.csv -- mpirun -n 4     five starts of mpirun: launches differ "
    "too\n"
    "  mpirun -n 4 tutti bench bcast --by all           every algorithm of the catalogue\n"
    "  mpirun -n 4 tutti bench irregular --problem all --each 4K --root middle\n"
    "  mpirun -n 4 tutti bench allreduce --made all     beside what other collectives could do in its place\n"
    "  mpirun -n 4 tutti bench patterns bcast --layout contiguous,tiled --made call,packed\n"
    "  tutti bench allreduce --p 560 --topology cluster:35x16,lanes=1     no MPI: virtual time\n\n"
    "With -o, all times are written down, with every factor of the run; the same command again measures only "
    "what\n"
    "is missing, so an interrupted run goes on. docs/measuring.md: the format, the statistics, and why.\n";

struct options {
  experiment_options of;
  rig_options where;
  policy_options how;
  std::string file, total, command;
  int launches = 1;
  bool no_table = false;
};

double seconds_of(const std::string& text, const char* what) {
  try {
    return parse_quantity(text, what);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(wrong.what());
  }
}

void tell_refusals(const measure::agenda& a) {
  for (const measure::refusal& r : a.refused)
    fmt::print(stderr, "tutti bench: not measured: {} ({})\n", r.why,
               r.of.size() == 1 ? measure::describe(r.of[0]) : fmt::format("{} experiments", r.of.size()));
}

// One launch. Rows are added to `found`, and to the file if there is one.
void launch(const options& o, measure::rig& where, measure::writer* file, measure::measurements& found) {
  const bool native = where.factors().value("clock", "") != "virtual";
  measure::campaign all{.contests = contests_from(o.of, where.nodes().processes(), native),
                        .how = policy_from(o.how),
                        .command = o.command,
                        .launches = o.launches};
  const measure::agenda to_do = measure::agenda_of(all, where, found);
  if (to_do.contests.empty() && to_do.done == 0) throw usage_error(to_do.refused.at(0).why);
  if (found.launches.empty()) tell_refusals(to_do);
  if (!o.total.empty()) {
    std::size_t experiments = 0;
    for (const measure::contest& c : to_do.contests) experiments += c.size();
    all.how.budget =
        seconds_of(o.total, "--total") / static_cast<double>(std::max<std::size_t>(1, experiments));
  }
  measure::progress bar("tutti bench", to_do.contests.size(), progress_from(o.how));
  measure::run(to_do, all, where,
               {.launch =
                    [&](const nlohmann::ordered_json& factors) {
                      const int number = static_cast<int>(found.launches.size());
                      found.launches.push_back(factors);
                      found.launches.back()["launch"] = number;
                      return file ? file->begin_launch(factors) : number;
                    },
                .rows =
                    [&](const std::vector<measure::observation>& rows) {
                      if (file) file->write(rows);
                      found.all.insert(found.all.end(), rows.begin(), rows.end());
                      bar.end();
                    },
                .next = [&](const measure::contest& c) { bar.begin(measure::describe(c[0])); }});
}

void measure_all(const options& o) {
  policy_from(o.how);  // what is wrong with the options is said before anything starts
  size_steps("--bytes", o.of.bytes.empty() ? "8" : o.of.bytes);
  if (o.launches < 1)
    throw usage_error(fmt::format("--launches {}: expected a number from 1 on", o.launches));
  measure::measurements found;
  int p = 1;
  std::optional<measure::writer> file;
  for (int k = 0; k < (starts_itself(o.where) ? o.launches : 1); ++k) {
    const std::unique_ptr<measure::rig> where = make_rig(o.where);
    if (k == 0 && !o.file.empty()) {
      file.emplace(o.file);
      found = file->before();
    }
    p = where->nodes().processes();
    launch(o, *where, file ? &*file : nullptr, found);
  }
  if (!o.no_table) fmt::print("{}", times_as_table(found, p));
  for (const measure::observation& row : found.all)
    if (row.right == "no") throw std::runtime_error("wrong results: " + measure::describe(row.of));
}

void bench(const options& o) {
  try {
    measure_all(o);
  } catch (const measure::format_error& wrong) {
    throw usage_error(wrong.what());
  }
}

}  // namespace

void add_bench(CLI::App& tutti, std::vector<std::string>& arguments) {
  CLI::App* sub =
      tutti.add_subcommand("bench", "measure collectives and messages, native and tutti side by side");
  const auto o = std::make_shared<options>();
  o->command = fmt::format("tutti {}", fmt::join(arguments, " "));
  o->where.launcher = cut_launcher("bench", arguments);
  sub->footer(help + rig_help());
  add_experiment_options(*sub, o->of);
  add_policy_options(*sub, o->how);
  sub->add_option("--total", o->total, "instead of --budget: time for all of it, 10 in seconds")
      ->type_name("TIME");
  sub->add_option("--launches", o->launches, "starts of the program in which each is measured; default 1")
      ->type_name("N");
  sub->add_option("-o,--output", o->file, "all times and factors; goes on where it stopped")
      ->type_name("FILE.csv");
  sub->add_flag("--no-table", o->no_table, "no table on standard output");
  add_rig_options(*sub, o->where);
  sub->callback([o] { bench(*o); });
}

}  // namespace tutti::cli
