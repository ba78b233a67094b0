#include "report/placeholders.hpp"

#include "text/json_text.hpp"

namespace tutti::report {

std::string filled(std::string_view rest, std::span<const placeholder> parts) {
  std::string text;
  for (std::size_t at; (at = rest.find('@')) != std::string_view::npos;) {
    const std::size_t end = rest.find('@', at + 1);
    text += rest.substr(0, at);
    for (const auto& [name, content] : parts)
      if (name == rest.substr(at + 1, end - at - 1)) text += content;
    rest.remove_prefix(end + 1);
  }
  return text += rest;
}

// "</script>" inside a script would end it, so "<" is escaped in JSON.
std::string within_script(const nlohmann::ordered_json& data) {
  std::string text;
  for (const char c : json_text(data)) c == '<' ? text += "\\u003c" : text += c;
  return text;
}

}  // namespace tutti::report
