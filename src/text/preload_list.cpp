#include "text/preload_list.hpp"

namespace tutti {
namespace {

bool is_ours(std::string_view library) {
  const std::string_view name = library.substr(library.rfind('/') + 1);  // the whole text if it has no '/'
  return name == "libtutti.so" || (name.starts_with("libtutti-") && name.ends_with(".so"));
}

std::vector<std::string> libraries_in(std::string_view preload, bool ours) {
  std::vector<std::string> all;
  for (std::string_view rest = preload; !rest.empty();) {
    const std::size_t end = rest.find_first_of(": ");
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (!one.empty() && is_ours(one) == ours) all.emplace_back(one);
  }
  return all;
}

}  // namespace

std::vector<std::string> others_in(std::string_view preload) { return libraries_in(preload, false); }
std::vector<std::string> ours_in(std::string_view preload) { return libraries_in(preload, true); }

std::string joined_preload(const std::vector<std::string>& libraries) {
  std::string all;
  for (const std::string& one : libraries) all += (all.empty() ? "" : ":") + one;
  return all;
}

}  // namespace tutti
