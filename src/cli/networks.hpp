#pragma once

#include <string>

#include "tutti/machine/network.hpp"

namespace CLI {
class App;
}

// The options that say what algorithms are priced and drawn on.
namespace tutti::cli {

struct network_options {
  std::string model, topology, place, noise;
};

void add_network_options(CLI::App& sub, network_options& into);
/// What may be written behind them, for the help.
std::string network_help();

/// "ring 8: diameter 4, bisection width 2"
std::string in_words(const topology& links);

/// Throws usage_error where a text is not understood, or p processes do not fit.
machine_description network_from(const network_options& o, int p);

}  // namespace tutti::cli
