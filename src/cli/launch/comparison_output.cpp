#include "cli/launch/comparison_output.hpp"

#include <nlohmann/json.hpp>

#include "cli/launch/plot_output.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "text/json_text.hpp"
#include "text/split.hpp"

namespace tutti::cli {

compare::grouping comparison_grouping(const std::string& by, bool traced) {
  compare::grouping g{.size = true, .communicator = traced, .site = traced};
  if (by.empty()) return g;
  g = {.size = false, .communicator = false, .site = false};
  for (const std::string_view word : split(by, ',')) {
    if (word == "size")
      g.size = true;
    else if (word == "communicator")
      g.communicator = true;
    else if (word == "site")
      g.site = true;
    else if (word != "collective")
      throw usage_error("--by {}: expected collective, size, communicator, site, or several with commas", by);
  }
  if ((g.communicator || g.site) && !traced)
    throw usage_error("--by {}: only traces have communicators and call sites: tutti run --trace x.json", by);
  return g;
}

void write_comparison_page(const compare::comparison& c, const std::string& title, const std::string& file) {
  write_page({{"title", title},
              {"tutti", TUTTI_VERSION},
              {"runs", nlohmann::ordered_json::array()},
              {"between", nlohmann::ordered_json::array()},
              {"comparison", compare::json_of(c)}},
             file);
}

bool write_comparison_plot(const compare::comparison& c, const std::string& svg) {
  return write_plot({{"runs", nlohmann::ordered_json::array()}, {"comparison", compare::json_of(c)}}, svg);
}

void write_comparison_json(const compare::comparison& c, const std::string& file) {
  write_text(file, json_text(compare::json_of(c), 2) + "\n");
}

}  // namespace tutti::cli
