#pragma once

#include "select/call_kind.hpp"
#include "select/reduction_order.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Returns what the algorithm needs but the surroundings or the operator lack; null if nothing.
const char* lacks(const algorithm& a, operator_class k, const surroundings& around,
                  const reduction_order& order = {});
/// Returns why an algorithm that the user did not request cannot serve the call; null if it can.
const char* unfit(const algorithm& a, operator_class k, const surroundings& around,
                  const reduction_order& order = {});

}  // namespace tutti
