#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "select/call_kind.hpp"
#include "tutti/algorithm.hpp"

// The names of collectives and algorithms, as the user writes and reads them. What is no name throws
// usage_error, with those that are near.
namespace tutti::cli {

/// "any p", "power of two, commutative"
std::string needs_of(const algorithm& a);

/// The collective of that name, of the first `among`: MPI's, or all. Unknown ones are answered with the
/// nearest.
collective find_collective(std::string_view name, int among = collectives);
/// The algorithms meant by "", "bcast" or "bcast.binomial".
std::vector<const algorithm*> find_algorithms(std::string_view name);
/// The one meant by "bcast.binomial", or by "binomial" if only one collective has one.
const algorithm& find_algorithm(std::string_view name);
/// What --op says.
operator_class find_operator_class(std::string_view name);
inline constexpr const char* operator_classes_help =
    "operator class of reductions: exact,commutative,ordered; default commutative";
/// "gatherv.optimal" and its like, which are in no catalogue; null for others.
const algorithm* find_offline(std::string_view name);

}  // namespace tutti::cli
