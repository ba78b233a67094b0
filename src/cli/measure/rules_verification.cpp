#include "cli/measure/rules_verification.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

using times = std::vector<measure::launches>;  // of each probe, a list for each launch

measure::experiment experiment_of(const measure::rule_probe& probe) {
  return {.operation = std::string(name_of(probe.of)), .by = "native", .bytes = probe.bytes};
}

// Measures all probes once more in a launch of its own.
void add_launch(const campaign_options& o, const variables& files,
                const std::vector<measure::rule_probe>& probes, times& into, progress& bar) {
  testbed_options where = o.where;
  where.environment = files;
  where.environment.emplace_back("TUTTI", "off");
  const auto program = launched_testbed(where);
  const measure::policy how = policy_from(o.how);
  for (std::size_t k = 0; k < probes.size(); ++k) {
    const measure::experiment e = program->fitted(experiment_of(probes[k]));
    bar.begin(measure::describe(e));
    into[k].emplace_back();
    for (const measure::observation& x : program->measure({e}, how)) into[k].back().push_back(x.seconds);
    bar.end();
  }
}

}  // namespace

int launches_to_verify(const campaign_options& o) { return std::max(3, o.launches); }

std::vector<verified_probe> verify_rules(const campaign_options& o, const variables& files,
                                         const std::vector<measure::rule_probe>& probes) {
  times natively(probes.size()), ruled(probes.size());
  const int launches = launches_to_verify(o);
  progress bar(o.name, 2 * static_cast<std::size_t>(launches) * probes.size(), o.how.progress.how());
  for (int k = 0; k < launches; ++k) {
    add_launch(o, {}, probes, natively, bar);
    add_launch(o, files, probes, ruled, bar);
  }
  std::vector<verified_probe> all;
  for (std::size_t k = 0; k < probes.size(); ++k)
    all.push_back({.at = probes[k],
                   .native = measure::median(measure::pooled(natively[k])),
                   .ruled = measure::median(measure::pooled(ruled[k])),
                   .compared = measure::compare(ruled[k], natively[k])});
  return all;
}

bool harmed(const verified_probe& v) {
  return !v.at.ruled && v.compared.is == measure::verdict::slower && v.compared.by.ratio > 1.03;
}

std::string table_of_probes(const std::vector<verified_probe>& all) {
  table t({"collective", ">bytes", ">default", ">with the file", ">ratio", "95 %", "", ""});
  for (const verified_probe& v : all)
    t.row({std::string(name_of(v.at.of)), in_bytes(static_cast<double>(v.at.bytes)), in_seconds(v.native),
           in_seconds(v.ruled), fmt::format("{:.2f}", v.compared.by.ratio),
           fmt::format("{:.2f} to {:.2f}", v.compared.by.bounds.low, v.compared.by.bounds.high),
           v.compared.is == measure::verdict::same ? "" : measure::name_of(v.compared.is),
           v.at.ruled ? "" : "no rule"});
  return t.text();
}

}  // namespace tutti::cli
