// Any text given as a trace is refused in one sentence, or its run can be replayed.

#include <stdexcept>
#include <string>

#include "fuzz.hpp"
#include "record/trace_file.hpp"
#include "replay/lines.hpp"
#include "replay/replay.hpp"

using namespace tutti;

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
  // Collectives at no cost: simulated ones would take long for edited sizes.
  replay::virtual_machine on(run, network(machine{1e-6, 1e-9, 0}));
  replay::results all;
  const auto free = static_cast<std::size_t>(replay::variant::free);
  all[free] = replay::replay(run, on, replay::variant::free);
  if (!(all[free]->whole >= 0)) fuzz::broken("a run that ends before it begins", text);
  (void)replay::lines_of(run, all, {replay::grouping::site, trace.sites});
  return 0;
}
