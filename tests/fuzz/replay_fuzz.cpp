// Any text given as a trace is refused in one sentence, or its run can be replayed, exported and costed.

#include <ostream>
#include <stdexcept>
#include <string>

#include "fuzz.hpp"
#include "record/trace_file.hpp"
#include "replay/arrival.hpp"
#include "replay/call_costs.hpp"
#include "replay/goal.hpp"
#include "replay/lines.hpp"
#include "replay/replay.hpp"

using namespace tutti;

namespace {

// Simulations of edited sizes would take long.
bool is_small(const replay::recorded_run& run) {
  constexpr std::size_t processes = 16, operations = 32, bytes = 1 << 14;
  for (const replay::call_class& c : run.classes)
    if (c.bytes > bytes) return false;
  return run.processes.size() <= processes && run.operations.size() <= operations;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  record::roll trace;
  try {
    trace = record::read_trace(text, "t.json");
  } catch (const std::invalid_argument& refused) {
    fuzz::check_refusal(refused.what(), "t.json:", text);
    return 0;
  }
  replay::recorded_run run;
  try {
    run = replay::run_of(trace);
  } catch (const std::invalid_argument& refused) {
    fuzz::check_refusal(refused.what(), "", text);
    return 0;
  }
  const replay::call_costs costs = replay::costs_of(run);
  if (!(costs.whole >= costs.unknown && costs.unknown >= 0)) fuzz::broken("costs that are no costs", text);
  replay::virtual_machine on(run, network(machine{1e-6, 1e-9, 0}));
  replay::results all;
  const auto replayed = [&](replay::variant v) -> const replay::replayed& {
    auto& one = all[static_cast<std::size_t>(v)];
    one = replay::replay(run, on, v, {.keep_entries = true});
    if (!(one->whole >= 0)) fuzz::broken("a run that ends before it begins", text);
    return *one;
  };
  replayed(replay::variant::free);
  const replay::line_names names{replay::grouping::site, trace.sites};
  if (is_small(run)) {
    const replay::replayed& ran = replayed(replay::variant::ran);
    for (const double seconds : replay::mean_arrival(run, ran.entries, names, ""))
      if (!(seconds >= 0)) fuzz::broken("a process that arrives before the first one", text);
    std::ostream nowhere(nullptr);
    replay::write_goal(nowhere, run, on, replay::variant::ran, 1);
  }
  (void)replay::lines_of(run, all, names);
  return 0;
}
