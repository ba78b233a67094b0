#pragma once

#include <source_location>
#include <string>

namespace tutti {

/// "binomial.cpp:12 bcast_binomial": a place in an algorithm, in messages.
std::string place_of(const std::source_location& where);

}  // namespace tutti
