#pragma once

#include "select/call_kind.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// What an algorithm needs and does not find in these surroundings, or in the operator; null if nothing.
const char* lacks(const algorithm& a, operator_class k, const surroundings& around);
/// Why an algorithm that nobody asked for cannot serve; null if it can.
const char* unfit(const algorithm& a, operator_class k, const surroundings& around);

}  // namespace tutti
