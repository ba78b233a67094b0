#include "cli/launch/run_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "cli/launch/watch.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "record/read.hpp"
#include "record/trace_file.hpp"
#include "record/waiting.hpp"
#include "report/inputs.hpp"
#include "text/file_text.hpp"

namespace tutti::cli {
namespace {

// Reports that a file that the program should write does not exist. `said`: what the processes have noted, if
// they could. `status`: the exit status of the command.
void say_missing(const std::string& file, const notes* said, int status) {
  const std::string why =
      !said || said->any_served()
          ? "rank 0, which writes it, has said above why not, or runs on another host, or no process has "
            "called MPI_Finalize with tutti loaded"
      : status != 0
          ? fmt::format("the command ended with status {} before a process on this host used MPI", status)
          : "no process on this host has used MPI with tutti; most likely the program uses no MPI";
  fmt::print(stderr, "tutti: {} was not written: {}\n", file, why);
}

std::filesystem::file_time_type time_of(const std::string& file) {
  std::error_code none;
  return std::filesystem::last_write_time(file, none);
}

}  // namespace

void require_harmless(const std::string& report, const std::string& trace) {
  const destination to{"--report", report};
  if (report.ends_with(".json"))
    require_earlier(to, "a report as JSON", "\"tutti calls\"");
  else if (report.ends_with(".html"))
    require_earlier(to, "a report as a page", "class=\"brand\">tutti report<");
  else
    require_earlier(to, "a report", ": algorithms used for the collectives of ");
  require_earlier({"--trace", trace}, "a trace", "\"tutti trace\"");
}

void require_folders(const variables& all) {
  for (const auto& [name, value] : all) {
    if (name != "TUTTI_REPORT" && name != "TUTTI_TRACE") continue;
    // A relative path is relative to the program's folder, which is not known here.
    const std::filesystem::path file(value), folder = file.parent_path();
    if (file.is_absolute() && !std::filesystem::is_directory(folder))
      throw usage_error("{}={} cannot be written: there is no folder {}", name, value, folder.string());
  }
}

void expected_files::add(const std::string& file, const char* contents) {
  if (!file.empty()) files_.push_back({file, contents, time_of(file)});
}

void expected_files::say_which(const notes* said, int status) const {
  for (const expected& f : files_)
    if (time_of(f.name) == f.before)
      say_missing(f.name, said, status);
    else
      tell_written(f.name, f.contents);
}

void write_page_of_calls(const run_options& o, const std::vector<std::string>& command, const notes* said,
                         int status) {
  const std::string file = calls_file(o);
  if (!std::filesystem::exists(file)) return say_missing(o.report, said, status);
  nlohmann::ordered_json data{{"title", fmt::format("{}", fmt::join(command, " "))},
                              {"tutti", TUTTI_VERSION},
                              {"runs", nlohmann::ordered_json::array()},
                              {"between", nlohmann::ordered_json::array()}};
  try {
    data["calls"] = report::read_calls(text_of(file), file);
  } catch (const format_error&) {  // the library has reported why, and printed its table
    std::filesystem::remove(file);
    return fmt::print(stderr, "tutti: {} was not written: its data could not be written\n", o.report);
  }
  write_page(data, o.report);
  std::filesystem::remove(file);
  tell_written(o.report, "the calls of the program and the algorithms that served them");
}

void print_by(const run_options& o, int status) {
  std::error_code none;
  if (std::filesystem::file_size(o.trace, none) == 0 || none) {
    if (status == 0)
      fmt::print(stderr,
                 "tutti: --by {}: there is no trace here: rank 0, which writes it, has said above why not, "
                 "or runs on another node: give --trace a file that both see\n",
                 o.by);
    return;
  }
  const record::grouping by = grouping_of(o.by);
  const record::roll trace = record::read_trace(text_of(o.trace), o.trace);
  if (by == record::grouping::collective) return;  // the library has printed this table with the trace
  fmt::print(stderr, "{}", record::waiting_table(record::waiting_in(trace, by, record::source_line), by));
}

}  // namespace tutti::cli
