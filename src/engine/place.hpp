#pragma once

#include <source_location>
#include <string>

namespace tutti {

/// "binomial.cpp:12 bcast_binomial": a place in an algorithm, as messages show it.
std::string place_of(const std::source_location& where);

/// "process 2" + what + ", in binomial.cpp:12 bcast_binomial": an error of a process in the communication
/// that begins there (`in_it`). ", after ..." if the error came later. Without the place if the process has
/// not communicated yet.
std::string of_process(int rank, const std::string& what, const std::source_location& where, bool in_it);

}  // namespace tutti
