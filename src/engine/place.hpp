#pragma once

#include <source_location>
#include <string>

namespace tutti {

/// "binomial.cpp:12 bcast_binomial": a place in an algorithm, in messages.
std::string place_of(const std::source_location& where);

/// "process 2" + what + ", in binomial.cpp:12 bcast_binomial": what a process does wrong in the communication
/// that begins there (`in_it`) or afterwards; without the place if it has begun none yet.
std::string of_process(int rank, const std::string& what, const std::source_location& where, bool in_it);

}  // namespace tutti
