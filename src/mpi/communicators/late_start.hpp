#pragma once

#include "mpi/library/abi.hpp"
#include "select/call_name.hpp"

/// A late start: tutti begins in the program's first blocking collective on MPI_COMM_WORLD, because MPI was
/// started before tutti was loaded, or because a session was begun before MPI_Init. Earlier collectives go to
/// the MPI library.
///
/// All processes of a communicator must agree whether tutti serves it. A blocking call before the start
/// leaves its communicator to the MPI library on this process. If each process has one thread, all of them
/// make this call before the start: otherwise some might wait in it, and the others in the call on
/// MPI_COMM_WORLD. But one process may make a non-blocking call before the start, and another one after it.
/// The same holds for any call if a process has several threads. If any process has made such a call, tutti
/// does not begin.
namespace tutti::mpi::late_start {

/// Called first in collective calls that tutti may not be able to serve yet. Notes the call if tutti may
/// still begin. If tutti is just beginning, in another thread, waits until it has begun.
void note(MPI_Comm comm, form as);

/// True if all processes say that tutti can begin: each by `mine` and by its noted calls. If not, tutti never
/// begins, and no calls are noted any more. If only noted calls forbid it, process 0 prints the reason if the
/// user has requested a report. Collective over MPI_COMM_WORLD.
bool all_agree(bool mine);

/// Other threads wait in note() during the lifetime of this object. Made after all_agree(): then all
/// processes are about to begin, so no thread waits for long.
class no_calls {
 public:
  no_calls();
  no_calls(const no_calls&) = delete;
  no_calls& operator=(const no_calls&) = delete;
  ~no_calls();
};

/// Called when tutti has begun, or never will: no calls are noted any more.
void settle() noexcept;
/// Called when MPI begins again.
void reset() noexcept;

}  // namespace tutti::mpi::late_start
