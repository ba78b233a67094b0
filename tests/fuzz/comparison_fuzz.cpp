// Any text given as a run of a program is refused in one sentence, or can be compared with itself and with a
// run that made no call.

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "compare/comparison.hpp"
#include "fuzz.hpp"

using namespace tutti;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  compare::run_calls one;
  const compare::grouping by{.communicator = text.find("\"tutti trace\"") != std::string::npos,
                             .site = false};
  try {
    one = compare::read_run(text, "f.json", by);
  } catch (const std::invalid_argument& refused) {
    fuzz::check_refusal(refused.what(), "f.json:", text);
    return 0;
  }
  compare::run_calls none;
  none.file = "none.json";
  none.processes = one.processes;
  for (const compare::comparison& c :
       {compare::compare_runs({one}, {one}, by), compare::compare_runs({one, one, one}, {one, none, one}, by),
        compare::compare_runs({none}, {one}, by)}) {
    (void)compare::table_of(c, 0);
    (void)compare::json_of(c).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }
  return 0;
}
