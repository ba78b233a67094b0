#pragma once

#include <string>

#include "tutti/machine/network.hpp"

// The options for the network on which algorithms are priced and drawn.
namespace tutti::cli {

class command;

struct network_options {
  std::string model, topology, per_node, place, arrival;
  /// True if the user gave one of these options.
  [[nodiscard]] bool given() const { return !(model + topology + per_node + place + arrival).empty(); }
};

void add_network_options(command& sub, network_options& into);
/// Explains the values of these options, for the help.
std::string network_help();

/// "ring 8: diameter 4, bisection width 2"
std::string in_words(const topology& links);
/// "2", or "at most 5" if only the width of some cut into halves is known.
std::string bisection_in_words(const topology& links);
/// "Arrival for p = 64: the last 100 us after the first, 1.56 us on average". `skews` must not be empty.
std::string in_words(const arrival& skews);

/// Throws usage_error or std::invalid_argument if an option is invalid or p processes do not fit.
machine_description network_from(const network_options& o, int p);

}  // namespace tutti::cli
