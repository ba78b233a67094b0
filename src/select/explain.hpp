#pragma once

#include <optional>
#include <string>
#include <vector>

#include "select/choice.hpp"

namespace tutti {

/// A candidate in an explanation, null the MPI library's own.
struct explained_candidate {
  const algorithm* use = nullptr;
  const char* excluded = nullptr;   ///< why it cannot serve
  std::optional<double> predicted;  ///< seconds, by its price; none for what is excluded and for native
  std::optional<double> simulated;  ///< seconds in virtual time; as in `candidate`
  std::optional<double> measured;   ///< seconds, of the profile
  int pieces = 1;
  double worst = 0, usually = 0;  ///< as in `candidate`
};

/// The candidates in the order in which they would be chosen: by what was measured where the profile decides,
/// otherwise by virtual time, then by price; what is excluded comes last.
std::vector<explained_candidate> candidates_of(const reasoning& r);

/// "12 KiB .. <16 KiB"; "any size" where not all processes know it.
std::string sizes_of(const reasoning& r);

/// "560 processes on 35 nodes of 16, non-consecutive ranks"; `by_domain`: its nodes are the domains of one node.
std::string processes_of(const surroundings& on, bool by_domain = false);

/// One sentence: whose word it was, and what was not granted.
std::string why(const reasoning& r, const settings& user);

/// All of it in lines for people, each begun with "tutti: ".
std::string as_text(const reasoning& r, const settings& user);

}  // namespace tutti
