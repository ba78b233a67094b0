#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "mpi/abi.hpp"
#include "tutti/buffer.hpp"

/// What MPI's collective calls say, as far as it fits into a line: read from their arguments, whose kinds and order tell the
/// signatures apart.
namespace tutti::mpi {

/// Where there is a table, or the call has no such argument: -1.
struct call_summary {
  std::int32_t count = -1, root = -1;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
};

/// A table of counts or displacements: of int, or of what MPI_Bcast_c and its like have.
class ints {
 public:
  ints(const int* short_ones) noexcept : short_(short_ones) {}
  template <class Long>
  ints(const Long* long_ones) noexcept : long_(long_ones) {}
  explicit operator bool() const noexcept { return short_ || static_cast<bool>(long_); }
  std::ptrdiff_t operator[](int i) const noexcept {
    return short_ ? short_[i] : long_[static_cast<std::size_t>(i)];
  }

 private:
  const int* short_ = nullptr;
  long_table long_ = static_cast<const std::ptrdiff_t*>(nullptr);
};
using types = const MPI_Datatype*;

/// What is longer is shown as long as there is room for.
inline std::int32_t shown(MPI_Count count) noexcept {
  return static_cast<std::int32_t>(std::clamp<MPI_Count>(count, INT32_MIN, INT32_MAX));
}

inline call_summary summary_of(MPI_Comm) noexcept { return {}; }
/// Bcast.
inline call_summary summary_of(void*, MPI_Count count, MPI_Datatype type, int root, MPI_Comm) noexcept {
  return {.count = shown(count), .root = root, .type = type};
}
/// Gather, Scatter.
inline call_summary summary_of(const void* send, MPI_Count count, MPI_Datatype type, void*, MPI_Count others,
                               MPI_Datatype other, int root, MPI_Comm) noexcept {
  const bool in_place = send == MPI_IN_PLACE;
  return {.count = shown(in_place ? others : count), .root = root, .type = in_place ? other : type};
}
/// Gatherv.
inline call_summary summary_of(const void*, MPI_Count count, MPI_Datatype type, void*, ints, ints,
                               MPI_Datatype, int root, MPI_Comm) noexcept {
  return {.count = shown(count), .root = root, .type = type};
}
/// Scatterv.
inline call_summary summary_of(const void*, ints, ints, MPI_Datatype, void*, MPI_Count count,
                               MPI_Datatype type, int root, MPI_Comm) noexcept {
  return {.count = shown(count), .root = root, .type = type};
}
/// Allgather, Alltoall.
inline call_summary summary_of(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count count,
                               MPI_Datatype type, MPI_Comm) noexcept {
  return {.count = shown(count), .type = type};
}
/// Allgatherv.
inline call_summary summary_of(const void*, MPI_Count count, MPI_Datatype type, void*, ints, ints,
                               MPI_Datatype, MPI_Comm) noexcept {
  return {.count = shown(count), .type = type};
}
/// Alltoallv.
inline call_summary summary_of(const void*, ints, ints, MPI_Datatype, void*, ints, ints, MPI_Datatype type,
                               MPI_Comm) noexcept {
  return {.type = type};
}
/// Reduce.
inline call_summary summary_of(const void*, void*, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
                               MPI_Comm) noexcept {
  return {.count = shown(count), .root = root, .type = type, .op = op};
}
/// Allreduce, Reduce_scatter_block, Scan, Exscan.
inline call_summary summary_of(const void*, void*, MPI_Count count, MPI_Datatype type, MPI_Op op,
                               MPI_Comm) noexcept {
  return {.count = shown(count), .type = type, .op = op};
}
/// Reduce_scatter.
inline call_summary summary_of(const void*, void*, ints, MPI_Datatype type, MPI_Op op, MPI_Comm) noexcept {
  return {.type = type, .op = op};
}
/// Alltoallw.
inline call_summary summary_of(const void*, ints, ints, types, void*, ints, ints, types, MPI_Comm) noexcept {
  return {};
}

}  // namespace tutti::mpi
