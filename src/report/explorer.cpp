#include "report/explorer.hpp"

#include <nlohmann/json.hpp>

#include "report/files.hpp"
#include "report/placeholders.hpp"

namespace tutti::report {

std::string explorer(const nlohmann::ordered_json& table) {
  const placeholder parts[] = {
      {"style", files::explorer_css},
      {"evaluate", files::evaluate_js},
      {"explorer", files::explorer_js},
      {"data", within_script(table)},
  };
  return filled(files::explorer_html, parts);
}

}  // namespace tutti::report
