#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/proved_call.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// When a process comes that comes later than all others, seconds.
inline constexpr double late = 1e6;

/// For barriers of p processes: calls run(last, network, times of arrival) with every process, or some of
/// many, as the last one to come, until it returns false. Messages are sent there without waiting for who
/// receives them, which would hold a sender that has heard from no other process.
void for_each_last(int p, const std::function<bool(int last, const network& on, const arrival& times)>& run);

/// Checks that no process leaves the barrier before all have entered it, whichever comes last.
void check_barrier(proved_call& c, int p, std::vector<std::string>& wrong);

}  // namespace tutti
