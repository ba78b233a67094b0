#include "cli/output/arrival_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/output/output.hpp"
#include "text/counted.hpp"
#include "text/json_text.hpp"

namespace tutti::cli {

void write_arrival(const std::string& file, const std::string& from, const std::vector<double>& seconds) {
  const nlohmann::ordered_json pattern{
      {"format", "tutti arrival"}, {"version", 1}, {"from", from}, {"seconds", seconds}};
  write_text(file, json_text(pattern, 2) + "\n");
  tell_written(file, fmt::format("times of arrival of {}", counted(seconds.size(), "process")));
}

}  // namespace tutti::cli
