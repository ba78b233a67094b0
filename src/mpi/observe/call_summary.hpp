#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "mpi/library/abi.hpp"
#include "mpi/observe/significance.hpp"
#include "tutti/buffer.hpp"

/// Summaries of the arguments of MPI's collective calls, short enough for a line. The overloads distinguish
/// the signatures by the types and the order of the arguments.
namespace tutti::mpi {

/// The arguments that fit into a line, on both sides of a call. Tables are not read: a table of counts gives
/// -1, a table of datatypes MPI_DATATYPE_NULL.
struct call_arguments {
  struct side {
    const void* data = nullptr;
    std::int32_t count = -1;
    MPI_Datatype type = MPI_DATATYPE_NULL;
  };
  side send, receive;
  std::int32_t root = -1;
  MPI_Op op = MPI_OP_NULL;
};

/// The arguments that are significant on a process. -1 or null for a table, or if the call has no such
/// argument.
struct call_summary {
  std::int32_t count = -1, root = -1;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
};

/// A table of counts or displacements: of int, or of the longer integers of MPI_Bcast_c and other functions
/// with _c.
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

/// Clamps a count to the range of a line's field.
inline std::int32_t shown(MPI_Count count) noexcept {
  return static_cast<std::int32_t>(std::clamp<MPI_Count>(count, INT32_MIN, INT32_MAX));
}

inline call_arguments arguments_of(MPI_Comm) noexcept { return {}; }
/// Bcast.
inline call_arguments arguments_of(void* data, MPI_Count count, MPI_Datatype type, int root,
                                   MPI_Comm) noexcept {
  const call_arguments::side one{data, shown(count), type};
  return {.send = one, .receive = one, .root = root};
}
/// Gather, Scatter.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv,
                                   MPI_Count recv_count, MPI_Datatype recv_type, int root,
                                   MPI_Comm) noexcept {
  return {.send = {send, shown(count), type}, .receive = {recv, shown(recv_count), recv_type}, .root = root};
}
/// Gatherv.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv, ints,
                                   ints, MPI_Datatype recv_type, int root, MPI_Comm) noexcept {
  return {.send = {send, shown(count), type}, .receive = {recv, -1, recv_type}, .root = root};
}
/// Scatterv.
inline call_arguments arguments_of(const void* send, ints, ints, MPI_Datatype type, void* recv,
                                   MPI_Count count, MPI_Datatype recv_type, int root, MPI_Comm) noexcept {
  return {.send = {send, -1, type}, .receive = {recv, shown(count), recv_type}, .root = root};
}
/// Allgather, Alltoall.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv,
                                   MPI_Count recv_count, MPI_Datatype recv_type, MPI_Comm) noexcept {
  return {.send = {send, shown(count), type}, .receive = {recv, shown(recv_count), recv_type}};
}
/// Allgatherv.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv, ints,
                                   ints, MPI_Datatype recv_type, MPI_Comm) noexcept {
  return {.send = {send, shown(count), type}, .receive = {recv, -1, recv_type}};
}
/// Alltoallv.
inline call_arguments arguments_of(const void* send, ints, ints, MPI_Datatype type, void* recv, ints, ints,
                                   MPI_Datatype recv_type, MPI_Comm) noexcept {
  return {.send = {send, -1, type}, .receive = {recv, -1, recv_type}};
}
/// Alltoallw.
inline call_arguments arguments_of(const void* send, ints, ints, types, void* recv, ints, ints, types,
                                   MPI_Comm) noexcept {
  return {.send = {.data = send}, .receive = {.data = recv}};
}
/// Reduce.
inline call_arguments arguments_of(const void* send, void* recv, MPI_Count count, MPI_Datatype type,
                                   MPI_Op op, int root, MPI_Comm) noexcept {
  return {.send = {send, shown(count), type}, .receive = {recv, shown(count), type}, .root = root, .op = op};
}
/// Allreduce, Reduce_scatter_block, Scan, Exscan.
inline call_arguments arguments_of(const void* send, void* recv, MPI_Count count, MPI_Datatype type,
                                   MPI_Op op, MPI_Comm) noexcept {
  return {.send = {send, shown(count), type}, .receive = {recv, shown(count), type}, .op = op};
}
/// Reduce_scatter.
inline call_arguments arguments_of(const void* send, void* recv, ints, MPI_Datatype type, MPI_Op op,
                                   MPI_Comm) noexcept {
  return {.send = {send, -1, type}, .receive = {recv, -1, type}, .op = op};
}

/// Returns which of a call's arguments are significant on a process.
[[gnu::always_inline]] inline significance significant_in(collective of, const call_place& here,
                                                          const call_arguments& a) noexcept {
  return significant_in(of, here, a.root, a.send.data == MPI_IN_PLACE, a.receive.data == MPI_IN_PLACE);
}

/// Returns the summary of a call for its line. It has the send side if that is the process's own block, or if
/// the process receives nothing. Otherwise it has the receive side.
[[gnu::always_inline]] inline call_summary summary_of(collective of, const call_arguments& a,
                                                      const significance& here) noexcept {
  const bool sends_first = traits(of).sends.what == holding::own_block;
  const bool sent = here.send && (sends_first || !here.receive);
  const call_arguments::side said = sent ? a.send : here.receive ? a.receive : call_arguments::side{};
  return {.count = said.count,
          .root = a.root,
          .type = said.type,
          .op = here.send || here.receive ? a.op : MPI_OP_NULL};
}

}  // namespace tutti::mpi
