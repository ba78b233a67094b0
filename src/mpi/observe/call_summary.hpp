#pragma once

#include <algorithm>
#include <cstdint>

#include "mpi/data/call_arguments.hpp"
#include "mpi/observe/significance.hpp"

namespace tutti::mpi {

/// The arguments of a call that are significant on a process, and for which a line about the call has room.
/// An argument is -1 or null if it is a table, or if the call does not have it.
struct call_summary {
  std::int32_t count = -1, root = -1;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
};

/// Returns which of a call's arguments are significant on a process.
[[gnu::always_inline]] inline significance significant_in(collective of, const call_place& here,
                                                          const call_arguments& a) noexcept {
  return significant_in(of, here, a.root, a.send.data == MPI_IN_PLACE, a.receive.data == MPI_IN_PLACE);
}

/// True if the summary of a call describes the send side, because that is the process's own block, or because
/// the process receives nothing. Otherwise the summary describes the receive side.
[[gnu::always_inline]] inline bool is_summed_up_by_sends(collective of, const significance& here) noexcept {
  return here.send && (traits(of).sends.what == holding::own_block || !here.receive);
}

/// Returns the summary of a call for its line.
[[gnu::always_inline]] inline call_summary summary_of(collective of, const call_arguments& a,
                                                      const significance& here) noexcept {
  const bool sent = is_summed_up_by_sends(of, here);
  call_summary words{.root = a.root, .op = here.send || here.receive ? a.op : MPI_OP_NULL};
  if (!here.send && !here.receive) return words;
  words.count = static_cast<std::int32_t>(
      std::clamp<MPI_Count>(sent ? a.send.count : a.receive.count, INT32_MIN, INT32_MAX));
  words.type = sent ? a.send.type : a.receive.type;
  return words;
}

}  // namespace tutti::mpi
