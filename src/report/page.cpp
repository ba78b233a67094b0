#include "report/page.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "report/files.hpp"
#include "text/json_text.hpp"

namespace tutti::report {
namespace {

// "</script>" inside a script would end it, so "<" is escaped in JSON.
std::string within_script(const nlohmann::ordered_json& data) {
  std::string text;
  for (const char c : json_text(data)) c == '<' ? text += "\\u003c" : text += c;
  return text;
}

std::string within_text(const std::string& plain) {
  std::string text;
  for (const char c : plain) c == '<' ? text += "&lt;" : c == '&' ? text += "&amp;" : text += c;
  return text;
}

}  // namespace

std::string page(const nlohmann::ordered_json& data) {
  const std::pair<std::string_view, std::string> parts[] = {
      {"title", within_text(data.at("title"))},
      {"style", files::style_css},
      {"uplot-style", files::uPlot_min_css},
      {"uplot-licence", files::LICENSE},
      {"uplot", files::uPlot_iife_min_js},
      {"plots", files::plots_js},
      {"report", files::report_js},
      {"data", within_script(data)},
  };
  // Placeholders are written @title@. page.html has no other @.
  std::string text;
  std::string_view rest = files::page_html;
  for (std::size_t at; (at = rest.find('@')) != std::string_view::npos;) {
    const std::size_t end = rest.find('@', at + 1);
    text += rest.substr(0, at);
    for (const auto& [name, content] : parts)
      if (name == rest.substr(at + 1, end - at - 1)) text += content;
    rest.remove_prefix(end + 1);
  }
  return text += rest;
}

}  // namespace tutti::report
