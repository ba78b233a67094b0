#include "report/page.hpp"

#include <nlohmann/json.hpp>

#include "report/files.hpp"
#include "report/placeholders.hpp"

namespace tutti::report {
namespace {

std::string within_text(const std::string& plain) {
  std::string text;
  for (const char c : plain) c == '<' ? text += "&lt;" : c == '&' ? text += "&amp;" : text += c;
  return text;
}

}  // namespace

std::string page(const nlohmann::ordered_json& data) {
  const placeholder parts[] = {
      {"title", within_text(data.at("title"))},
      {"style", files::style_css},
      {"uplot-style", files::uPlot_min_css},
      {"uplot-licence", files::LICENSE},
      {"uplot", files::uPlot_iife_min_js},
      {"plots", files::plots_js},
      {"report", files::report_js},
      {"data", within_script(data)},
  };
  return filled(files::page_html, parts);
}

}  // namespace tutti::report
