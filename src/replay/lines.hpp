#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/roll.hpp"
#include "replay/recorded_run.hpp"
#include "replay/replay.hpp"

namespace tutti::replay {

/// By what operations are grouped into lines, besides their collective.
enum class grouping : std::uint8_t { size, site, communicator };

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

/// The lines in order of the measured time, the longest first. Non-blocking operations have none: they pass
/// while their processes compute.
std::vector<line> lines_of(const recorded_run& run, const results& of, grouping by,
                           const std::vector<record::roll::site>& sites,
                           const record::site_names& name = record::plain_name);

}  // namespace tutti::replay
