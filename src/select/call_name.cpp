#include "select/call_name.hpp"

#include <cctype>

namespace tutti {

std::string name_of(const call_name& c) {
  const std::string name(name_of(c.of));
  return c.as == form::blocking ? name : c.as == form::nonblocking ? "i" + name : name + "_init";
}

std::string variable_of(const call_name& c) {
  std::string name = "TUTTI_" + name_of(c);
  for (char& letter : name) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return name;
}

// No collective's own name begins with "i" or ends with "_init".
std::optional<call_name> call_named(std::string_view name) noexcept {
  constexpr std::string_view persistent = "_init";
  if (const auto c = collective_named(name)) return call_name{*c};
  form as = form::blocking;
  if (name.starts_with('i')) {
    as = form::nonblocking;
    name.remove_prefix(1);
  } else if (name.ends_with(persistent)) {
    as = form::persistent;
    name.remove_suffix(persistent.size());
  }
  const auto c = collective_named(name);
  return c ? std::optional(call_name{*c, as}) : std::nullopt;
}

}  // namespace tutti
