// Any text given as a trace is refused in one sentence, or its waiting times can be computed.

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "fuzz.hpp"
#include "record/trace_file.hpp"
#include "record/waiting.hpp"

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
  if (!nlohmann::json::accept(text)) fuzz::broken("a trace that is no JSON", text);
  for (const auto by :
       {record::grouping::collective, record::grouping::communicator, record::grouping::site}) {
    const record::waiting_times found = record::waiting_in(trace, by);
    (void)record::waiting_table(found, by);
  }
  (void)record::longest_waits(trace, 3);
  return 0;
}
