#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/library/abi.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

/// A table of counts or displacements: of int, or of the longer integers of MPI_Bcast_c and other functions
/// with _c.
class ints {
 public:
  ints() = default;
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

/// The arguments of a collective call, for all collectives: the two sides, the root and the operator. Made
/// once from MPI's arguments, and read by check mode and the recorder. Nothing is checked, and no table is
/// read: which arguments are significant is in observe/significance.hpp.
struct call_arguments {
  /// A buffer, or the blocks for all processes.
  struct side {
    enum class kind : std::uint8_t {
      elements,  ///< `count` elements of `type`, in each block or in the only one
      tables,    ///< blocks of `type`, by tables of counts and displacements; consecutive if there are none
      typed      ///< blocks that each have their own datatype; displacements in bytes
    } as = kind::elements;
    const void* data = nullptr;
    MPI_Count count = -1;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    ints counts, displs;
    types own_types = nullptr;

    static side elements(const void* data, MPI_Count count, MPI_Datatype type) noexcept {
      return {.data = data, .count = count, .type = type};
    }
    static side tables(const void* data, ints counts, ints displs, MPI_Datatype type) noexcept {
      return {.as = kind::tables, .data = data, .type = type, .counts = counts, .displs = displs};
    }
    static side typed(const void* data, ints counts, ints displs, types own_types) noexcept {
      return {.as = kind::typed, .data = data, .counts = counts, .displs = displs, .own_types = own_types};
    }
  };
  side send, receive;
  int root = -1;
  MPI_Op op = MPI_OP_NULL;
};

// The signatures of MPI's collectives, distinguished by the types and the order of their arguments.

using side = call_arguments::side;

/// Barrier.
inline call_arguments arguments_of(MPI_Comm) noexcept { return {}; }
/// Bcast.
inline call_arguments arguments_of(void* data, MPI_Count count, MPI_Datatype type, int root,
                                   MPI_Comm) noexcept {
  const side one = side::elements(data, count, type);
  return {.send = one, .receive = one, .root = root};
}
/// Gather, Scatter.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv,
                                   MPI_Count recv_count, MPI_Datatype recv_type, int root,
                                   MPI_Comm) noexcept {
  return {.send = side::elements(send, count, type),
          .receive = side::elements(recv, recv_count, recv_type),
          .root = root};
}
/// Gatherv.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv,
                                   ints counts, ints displs, MPI_Datatype recv_type, int root,
                                   MPI_Comm) noexcept {
  return {.send = side::elements(send, count, type),
          .receive = side::tables(recv, counts, displs, recv_type),
          .root = root};
}
/// Scatterv.
inline call_arguments arguments_of(const void* send, ints counts, ints displs, MPI_Datatype type, void* recv,
                                   MPI_Count count, MPI_Datatype recv_type, int root, MPI_Comm) noexcept {
  return {.send = side::tables(send, counts, displs, type),
          .receive = side::elements(recv, count, recv_type),
          .root = root};
}
/// Allgather, Alltoall, Neighbor_allgather, Neighbor_alltoall.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv,
                                   MPI_Count recv_count, MPI_Datatype recv_type, MPI_Comm) noexcept {
  return {.send = side::elements(send, count, type), .receive = side::elements(recv, recv_count, recv_type)};
}
/// Allgatherv, Neighbor_allgatherv.
inline call_arguments arguments_of(const void* send, MPI_Count count, MPI_Datatype type, void* recv,
                                   ints counts, ints displs, MPI_Datatype recv_type, MPI_Comm) noexcept {
  return {.send = side::elements(send, count, type),
          .receive = side::tables(recv, counts, displs, recv_type)};
}
/// Alltoallv, Neighbor_alltoallv.
inline call_arguments arguments_of(const void* send, ints send_counts, ints send_displs, MPI_Datatype type,
                                   void* recv, ints recv_counts, ints recv_displs, MPI_Datatype recv_type,
                                   MPI_Comm) noexcept {
  return {.send = side::tables(send, send_counts, send_displs, type),
          .receive = side::tables(recv, recv_counts, recv_displs, recv_type)};
}
/// Alltoallw, Neighbor_alltoallw.
inline call_arguments arguments_of(const void* send, ints send_counts, ints send_displs, types send_types,
                                   void* recv, ints recv_counts, ints recv_displs, types recv_types,
                                   MPI_Comm) noexcept {
  return {.send = side::typed(send, send_counts, send_displs, send_types),
          .receive = side::typed(recv, recv_counts, recv_displs, recv_types)};
}
/// Reduce.
inline call_arguments arguments_of(const void* send, void* recv, MPI_Count count, MPI_Datatype type,
                                   MPI_Op op, int root, MPI_Comm) noexcept {
  return {.send = side::elements(send, count, type),
          .receive = side::elements(recv, count, type),
          .root = root,
          .op = op};
}
/// Allreduce, Reduce_scatter_block, Scan, Exscan.
inline call_arguments arguments_of(const void* send, void* recv, MPI_Count count, MPI_Datatype type,
                                   MPI_Op op, MPI_Comm) noexcept {
  return {.send = side::elements(send, count, type), .receive = side::elements(recv, count, type), .op = op};
}
/// Reduce_scatter.
inline call_arguments arguments_of(const void* send, void* recv, ints counts, MPI_Datatype type, MPI_Op op,
                                   MPI_Comm) noexcept {
  return {.send = side::tables(send, counts, {}, type),
          .receive = side::tables(recv, counts, {}, type),
          .op = op};
}

}  // namespace tutti::mpi
