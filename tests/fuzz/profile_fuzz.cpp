// Any text given as a profile is read or refused. libFuzzer calls this (TUTTI_FUZZ), and so does mutate.cpp.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "fuzz.hpp"
#include "select/profile.hpp"

using namespace tutti;
using fuzz::broken;

namespace {

// Seeds say @ for the number of the algorithms, which changes with them.
std::string with_catalogue(std::string_view text) {
  std::string all(text);
  if (const std::size_t at = all.find('@'); at != std::string::npos) all.replace(at, 1, catalogue_identity());
  return all;
}

void ask(const profile& p, std::string_view text) {
  for (const profile_entry& e : p.entries)
    for (const int more : {0, 1, 7})
      for (const std::size_t bytes : {std::size_t{0}, std::size_t{4096}, SIZE_MAX}) {
        surroundings on = e.on;
        on.p += more;
        const auto a = advise(p, e.of, on, bytes);
        if (more == 0 && !a) broken("an entry does not speak for its own communicator", text);
        if (a && a->use && a->use->of != e.of.of) broken("an algorithm of another collective", text);
        if (a) (void)measured_seconds(*a->entry, a->use, bytes);
      }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text = with_catalogue({reinterpret_cast<const char*>(data), size});
  try {
    const profile p = read_profile(text, "p.json", "Open MPI 4.1.4");
    const std::string written = write_profile(p);
    if (write_profile(read_profile(written, "p.json", "Open MPI 4.1.4")) != written)
      broken("is not read as it was written", text);
    ask(p, text);
  } catch (const std::invalid_argument& refused) {
    fuzz::check_refusal(refused.what(), "p.json:", text);
  }
  return 0;
}
