#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "select/call_kind.hpp"
#include "tutti/algorithm.hpp"

// Parses and prints names of collectives and algorithms. An unknown name throws usage_error, which suggests
// similar names.
namespace tutti::cli {

/// "any p", "power of two, commutative"
std::string needs_of(const algorithm& a);

/// The properties of a reduction that TUTTI_REDUCTIONS can ask for, in its words: elements, placements,
/// ranks. Of an allreduce also "processes", if all processes have the same result although the operator
/// rounds. Empty for other collectives.
std::vector<std::string> same_for(const algorithm& a);

/// The collective of that name, among the first `among`: MPI's own, or all.
collective find_collective(std::string_view name, int among = collectives);
/// The algorithms of "" (all), "bcast" or "bcast.binomial".
std::vector<const algorithm*> find_algorithms(std::string_view name);
/// The algorithm "bcast.binomial", or "binomial" if only one collective has it.
const algorithm& find_algorithm(std::string_view name);
/// Parses --op.
operator_class find_operator_class(std::string_view name);
inline constexpr const char* operator_classes_help =
    "operator class of reductions: exact,commutative,ordered; default commutative";
/// Algorithms like "gatherv.optimal" that are in no catalogue. Null for other names.
const algorithm* find_offline(std::string_view name);

}  // namespace tutti::cli
