#pragma once

#include "mpi/library/abi.hpp"
#include "tutti/collective.hpp"

/// The arguments of a collective call that are significant on a process. MPI does not read the others, so
/// they may be anything: freed handles, null pointers, negative counts.
namespace tutti::mpi {

/// The position of a process on the communicator of a call.
struct call_place {
  int rank = 0;
  bool inter = false;        ///< the communicator is an inter-communicator
  bool sources = true;       ///< in a neighbourhood collective: it has blocks to receive
  bool destinations = true;  ///< in a neighbourhood collective: it has blocks to send
};

/// The sides of a call whose arguments are significant: a buffer with its counts, displacements and
/// datatypes. A count, a datatype and an operator that both sides share are significant if one side is.
struct significance {
  bool send = false, receive = false;
  bool in_place = false;  ///< MPI_IN_PLACE replaces one of them, as the standard allows
};

/// Applies the rules of the standard, for all collectives. `root`: the call's argument. `send_in_place`,
/// `receive_in_place`: that buffer is MPI_IN_PLACE. (Always inlined: if the compiler knows the collective,
/// hardly any code remains.)
[[gnu::always_inline]] constexpr significance significant_in(collective of, const call_place& here, int root,
                                                             bool send_in_place,
                                                             bool receive_in_place) noexcept {
  const collective_traits& t = traits(of);
  if (here.inter && is_rooted(of)) {  // between one process of one group and all processes of the other
    if (root == MPI_PROC_NULL) return {};
    const holder at = root == MPI_ROOT ? holder::root : holder::all;
    return {.send = t.sends.at == at, .receive = t.receives.at == at};
  }
  const bool is_root = here.rank == root;
  significance s{.send = has(t.sends, is_root), .receive = has(t.receives, is_root)};
  if (here.inter || t.one_buffer) return s;
  if (t.neighbours) return {.send = s.send && here.destinations, .receive = s.receive && here.sources};
  // In place, the root of a scatter leaves its block where it is. In the other collectives, the receive
  // buffer has the data to send.
  const bool scatters = t.sends.at == holder::root;
  s.in_place = s.send && s.receive && (scatters ? receive_in_place : send_in_place);
  if (s.in_place) (scatters ? s.receive : s.send) = false;
  if (t.op == combining::before && here.rank == 0 && !s.in_place) s.receive = false;
  return s;
}

}  // namespace tutti::mpi
