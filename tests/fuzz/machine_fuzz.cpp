// Any text given as a machine description is refused in one sentence, or gives a machine with costs of
// messages.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "select/calibration.hpp"
#include "tutti/machine/network.hpp"

using namespace tutti;
using fuzz::broken;

namespace {

void ask(const network& on, int p, std::string_view text) {
  std::vector<int> links;
  for (int from = 0; from < p; ++from)
    for (int to = 0; to < p; ++to) {
      if (from == to) continue;
      const int a = on.place_of(from), b = on.place_of(to);
      int hops = 1;
      if (on.links) {
        if (on.links->diameter() > 1 << 16) return;  // a walk that takes long
        links.clear();
        on.links->route(a, b, links);
        if (!links.empty() && *std::max_element(links.begin(), links.end()) >= on.links->links())
          broken("a link that there is not", text);
        hops = std::max(1, static_cast<int>(links.size()));
      }
      for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 20U}) {
        const auto d = on.model->of(a, b, bytes, hops);
        if (!(d.startup >= 0) || !(d.data >= 0)) broken("a time that is none", text);
      }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const int p : {0, 1, 2, 6}) try {
      if (p == 0)
        (void)read_calibration(text, "m.json");
      else
        ask(parse_machine(text, "m.json", p).on, p, text);
    } catch (const std::invalid_argument& refused) {
      fuzz::check_refusal(refused.what(), "m.json", text);
    }
  return 0;
}
