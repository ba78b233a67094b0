#include "cli/measure/rules_verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "cli/line/usage_error.hpp"
#include "cli/measure/watched_program.hpp"
#include "text/counted.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

constexpr double patience = 600;  // seconds for one answer, beyond measuring: an algorithm may hang

// The times of a probe, with the file or without.
struct measured_side {
  measure::launches times;
  std::string failed;
};

measure::experiment experiment_of(const measure::rule_probe& probe) {
  return {.operation = std::string(name_of(probe.of)), .by = "native", .bytes = probe.bytes};
}

// Measures all probes once more in a launch of its own, except those that have failed.
void add_launch(const campaign_options& o, int p, const variables& files,
                const std::vector<measure::rule_probe>& probes, std::vector<measured_side>& into,
                progress& bar) {
  testbed_options where = o.where;
  where.environment = files;
  where.environment.emplace_back("TUTTI", "off");
  const measure::policy how = policy_from(o.how);
  watched_program program(where, patience + 2 * how.budget);
  if (const int processes = program.running().nodes().processes(); processes != p)
    throw usage_error(
        "the measurements are of {}, but the launcher starts {}: rules can be verified only with "
        "as many as were measured",
        counted(p, "process"), counted(processes, "process"));
  for (std::size_t k = 0; k < probes.size(); ++k) {
    measured_side& side = into[k];
    const measure::experiment e = program.running().fitted(experiment_of(probes[k]));
    bar.begin(measure::describe(e));
    if (side.failed.empty()) {
      side.times.emplace_back();
      std::vector<lost_experiment> lost;
      for (const measure::observation& x : program.measure({e}, how, lost)) {
        side.times.back().push_back(x.seconds);
        if (x.right == "no") side.failed = "wrong results";
      }
      if (!lost.empty()) side.failed = lost[0].why;
    }
    bar.end();
  }
}

}  // namespace

int launches_to_verify(const campaign_options& o) { return std::max(3, o.launches); }

std::vector<verified_probe> verify_rules(const campaign_options& o, int p, const variables& files,
                                         const std::vector<measure::rule_probe>& probes) {
  std::vector<measured_side> natively(probes.size()), ruled(probes.size());
  const int launches = launches_to_verify(o);
  progress bar(o.name, 2 * static_cast<std::size_t>(launches) * probes.size(), o.how.progress.how());
  for (int k = 0; k < launches; ++k) {
    add_launch(o, p, {}, probes, natively, bar);
    for (const measured_side& side : natively)
      if (!side.failed.empty()) throw std::runtime_error("without the file: " + side.failed);
    add_launch(o, p, files, probes, ruled, bar);
  }
  std::vector<verified_probe> all;
  for (std::size_t k = 0; k < probes.size(); ++k)
    all.push_back({.at = probes[k],
                   .native = measure::median(measure::pooled(natively[k].times)),
                   .ruled = measure::median(measure::pooled(ruled[k].times)),
                   .compared = measure::compare(ruled[k].times, natively[k].times, {.paired = false}),
                   .failed = ruled[k].failed});
  return all;
}

bool harmed(const verified_probe& v) {
  return !v.at.ruled &&
         (!v.failed.empty() || (v.compared.is == measure::verdict::slower && v.compared.by.ratio > 1.03));
}

std::string table_of_probes(const std::vector<verified_probe>& all) {
  table t({"collective", ">bytes", ">default", ">with the file", ">ratio", "95 %", "", ""});
  for (const verified_probe& v : all)
    t.row({std::string(name_of(v.at.of)), in_bytes(static_cast<double>(v.at.bytes)), in_seconds(v.native),
           in_seconds(v.ruled), fmt::format("{:.2f}", v.compared.by.ratio),
           fmt::format("{:.2f} to {:.2f}", v.compared.by.bounds.low, v.compared.by.bounds.high),
           !v.failed.empty()                         ? "failed"
           : v.compared.is == measure::verdict::same ? ""
                                                     : measure::name_of(v.compared.is),
           v.at.ruled ? "" : "no rule"});
  return t.text();
}

}  // namespace tutti::cli
