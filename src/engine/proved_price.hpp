#pragma once

#include "tutti/engine/instance.hpp"

namespace tutti {

/// True if check_price() uses the bytes along the longest chain.
bool compares_bytes(const instance& i);

/// Checks the rounds, bytes and bytes reduced that were found: they must equal the algorithm's price, or not
/// exceed it if the price is a bound. Of blocks that differ in length, each price bounds the bytes.
void check_price(const instance& i, finding& f);

}  // namespace tutti
