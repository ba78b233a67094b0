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

// The same for a learned profile.
void ask_learned(const profile& p, std::string_view text) {
  for (const profile_entry& e : p.entries)
    for (const profile_step& s : e.steps) {
      const auto a = advise_learned(p, e.of, e.on, s.from);
      if (!a) broken("an entry does not speak for its own calls", text);
      if (a->use && a->use->of != e.of.of) broken("an algorithm of another collective", text);
    }
}

template <class Read, class Ask>
void read_again(std::string_view text, Read read, Ask ask_about) {
  const profile p = read(text, "p.json", "Open MPI 4.1.4");
  profile written_by = p;
  if (p.learned) written_by.mpi = "Open MPI 4.1.4";
  const std::string written = write_profile(written_by);
  if (write_profile(read(written, "p.json", "Open MPI 4.1.4")) != written)
    broken("is not read as it was written", text);
  ask_about(p, text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text = with_catalogue({reinterpret_cast<const char*>(data), size});
  try {
    if (text.find("tutti learned") == std::string::npos)
      read_again(text, read_profile, ask);
    else
      read_again(text, read_learned, ask_learned);
  } catch (const std::invalid_argument& refused) {
    fuzz::check_refusal(refused.what(), "p.json:", text);
  }
  return 0;
}
