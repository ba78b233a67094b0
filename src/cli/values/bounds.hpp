#pragma once

#include <optional>
#include <span>
#include <string>

#include "tutti/collective.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/model/bounds.hpp"

// Lower bounds, as tables and JSON show them.
namespace tutti::cli {

/// The bytes that a collective moves: blocks are equal, so a remainder of the division by p is left out.
double bytes_moved(collective c, int p, double bytes);

/// The largest of these bounds, in seconds; 0 for none.
double largest_in_seconds(std::span<const stated_bound> all);

/// The largest lower bound, in seconds; 0 if there is none, negative if none is known for the collective or
/// the network.
double bound_in_seconds(collective c, int p, double bytes, const network& on, int root);

/// The seconds divided by the bound; none if there is no bound, or none is known.
std::optional<double> over_bound(double seconds, double bound);
/// "1.25", or "-" for none.
std::string over_bound_in_words(std::optional<double> over_bound);

}  // namespace tutti::cli
