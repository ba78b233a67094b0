#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::cli {

/// True if the name of an output is that of a picture.
inline bool is_plot(const std::string& file) { return file.ends_with(".svg"); }

/// The script beside a plot: "times.gp" for "times.svg".
std::string plot_script_of(const std::string& svg);
/// Throws usage_error unless the script of a picture can be written and overwrites nothing but an earlier
/// script. `option`: the option that names the picture. Does nothing for other files.
void check_plot_script(const std::string& option, const std::string& file);

/// Writes a script of gnuplot beside the picture, from a page's data, and has gnuplot draw the picture.
/// Prints a sentence and returns false if gnuplot is missing or fails: then only the script is written.
/// Throws usage_error if the data has nothing to draw, or if a file cannot be written.
[[nodiscard]] bool write_plot(const nlohmann::ordered_json& data, const std::string& svg);

}  // namespace tutti::cli
