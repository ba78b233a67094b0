// tutti report: make one HTML file from measurements, verdicts on guidelines, and the calls of a program.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/launch/plot_output.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/observe/waiting_page.hpp"
#include "cli/output/output.hpp"
#include "cli/values/resources.hpp"
#include "measure/summary.hpp"
#include "record/trace_file.hpp"
#include "report/inputs.hpp"
#include "select/calibration.hpp"
#include "text/file_text.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::cli {
namespace {

using json = nlohmann::ordered_json;

constexpr const char* help =
    "Writes one self-contained HTML file: no server, no network, no other file. It has plots, tables and\n"
    "the conditions of the measurements, and it prints well. Or draws an SVG picture.\n\n"
    "  tutti report a.csv                       the measurements of tutti bench -o a.csv, as report.html\n"
    "  tutti report before.csv after.csv        two runs, the second against the first\n"
    "  tutti report p4.csv p8.csv p16.csv       other numbers of processes: one run, heat maps over p and "
    "size\n"
    "  tutti report a.csv --machine m.json      and the distance from the lower bound on that machine\n"
    "  tutti report g.csv g.json                and guidelines: tutti guidelines -o g.csv --json g.json\n"
    "  tutti report calls.json                  of a program: tutti run --report=calls.json mpirun ...\n"
    "  tutti run --report=x.html mpirun ...     the same at once\n"
    "  tutti report t.json                      who waited for whom: tutti run --trace t.json mpirun ...\n"
    "  tutti report a.csv -o a.svg              the curves with their intervals, drawn by gnuplot with "
    "a.gp\n\n"
    "A file belongs to the run of the file before it unless both have the same number of processes: then\n"
    "it begins another run, which is compared with the first. docs/report.md explains the page.\n";

struct options {
  std::vector<std::string> files;
  std::string output = "report.html", title, machine_file, alpha, beta, gamma;
};

struct run {
  std::vector<std::string> files;
  measure::measurements measurements;
};

// The machine of the lower bound: from the options; otherwise, for times from virtual time, their model, if
// the bound applies to it.
std::optional<machine> machine_of(const options& o, const run& r) {
  if (!o.machine_file.empty())
    return read_calibration(text_of(o.machine_file), o.machine_file).long_messages().between;
  if (!o.alpha.empty() || !o.beta.empty() || !o.gamma.empty()) return machine_from(o.alpha, o.beta, o.gamma);
  std::optional<machine> on;
  for (const json& launch : r.measurements.launches) {
    const json network = launch.value("network", json());
    if (!measure::is_virtual(launch) || !network.is_object()) return std::nullopt;
    const std::string model = network.value("model", "");
    const bool linear = model.empty() || model == "linear" || model.starts_with("linear:");
    if (!linear || network.contains("topology") || network.contains("per_node")) return std::nullopt;
    on = calibration_of(machine_of_model(model)).long_messages().between;
  }
  return on;
}

bool share_processes(const measure::measurements& x, const measure::measurements& y) {
  const std::vector<int> p = x.processes(), q = y.processes();
  return std::find_first_of(p.begin(), p.end(), q.begin(), q.end()) != p.end();
}

void add_measurements(const std::string& file, std::vector<run>& runs) {
  const measure::measurements one = measure::read_measurements(file);
  if (one.all.empty()) throw usage_error(file + ": no measurements; expected a file of tutti bench -o");
  if (runs.empty() || share_processes(runs.back().measurements, one)) runs.emplace_back();
  runs.back().files.push_back(file);
  runs.back().measurements = measure::read_measurements(runs.back().files);
}

std::string name_of(const run& r) {
  std::string name;
  for (const std::string& f : r.files)
    name += (name.empty() ? "" : " + ") + std::filesystem::path(f).filename().string();
  return name;
}

// A page shows one program: two programs need two pages.
void only_one(std::string& so_far, const std::string& file, std::string_view what) {
  if (!so_far.empty())
    throw usage_error("expected one {}, not {} and {}, which tutti compare compares", what, so_far, file);
  so_far = file;
}

void report(const options& o) {
  const bool picture = is_plot(o.output);
  if (!picture) require_ending("-o", o.output, ".html", "a report is HTML, or a picture in .svg");
  if (!o.machine_file.empty()) require_file("--machine", o.machine_file);
  std::vector<std::string> read = o.files;
  read.push_back(o.machine_file);
  require_own_file({{"-o", o.output}, {"the script of -o", picture ? plot_script_of(o.output) : ""}},
                   std::move(read));
  check_writable(o.output);
  check_plot_script("-o", o.output);
  if (!o.machine_file.empty() && !(o.alpha + o.beta + o.gamma).empty())
    throw usage_error("expected --machine or --alpha, --beta and --gamma, not both");
  std::vector<run> runs;
  json data{
      {"title", o.title}, {"tutti", TUTTI_VERSION}, {"runs", json::array()}, {"between", json::array()}};
  std::string calls, traces;       // the file of each
  std::vector<std::string> names;  // of the inputs on the page
  for (const std::string& file : o.files) {
    require_file("", file);
    const std::string text = text_of(file);
    const std::size_t before = runs.size();
    switch (report::kind_of(text, file)) {
      case report::kind::measurements: add_measurements(file, runs); break;
      case report::kind::trace:
        only_one(traces, file, "trace");
        data["waiting"] = waiting_data(record::read_trace(text, file));
        break;
      case report::kind::calls:
        only_one(calls, file, "file of calls");
        data["calls"] = report::read_calls(text, file);
        break;
      case report::kind::verdicts:
        for (json& v : report::read_verdicts(text, file)) data["guidelines"].push_back(std::move(v));
    }
    if (runs.size() == before) names.push_back(std::filesystem::path(file).filename().string());
    for (std::size_t k = before; k < runs.size(); ++k) names.push_back(name_of(runs[k]));
  }
  for (const run& r : runs) {
    data["runs"].push_back(measure::summary(r.measurements, name_of(r), machine_of(o, r)));
    if (&r != &runs.front())
      data["between"].push_back(measure::changes(runs.front().measurements, r.measurements));
  }
  data["title"] = !o.title.empty() ? o.title : fmt::format("{}", fmt::join(names, ", "));
  if (picture) {
    if (!write_plot(data, o.output)) throw exit_status{1};
    return;
  }
  write_page(data, o.output);
  tell_written(o.output, data["title"].get<std::string>());
}

}  // namespace

void add_report(command& tutti) {
  command sub =
      tutti.add_subcommand("report", "turn measurements into one HTML page with plots and tables", help);
  const auto o = std::make_shared<options>();
  sub.add_option("FILES", o->files, "FILE",
                 "measurements (.csv), verdicts on guidelines, calls or a trace of a program (.json)")
      .required();
  sub.add_option(
      "-o,--output", o->output, "FILE.html",
      "default: report.html; - is standard output; FILE.svg: a picture, and the script FILE.gp beside it");
  sub.add_option("--title", o->title, "TEXT", "title of the page; default: the names of the files");
  sub.add_option("--machine", o->machine_file, "FILE.json",
                 "machine description for the lower bound (docs/machines.md)");
  sub.add_option("--alpha", o->alpha, "TIME", "or: start-up time of a message, 2us");
  sub.add_option("--beta", o->beta, "TIME", "transfer time per byte, 0.4ns");
  sub.add_option("--gamma", o->gamma, "TIME", "reduction time per byte, 0.1ns");
  sub.callback([o] { report(*o); });
}

}  // namespace tutti::cli
