#include "engine/place.hpp"

#include <string_view>

namespace tutti {
namespace {

std::string name_of_function(std::string_view pretty) {
  // "tutti::task tutti::bcast_binomial(tutti::process&, ...)": the name before the parenthesis
  const std::string_view head = pretty.substr(0, pretty.find('('));
  std::string_view name = head.substr(head.find_last_of(" *&") + 1);
  if (name.starts_with("tutti::")) name.remove_prefix(7);
  return std::string(name);
}

}  // namespace

std::string place_of(const std::source_location& where) {
  const std::string_view file = where.file_name();
  const std::string function = name_of_function(where.function_name());
  return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line()) +
         (function.empty() ? "" : " " + function);
}

std::string of_process(int rank, const std::string& what, const std::source_location& where, bool in_it) {
  std::string text = "process " + std::to_string(rank) + what;
  if (where.line() != 0) text += (in_it ? ", in " : ", after ") + place_of(where);
  return text;
}

}  // namespace tutti
