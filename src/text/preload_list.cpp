#include "text/preload_list.hpp"

namespace tutti {

std::vector<std::string> others_in(std::string_view preload) {
  std::vector<std::string> others;
  for (std::string_view rest = preload; !rest.empty();) {
    const std::size_t end = rest.find_first_of(": ");
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    const std::string_view name = one.substr(one.rfind('/') + 1);  // all of it where there is no '/'
    if (!one.empty() && !(name.starts_with("libtutti-") && name.ends_with(".so"))) others.emplace_back(one);
  }
  return others;
}

}  // namespace tutti
