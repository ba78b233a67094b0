#include "cli/measured.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "cli/words.hpp"
#include "tutti/network.hpp"

namespace tutti::cli {
namespace {

double seconds_of(const std::string& text, const char* what) {
  try {
    return parse_quantity(text, what);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(wrong.what());
  }
}

void tell_refusals(const std::string& name, const measure::agenda& a) {
  for (const measure::refusal& r : a.refused)
    fmt::print(stderr, "{}: not measured: {} ({})\n", name, r.why,
               r.of.size() == 1 ? measure::describe(r.of[0]) : fmt::format("{} experiments", r.of.size()));
}

// One launch. Rows are added to `found`, and to the file if there is one.
void launch(const campaign_options& o, const policy_options& how, measure::campaign all, measure::rig& where,
            measure::writer* file, measure::measurements& found) {
  const measure::agenda to_do = measure::agenda_of(all, where, found);
  if (to_do.contests.empty() && to_do.done == 0)
    throw usage_error(to_do.refused.empty() ? "there is nothing to measure" : to_do.refused[0].why);
  if (found.launches.empty()) tell_refusals(o.name, to_do);
  if (!o.total.empty()) {
    std::size_t experiments = 0;
    for (const measure::contest& c : to_do.contests) experiments += c.size();
    all.how.budget =
        seconds_of(o.total, "--total") / static_cast<double>(std::max<std::size_t>(1, experiments));
  }
  measure::progress bar(o.name, to_do.contests.size(), progress_from(how));
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

void add_campaign_options(CLI::App& sub, campaign_options& into) {
  sub.add_option("--total", into.total, "instead of --budget: time for all of it, 10 in seconds")
      ->type_name("TIME");
  sub.add_option("--launches", into.launches, "starts of the program in which each is measured; default 1")
      ->type_name("N");
  sub.add_option("-o,--output", into.file, "all times and factors; goes on where it stopped")
      ->type_name("FILE.csv");
}

measured measure_campaign(const campaign_options& o, const rig_options& where, const policy_options& how,
                          const std::function<std::vector<measure::contest>(int, bool)>& contests) {
  policy_from(how);  // what is wrong with the options is said before anything starts
  if (o.launches < 1)
    throw usage_error(fmt::format("--launches {}: expected a number from 1 on", o.launches));
  measured found;
  std::optional<measure::writer> file;
  for (int k = 0; k < (starts_itself(where) ? o.launches : 1); ++k) {
    const std::unique_ptr<measure::rig> rig = make_rig(where);
    if (k == 0 && !o.file.empty()) {
      file.emplace(o.file);
      found.all = file->before();
    }
    found.p = rig->nodes().processes();
    const bool native = rig->factors().value("clock", "") != "virtual";
    launch(o, how,
           {.contests = contests(found.p, native),
            .how = policy_from(how),
            .command = o.command,
            .launches = o.launches},
           *rig, file ? &*file : nullptr, found.all);
  }
  return found;
}

}  // namespace tutti::cli
