// Any text given as a file of times is refused in one sentence, or can be used by everything that reads
// times.

#include <sstream>
#include <stdexcept>
#include <string>

#include "fuzz.hpp"
#include "measure/calibrate.hpp"
#include "measure/guidelines.hpp"
#include "measure/measurements.hpp"
#include "measure/summary.hpp"
#include "measure/tune.hpp"
#include "report/page.hpp"
#include "select/calibration.hpp"

using namespace tutti;
using fuzz::broken;

namespace {

// Several numbers of processes or long files would only take time.
constexpr std::size_t most_rows = 200, most_kinds = 3;

void tune(const measure::measurements& m, int p, std::string_view text) {
  try {
    const profile made = measure::make_profile(m, p, {});
    const std::string written = write_profile(made);
    try {
      if (write_profile(read_profile(written, "p.json", "")) != written) broken("a profile changes", text);
    } catch (const std::invalid_argument& refused) {
      broken(refused.what(), text);
    }
  } catch (const std::invalid_argument& nothing) {
    fuzz::check_refusal(nothing.what(), "no calls of collectives", text);
  }
}

void calibrate(const measure::measurements& m, int p, std::string_view text) {
  try {
    const measure::machine_fit fit = measure::fit_machine(m, p);
    const std::string written = measure::machine_text(fit, measure::origin_of(m, fit));
    try {
      (void)read_calibration(written, "m.json");
    } catch (const std::invalid_argument& refused) {
      broken(refused.what(), text);
    }
  } catch (const std::invalid_argument& nothing) {
    const std::string why = nothing.what();
    fuzz::check_refusal(
        why, why.starts_with("the shortest") ? "the shortest messages" : "there are no ping-pongs", text);
  }
}

void judge(const measure::measurements& m, int p, std::string_view text) {
  const auto found = measure::judge(m, p, {});
  for (const measure::finding& f : found)
    if (!(f.bounds.low <= f.bounds.high)) broken("an interval that is none", text);
  (void)measure::as_json(found, m, {}).dump();
  (void)measure::judge_self(m, p, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::istringstream in(text);
  try {
    const measure::measurements m = measure::read_measurements(in, "t.csv");
    std::string again = measure::file_head();
    for (const measure::observation& row : m.all) again += measure::as_text(row);
    const std::vector<int> processes = m.processes();
    if (m.all.size() > most_rows || processes.size() > most_kinds) return 0;
    for (const int p : processes) {
      tune(m, p, text);
      calibrate(m, p, text);
      judge(m, p, text);
    }
    nlohmann::ordered_json all{{"title", text}, {"runs", {measure::summary(m, "t.csv", machine{})}}};
    all["between"] = {measure::changes(m, m)};
    (void)report::page(all);
  } catch (const format_error& refused) {
    fuzz::check_refusal(refused.what(), "t.csv:", text);
  }
  return 0;
}
