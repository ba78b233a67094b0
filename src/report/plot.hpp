#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::report {

/// A script of gnuplot that contains its data and draws the curves and intervals of a page's data, as page()
/// takes them, into an SVG file of this name: a plot for each operation and number of processes, the verdicts
/// on guidelines, and the lines of a comparison. Empty if the data has none of these.
std::string plot_script(const nlohmann::ordered_json& data, const std::string& svg);

}  // namespace tutti::report
