#include "select/environment.hpp"

namespace tutti {

std::vector<assignment> assignments_in(const char* const* environment) {
  std::vector<assignment> all;
  for (; *environment; ++environment) {
    const std::string_view entry(*environment);
    const std::size_t equals = entry.find('=');
    const std::string_view name = entry.substr(0, equals);
    if (equals != std::string_view::npos && (name == "TUTTI" || name.starts_with("TUTTI_")))
      all.push_back({name, entry.substr(equals + 1)});
  }
  return all;
}

}  // namespace tutti
