#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/roll.hpp"
#include "replay/recorded_run.hpp"
#include "replay/replay.hpp"

namespace tutti::replay {

/// The property by which operations are grouped into lines, besides their collective.
enum class grouping : std::uint8_t { size, site, communicator };

inline constexpr std::array<std::pair<std::string_view, grouping>, 3> groupings{
    {{"size", grouping::size}, {"site", grouping::site}, {"communicator", grouping::communicator}}};

/// The names of lines.
struct line_names {
  grouping by = grouping::size;
  const std::vector<record::roll::site>& sites;  ///< of the trace
  record::site_names site = record::plain_name;
  [[nodiscard]] std::string of(const recorded_run& run, const operation& o) const;
};

/// The results of all variants; none for one that was not replayed.
using results = std::array<std::optional<replayed>, variants>;

/// A group of operations. Times are means of all processes of the run, in seconds.
struct line {
  std::string name;
  std::uint64_t operations = 0;
  double measured = 0;
  std::array<double, variants> spent{};
  std::vector<std::uint32_t> classes;  ///< indices in recorded_run::classes, ascending
};

/// The lines in order of the measured time, the longest first. Non-blocking operations are in no line: their
/// time passes while their processes compute.
std::vector<line> lines_of(const recorded_run& run, const results& of, const line_names& names);

}  // namespace tutti::replay
