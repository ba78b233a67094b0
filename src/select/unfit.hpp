#pragma once

#include "select/call_kind.hpp"
#include "select/reduction_order.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Returns a requirement of the algorithm that the surroundings or the operator do not meet; null if there is
/// none.
const char* lacks(const algorithm& a, operator_class k, const surroundings& around,
                  const reduction_order& order = {});
/// Returns why an algorithm that the user did not request cannot serve the call; null if it can.
const char* unfit(const algorithm& a, operator_class k, const surroundings& around,
                  const reduction_order& order = {});

}  // namespace tutti
