#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "record/roll.hpp"
#include "select/call_kind.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::replay {

/// The properties of an operation that decide its duration, except the times of entry.
struct call_class {
  collective of = collective::barrier;
  operator_class op = operator_class::exact;
  bool sized = true;         ///< the bytes are known
  std::size_t bytes = 0;     ///< as the collective counts them
  int root = 0;              ///< 0 if there is none
  std::vector<int> lengths;  ///< bytes of each process's block if they differ; empty: all equal, or not known
  /// alltoallv and alltoallw: for each process, the table of the blocks that it receives, an index in
  /// roll::tables; empty: all blocks equal, or not known.
  std::vector<std::int32_t> tables;
  const algorithm* ran = nullptr;  ///< that served it; null: the MPI library's own, or not known
  friend auto operator<=>(const call_class&, const call_class&) = default;
};

/// The class of an operation, from the calls of its processes in this trace, in the order of their ranks.
/// Throws std::invalid_argument if there is no such call.
call_class class_of_calls(const std::vector<const record::roll::call*>& by, const record::roll& trace);

/// Throws std::invalid_argument with this sentence, on one line.
[[noreturn]] void refuse(const std::string& why);

}  // namespace tutti::replay
