// Any text given as verdicts on guidelines or as the calls of a program is refused in one sentence, or gives
// a page.

#include <nlohmann/json.hpp>
#include <string>

#include "fuzz.hpp"
#include "measure/measurements.hpp"
#include "report/inputs.hpp"
#include "report/page.hpp"

using namespace tutti;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  nlohmann::ordered_json all{{"title", text}};
  try {
    switch (report::kind_of(text, "f.json")) {
      case report::kind::measurements:
      case report::kind::trace: return 0;
      case report::kind::verdicts: all["guidelines"] = report::read_verdicts(text, "f.json"); break;
      case report::kind::calls: all["calls"] = report::read_calls(text, "f.json");
    }
  } catch (const format_error& refused) {
    fuzz::check_refusal(refused.what(), "f.json:", text);
    return 0;
  }
  (void)report::page(all);
  return 0;
}
