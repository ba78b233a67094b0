#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/proved_call.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// When the last process arrives, seconds; all others arrive at 0.
inline constexpr double late = 1e6;

/// For barriers of p processes: calls run(last, network, times of arrival) with each process in turn as the
/// last to arrive, until it returns false. If p is large, only some processes are last, with even and odd
/// ranks. A send on this network does not wait for its receiver: a wait would hold back a process that has
/// heard from no other.
void for_each_last(int p, const std::function<bool(int last, const network& on, const arrival& times)>& run);

/// Checks that no process leaves the barrier before all have entered it, whichever arrives last.
void check_barrier(proved_call& c, int p, std::vector<std::string>& wrong);

}  // namespace tutti
