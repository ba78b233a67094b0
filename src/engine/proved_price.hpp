#pragma once

#include "tutti/engine/instance.hpp"

namespace tutti {

/// True if a price gives the exact number of bytes that are sent and reduced: everything is cut evenly.
bool divides_evenly(const instance& i);

/// True if check_price() uses the bytes along the longest chain.
bool compares_bytes(const instance& i);

/// Checks the rounds, bytes and bytes reduced that were found: they must equal the algorithm's price, or not
/// exceed it if the price is a bound.
void check_price(const instance& i, finding& f);

}  // namespace tutti
