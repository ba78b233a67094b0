#include "cli/launches.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <optional>

#include "cli/words.hpp"

namespace tutti::cli {
namespace {

void launch(const launch_options& o, const char* called, measure::rig& where, measure::campaign all,
            measure::writer* file, measure::measurements& found) {
  const measure::agenda to_do = measure::agenda_of(all, where, found);
  if (to_do.contests.empty() && to_do.done == 0)
    throw usage_error(to_do.refused.empty() ? "there is nothing to measure" : to_do.refused[0].why);
  measure::progress bar(called, to_do.contests.size(), progress_from(o.how));
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

}  // namespace

void add_launch_options(CLI::App& sub, launch_options& into) {
  sub.add_option("--launches", into.launches, "starts of the program in which each is measured; default 1")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  sub.add_option("--times", into.file, "keep all times and factors here; goes on where it stopped")
      ->type_name("FILE.csv");
  add_policy_options(sub, into.how);
  add_rig_options(sub, into.where);
}

bool in_virtual_time(const measure::rig& r) { return r.factors().value("clock", "") == "virtual"; }

measure::measurements measure_launches(
    const launch_options& o, const char* called,
    const std::function<std::vector<measure::contest>(const measure::rig&)>& contests, int& p) {
  const measure::policy how =
      policy_from(o.how);  // what is wrong with the options is said before anything starts
  measure::measurements found;
  std::optional<measure::writer> file;
  try {
    for (int k = 0; k < (starts_itself(o.where) ? o.launches : 1); ++k) {
      const std::unique_ptr<measure::rig> where = make_rig(o.where);
      if (k == 0 && !o.file.empty()) {
        file.emplace(o.file);
        found = file->before();
      }
      p = where->nodes().processes();
      launch(o, called, *where,
             {.contests = contests(*where), .how = how, .command = o.command, .launches = o.launches},
             file ? &*file : nullptr, found);
    }
  } catch (const measure::format_error& wrong) {
    throw usage_error(wrong.what());
  }
  for (const measure::observation& row : found.all)
    if (row.right == "no") throw std::runtime_error("wrong results: " + measure::describe(row.of));
  return found;
}

measure::measurements measured_before(const std::vector<std::string>& files, const std::string& wished,
                                      int& p) {
  try {
    measure::measurements found = measure::read_measurements(files);
    const std::vector<int> known = found.processes();
    if (known.empty()) throw usage_error(files[0] + ": there are no times in it");
    p = wished.empty() ? known.back() : whole_number("--p", wished, 1, 1 << 27);
    if (std::find(known.begin(), known.end(), p) == known.end())
      throw usage_error(fmt::format("{}: nothing in it was measured with {} processes", files[0], p));
    return found;
  } catch (const measure::format_error& wrong) {
    throw usage_error(wrong.what());
  }
}

void write_text(const std::string& file, const std::string& text) {
  if (file == "-") {
    fmt::print("{}", text);
    return;
  }
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text << std::flush;
  if (!out) throw std::runtime_error(file + " cannot be written");
}

}  // namespace tutti::cli
