#pragma once

#include <cstdint>
#include <optional>

namespace tutti {
enum class operator_class : std::uint8_t;
}

namespace tutti::record {

/// The facts that a trace keeps of a call beside its line in the record.
struct call_facts {
  /// The bytes of this process's own part: its vector, its own block, or one block if all are equally long.
  /// For alltoallv, alltoallw and reduce_scatter the sum of the blocks that it receives. -1: not known.
  std::int64_t data = -1;
  /// The index, in the trace, of a table with the bytes of a block for each process: in alltoallv and
  /// alltoallw the blocks that this process receives; in reduce_scatter the parts of the vector. -1: none, or
  /// not known.
  std::int32_t table = -1;
  /// The operator of a reduction; none if the call combines nothing, or if the operator is not valid.
  std::optional<operator_class> op;
};

}  // namespace tutti::record
