#pragma once

#include "tutti/engine/proof.hpp"

namespace tutti {

/// Whether a price says exactly how many bytes travel and are reduced: where everything is cut evenly.
bool divides_evenly(const instance& i);

/// Whether the bytes that travel along the longest chain matter to check_price().
bool compares_bytes(const instance& i);

/// Checks that the rounds, bytes and bytes reduced that were found are those of the algorithm's price, or at
/// most those of a bound.
void check_price(const instance& i, finding& f);

}  // namespace tutti
