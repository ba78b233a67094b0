// tutti waiting: show which processes of a program waited for which ones in collectives.

#include "record/waiting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/launch/watch.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/arrival_file.hpp"
#include "cli/output/output.hpp"
#include "cli/values/resources.hpp"
#include "record/read.hpp"
#include "record/trace_file.hpp"
#include "text/file_text.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Reads a trace and divides the time in blocking collectives into waiting for other processes to enter\n"
    "and the rest, in which data moves; and names the processes that were waited for. Times are means\n"
    "over all processes.\n\n"
    "  tutti run --trace t.json mpirun -n 64 ./app      writes the trace, and the first of these tables\n"
    "  tutti waiting t.json                             a line for each collective\n"
    "  tutti waiting t.json --by site                   for each place that calls one\n"
    "  tutti waiting t.json --by communicator           for each communicator (MPI_Comm_set_name)\n"
    "  tutti waiting t.json --matrix                    how long each rank waited for each other\n"
    "  tutti waiting t.json --arrival a.json            the mean pattern of arrival, for tutti plan "
    "--arrival\n"
    "  tutti waiting t.json --by site --only \"solve.c:12 allreduce\" --arrival a.json   of one line\n\n"
    "Perfetto (ui.perfetto.dev) shows the same file as a timeline.\n";

struct options {
  std::string file, by = "collective", only, arrival;
  bool matrix = false;
};

void print_matrix(const record::waiting_times& times) {
  if (times.matrix.empty())
    throw usage_error("--matrix shows 64 processes at most, the trace has {}", times.processes);
  std::vector<std::string> heads{">waited by"};
  for (std::size_t r = 0; r < times.matrix.size(); ++r) heads.push_back(fmt::format(">for {}", r));
  table t(heads);
  for (std::size_t r = 0; r < times.matrix.size(); ++r) {
    std::vector<std::string> row{std::to_string(r)};
    for (const double seconds : times.matrix[r]) row.push_back(seconds > 0 ? in_seconds(seconds) : "-");
    t.row(row);
  }
  fmt::print("{}", t.text());
}

void write_pattern(const options& o, const record::roll& trace, record::grouping by) {
  const std::vector<double> seconds = record::mean_arrival(trace, by, o.only, record::source_line);
  if (seconds.empty())
    throw usage_error("--arrival: {} has no operation of all {} processes{}", o.file, trace.size,
                      o.only.empty() ? "" : " in the line " + o.only);
  write_arrival(o.arrival, trace.program + (o.only.empty() ? "" : ", " + o.only), seconds);
}

void waiting(const options& o) {
  const record::grouping by = grouping_of(o.by);
  if (!o.arrival.empty() && o.matrix) throw usage_error("expected --arrival or --matrix, not both");
  require_ending("--arrival", o.arrival, ".json", "a pattern of arrival is JSON");
  require_own_file({{"--arrival", o.arrival}}, {o.file});
  require_file("", o.file);
  const record::roll trace = record::read_trace(text_of(o.file), o.file);
  const record::waiting_times times = record::waiting_in(trace, by, record::source_line);
  if (times.all.calls == 0)
    throw std::runtime_error(o.file + ": no blocking collective has ended in this trace");
  if (!o.only.empty() &&
      std::ranges::find(times.lines, o.only, &record::waiting_line::name) == times.lines.end())
    throw usage_error("--only {}: there is no such line with --by {}", o.only, o.by);
  if (!o.arrival.empty()) return write_pattern(o, trace, by);
  if (!o.only.empty()) throw usage_error("--only needs --arrival FILE.json");
  if (o.matrix) return print_matrix(times);
  fmt::print("{}", record::waiting_table(times, by));
}

}  // namespace

void add_waiting(command& tutti) {
  command sub =
      tutti.add_subcommand("waiting", "find out who waited for whom in a program's collectives", help);
  const auto o = std::make_shared<options>();
  sub.add_option("FILE", o->file, "FILE.json", "a trace, from tutti run --trace").required();
  sub.add_option("--by", o->by, "GROUPING", "a line for each collective (default), communicator or site");
  sub.add_option(
      "--arrival", o->arrival, "FILE.json",
      "write when processes arrive, mean of all operations of all processes; - is standard output");
  sub.add_option("--only", o->only, "NAME", "for --arrival: of this line of the table");
  sub.add_flag("--matrix", o->matrix, "how long each rank waited for each other one");
  sub.callback([o] { waiting(*o); });
}

}  // namespace tutti::cli
