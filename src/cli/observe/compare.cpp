// tutti compare: two sets of runs of a program against each other, by the calls that they made.

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/launch/comparison_output.hpp"
#include "cli/launch/plot_output.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "cli/values/resources.hpp"
#include "compare/comparison.hpp"
#include "record/read.hpp"
#include "text/file_text.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Compares runs of a program: without tutti and with it, or before a change and after. What is slower\n"
    "comes first. Each file is one run: a report of its calls, or a trace, which also has communicators and\n"
    "call sites. tutti run --compare makes such runs by itself.\n\n"
    "  tutti run --off --trace native.json mpirun -n 64 ./app      a run without tutti\n"
    "  tutti run --trace tutti.json mpirun -n 64 ./app             one with it\n"
    "  tutti compare native.json tutti.json                        the second against the first\n"
    "  tutti compare native-*.json --with tutti-*.json             several runs of each, with intervals\n"
    "  tutti compare native.json tutti.json --by site              a line for each place that calls\n"
    "  tutti compare native.json tutti.json -o gain.html           as a page\n"
    "  tutti compare native-*.json --with tutti-*.json -o gain.svg as a picture, drawn by gnuplot\n\n"
    "docs/how-to-compare.md explains the table.\n";

struct options {
  std::vector<std::string> first, second;
  std::string by, page, json;
  int lines = 30;
};

// Two files without --with are one run of each side.
void divide(options& o) {
  if (!o.second.empty()) return;
  if (o.first.size() != 2)
    throw usage_error(
        "expected two files, or the runs of the second side behind --with: tutti compare native-*.json "
        "--with "
        "tutti-*.json");
  o.second = {o.first.back()};
  o.first.pop_back();
}

void compare(options o) {
  divide(o);
  const bool picture = is_plot(o.page);
  if (!picture) require_ending("-o", o.page, ".html", "a comparison is HTML, or a picture in .svg");
  require_ending("--json", o.json, ".json", "this is JSON");
  std::vector<std::string> files = o.first;
  files.insert(files.end(), o.second.begin(), o.second.end());
  require_own_file(
      {{"-o", o.page}, {"the script of -o", picture ? plot_script_of(o.page) : ""}, {"--json", o.json}},
      files);
  for (const std::string& written : {o.page, o.json}) check_writable(written);
  check_plot_script("-o", o.page);
  std::optional<bool> traced;  // the first file is a trace
  std::vector<compare::run_calls> runs;
  for (const std::string& file : files) {
    require_file("", file);
    const std::string text = text_of(file);
    const bool is_trace = compare::is_trace(text, file);
    if (!traced) traced = is_trace;
    if (*traced != is_trace)
      throw usage_error(
          "{} and {}: one is a trace and the other a report of calls; expected files of one kind",
          files.front(), file);
    runs.push_back(compare::read_run(text, file, comparison_grouping(o.by, is_trace), record::source_line));
  }
  const auto second = runs.begin() + static_cast<std::ptrdiff_t>(o.first.size());
  const compare::comparison found =
      compare::compare_runs({runs.begin(), second}, {second, runs.end()}, comparison_grouping(o.by, *traced));
  bool drawn = true;
  if (picture) {
    drawn = write_comparison_plot(found, o.page);
  } else if (!o.page.empty()) {
    write_comparison_page(found, fmt::format("{} against {}", found.sides[1].name, found.sides[0].name),
                          o.page);
    tell_written(o.page, "a page of the comparison");
  }
  if (!o.json.empty()) {
    write_comparison_json(found, o.json);
    tell_written(o.json, "the comparison as JSON");
  }
  if (o.page.empty() && o.json.empty())
    fmt::print("{}", compare::table_of(found, static_cast<std::size_t>(o.lines)));
  if (!drawn) throw exit_status{1};
}

}  // namespace

void add_compare(command& tutti) {
  command sub = tutti.add_subcommand(
      "compare", "compare runs of a program, without tutti and with it, call by call", help);
  const auto o = std::make_shared<options>();
  sub.add_option(
         "FILES", o->first, "FILE.json",
         "the runs to compare with: reports of calls, or traces, of tutti run; or one of them and one "
         "of the other side")
      .required();
  sub.add_option("--with", o->second, "FILE.json", "the runs of the other side, all files that follow")
      .several();
  sub.add_option("--by", o->by, "PARTS", comparison_by_help);
  sub.add_option("--lines", o->lines, "N", "print this many lines; 0: all; default 30").range(0, 1000000);
  sub.add_option(
      "-o,--output", o->page, "FILE.html",
      "write a page in place of the table; - is standard output; FILE.svg: a picture, and the script "
      "FILE.gp beside it");
  sub.add_option("--json", o->json, "FILE.json", "write JSON in place of the table; - is standard output");
  sub.callback([o] { compare(*o); });
}

}  // namespace tutti::cli
