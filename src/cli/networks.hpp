#pragma once

#include <string>

#include "tutti/machine/network.hpp"

// The options that say what algorithms are priced and drawn on.
namespace tutti::cli {

class command;

struct network_options {
  std::string model, topology, per_node, place, arrival;
  /// Whether the user has said anything of them.
  [[nodiscard]] bool given() const { return !(model + topology + per_node + place + arrival).empty(); }
};

void add_network_options(command& sub, network_options& into);
/// What may be written behind them, for the help.
std::string network_help();

/// "ring 8: diameter 4, bisection width 2"
std::string in_words(const topology& links);
/// "Arrival for p = 64: the last 100 us after the first, 1.56 us on average"; not for an empty one, in which all come at once.
std::string in_words(const arrival& skews);

/// Throws usage_error where a text is not understood, or p processes do not fit.
machine_description network_from(const network_options& o, int p);

/// When p processes arrive, as the option --arrival says; empty: all at once. Throws usage_error.
arrival arrival_from(const std::string& text, int p);

}  // namespace tutti::cli
