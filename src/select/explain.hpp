#pragma once

#include <optional>
#include <string>
#include <vector>

#include "select/choice.hpp"

namespace tutti {

/// A candidate in an explanation. `use` is null for the MPI library's own.
struct explained_candidate : candidate {
  std::optional<double> measured;  ///< seconds, from the profile
  [[nodiscard]] bool priced() const noexcept { return use && !excluded; }
};

/// The candidates in order of preference: by measured time if the profile decides, otherwise by virtual time,
/// then by price. Excluded candidates come last.
std::vector<explained_candidate> candidates_of(const reasoning& r);

/// "12 KiB .. <16 KiB"; "any size" if not all processes know the size.
std::string sizes_of(const reasoning& r);

/// "560 processes on 35 nodes of 16, non-consecutive ranks". `by_domain`: the nodes of `on` are domains of
/// one node.
std::string processes_of(const surroundings& on, bool by_domain = false);

/// One sentence: the source of the decision, and the requests that were not granted.
std::string why(const reasoning& r, const settings& user);

/// The whole explanation as lines for people, each beginning with "tutti: ".
std::string as_text(const reasoning& r, const settings& user);

}  // namespace tutti
