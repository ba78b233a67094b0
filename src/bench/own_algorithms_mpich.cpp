// MPICH: a variable for each collective selects one of the algorithms on all processes; its description lists
// them. The library's own file contains the names of algorithms in selection files, and the rules that such a
// file replaces.

#include <mpi.h>

#if defined(MPICH_VERSION)

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/own_algorithms.hpp"

namespace tutti::bench {
namespace {

using json = nlohmann::ordered_json;

// The bytes of the library's file. A preloaded library may define collectives, but hardly this function.
std::string image_of_library() {
  Dl_info of{};
  if (dladdr(reinterpret_cast<const void*>(&PMPI_Get_library_version), &of) == 0 || !of.dli_fname) return "";
  std::ostringstream bytes;
  bytes << std::ifstream(of.dli_fname, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

// All texts in the image that begin with `with`, up to the first character that cannot be part of a name.
std::vector<std::string> names_in(const std::string& image, const std::string& with) {
  std::vector<std::string> names;
  for (std::size_t at = image.find(with); at != std::string::npos; at = image.find(with, at + 1)) {
    std::size_t end = at + with.size();
    while (end < image.size() && (std::isalnum(static_cast<unsigned char>(image[end])) || image[end] == '_'))
      ++end;
    std::string name = image.substr(at, end - at);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

// The rules in the image whose leaves begin with `leaf`. They are a text of JSON without blanks, and end
// in a zero byte.
std::string rules_in(const std::string& image, const std::string& leaf) {
  const std::string begin = "{\"collective=";
  for (std::size_t at = image.find(begin); at != std::string::npos; at = image.find(begin, at + 1)) {
    if (at > 0 && image[at - 1] != '\0') continue;
    std::string text = image.substr(at, image.find('\0', at) - at);
    if (text.find("\"" + leaf) != std::string::npos && json::accept(text)) return text;
  }
  return "";
}

// "Variable to select bcast algorithmauto - Internal ...binomial - Force ...": the names in order. The lines
// of the description may be joined, so that a name follows the text of the line before it. The names that a
// selection file can have show where the name begins.
std::vector<std::string> names_listed(const std::string& help, const std::vector<std::string>& known) {
  std::vector<std::string> names;
  for (std::size_t at = help.find(" - "); at != std::string::npos; at = help.find(" - ", at + 3)) {
    const std::size_t last = help.find_last_not_of(' ', at);
    if (last == std::string::npos) continue;
    const std::size_t first = help.find_last_of(" \n", last) + 1;  // 0 if there is none
    const std::string word = help.substr(first, last + 1 - first);
    std::string longest;
    for (const std::string& name : known)
      if (word.ends_with(name) && name.size() > longest.size()) longest = name;
    names.push_back(longest.empty() ? word : longest);
  }
  return names;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace

bool read_by_new_communicators() noexcept { return false; }

measure::own_algorithms ask_library(const control_variables& variables, bool) {
  const std::string image = image_of_library();
  measure::own_algorithms answer{.library = "MPICH " MPICH_VERSION,
                                 .all = {},
                                 .generic = rules_in(image, "algorithm=MPIR_"),
                                 .composition = rules_in(image, "composition=")};
  for (int k = 0; k < collectives; ++k) {
    const auto of = static_cast<collective>(k);
    const std::string name(name_of(of)), variable = "MPIR_CVAR_" + upper(name) + "_INTRA_ALGORITHM";
    const control_variable* const which = variables.find(variable);
    if (!which) continue;
    std::string title = name;
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    std::vector<std::string> known{"auto"}, in_file{""};
    for (const std::string group : {"intra_", "allcomm_"}) {
      const std::string begin = "algorithm=MPIR_" + title + "_" + group;
      for (const std::string& found : names_in(image, begin)) {
        known.push_back(found.substr(begin.size()));
        in_file.push_back(found.substr(std::string("algorithm=").size()));
      }
    }
    // Otherwise the device, which knows the nodes, would compose the collective from others.
    std::vector<measure::own_parameter> parameters;
    const std::string device = "MPIR_CVAR_" + upper(name) + "_DEVICE_COLLECTIVE";
    if (variables.find(device)) parameters.push_back({"always", device, 0});
    const bool settable = variables.write(*which, variables.read(*which));
    int number = 0;  // the values of the enumeration count from 0, in the order of the description
    for (const std::string& listed : names_listed(which->help, known)) {
      const auto at = std::ranges::find(known, listed) - known.begin();
      if (listed != "auto" && at < static_cast<std::ptrdiff_t>(known.size()))
        answer.all.push_back({.of = of,
                              .name = listed,
                              .number = number,
                              .current = variables.read(*which),
                              .variable = variable,
                              .settable = settable,
                              .in_file = in_file[static_cast<std::size_t>(at)],
                              .parameters = parameters});
      ++number;
    }
  }
  return answer;
}

}  // namespace tutti::bench

#endif
