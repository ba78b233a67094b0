#pragma once

#include <cstdint>

#include "mpi/abi.hpp"

/// What MPI's collective calls say, as far as it fits into a line: read from their arguments, whose kinds and order tell the
/// signatures apart.
namespace tutti::mpi {

/// Of a table, and of what the call has not: -1.
struct said {
  std::int32_t count = -1, root = -1;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
};

using ints = const int*;
using types = const MPI_Datatype*;

inline said words_of(MPI_Comm) noexcept { return {}; }
/// Bcast.
inline said words_of(void*, int count, MPI_Datatype type, int root, MPI_Comm) noexcept {
  return {.count = count, .root = root, .type = type};
}
/// Gather, Scatter.
inline said words_of(const void* send, int count, MPI_Datatype type, void*, int others, MPI_Datatype other,
                     int root, MPI_Comm) noexcept {
  const bool in_place = send == MPI_IN_PLACE;
  return {.count = in_place ? others : count, .root = root, .type = in_place ? other : type};
}
/// Gatherv.
inline said words_of(const void*, int count, MPI_Datatype type, void*, ints, ints, MPI_Datatype, int root,
                     MPI_Comm) noexcept {
  return {.count = count, .root = root, .type = type};
}
/// Scatterv.
inline said words_of(const void*, ints, ints, MPI_Datatype, void*, int count, MPI_Datatype type, int root,
                     MPI_Comm) noexcept {
  return {.count = count, .root = root, .type = type};
}
/// Allgather, Alltoall.
inline said words_of(const void*, int, MPI_Datatype, void*, int count, MPI_Datatype type, MPI_Comm) noexcept {
  return {.count = count, .type = type};
}
/// Allgatherv.
inline said words_of(const void*, int count, MPI_Datatype type, void*, ints, ints, MPI_Datatype,
                     MPI_Comm) noexcept {
  return {.count = count, .type = type};
}
/// Alltoallv.
inline said words_of(const void*, ints, ints, MPI_Datatype, void*, ints, ints, MPI_Datatype type,
                     MPI_Comm) noexcept {
  return {.type = type};
}
/// Reduce.
inline said words_of(const void*, void*, int count, MPI_Datatype type, MPI_Op op, int root,
                     MPI_Comm) noexcept {
  return {.count = count, .root = root, .type = type, .op = op};
}
/// Allreduce, Reduce_scatter_block, Scan, Exscan.
inline said words_of(const void*, void*, int count, MPI_Datatype type, MPI_Op op, MPI_Comm) noexcept {
  return {.count = count, .type = type, .op = op};
}
/// Reduce_scatter.
inline said words_of(const void*, void*, ints, MPI_Datatype type, MPI_Op op, MPI_Comm) noexcept {
  return {.type = type, .op = op};
}
/// Alltoallw, and what else there may be.
template <class... Arguments>
said words_of(const Arguments&...) noexcept {
  return {};
}

}  // namespace tutti::mpi
