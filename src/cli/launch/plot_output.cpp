#include "cli/launch/plot_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/launch/launcher.hpp"
#include "cli/launch/limited_run.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "report/plot.hpp"

namespace tutti::cli {

std::string plot_script_of(const std::string& svg) {
  return std::filesystem::path(svg).replace_extension(".gp").string();
}

void check_plot_script(const std::string& option, const std::string& file) {
  if (!is_plot(file)) return;
  const std::string script = plot_script_of(file), of = "the script of " + option;
  check_writable(script);
  require_earlier({of, script}, "an earlier script", "# Written by tutti");
}

bool write_plot(const nlohmann::ordered_json& data, const std::string& svg) {
  const std::filesystem::path picture = std::filesystem::absolute(svg);
  const std::string file = plot_script_of(svg);
  const std::string script = report::plot_script(data, picture.filename().string());
  if (script.empty())
    throw usage_error(
        "{} was not drawn: nothing here has curves or intervals: a picture needs measurements (.csv), "
        "verdicts on guidelines, or a comparison",
        svg);
  write_text(file, script);
  tell_written(file, "the plot as a script with its data, for gnuplot in that folder");
  constexpr double seconds = 300;
  // In the picture's folder, since the script has the name of the picture only.
  const std::string place = picture.parent_path().string();
  const auto program = find_in_path("gnuplot");
  const limited_run drawn =
      program ? run_limited({"sh", "-c", "cd \"$0\" && exec \"$1\" \"$2\"", place, program->string(),
                             std::filesystem::path(file).filename().string()},
                            seconds)
              : limited_run{};
  if (program && drawn.in_time && drawn.status == 0) {
    tell_written(svg, "a plot");
    return true;
  }
  std::string why = program ? drawn.output.substr(0, drawn.output.find_last_not_of(" \n") + 1)
                            : "there is no gnuplot here (Debian's package gnuplot-nox)";
  if (program && !drawn.in_time) why = fmt::format("gnuplot was ended after {:.0f} s", seconds);
  fmt::print(stderr, "tutti: {} was not drawn: {}\n", svg, why);
  return false;
}

}  // namespace tutti::cli
