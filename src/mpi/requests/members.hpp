#pragma once

#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/progress/own_thread.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

/// The processes of a window or a file, with one of tutti's communicators on which they can meet, because
/// windows and files keep no communicator. Created and destroyed collectively.
class members {
 public:
  explicit members(MPI_Comm comm);
  members(const members&) = delete;
  members& operator=(const members&) = delete;
  ~members();
  /// A barrier of all members. Each one advances its outstanding operations until all have entered.
  void meet();
  /// True if tell() and hear() can reach all members.
  [[nodiscard]] bool can_talk() const noexcept { return !all_.native; }
  /// Notifies some of the members that this process is ready.
  void tell(MPI_Group some);
  /// Waits for the notifications of some of the members. Meanwhile, advances outstanding operations.
  void hear(MPI_Group some);

 private:
  [[nodiscard]] std::vector<int> others(MPI_Group some) const;
  communicator all_;
};

/// A barrier of the processes of a group, to which this process belongs. Needs no communicator of the group.
/// Concurrent meetings need different tags. Does nothing if some of the processes may run without tutti.
void meet_in(MPI_Group group, int tag);
/// The same for all processes of a communicator, which may connect two groups.
void meet_on(MPI_Comm comm);
/// The same for a communicator on which a call is about to go to the MPI library.
void meet_on(communicator& c);
/// The same for the processes of a communicator that is open. If they share a node, a process with nothing
/// outstanding does not wait: it only counts its arrival.
void meet(communicator& c);
/// The same for this process and one other, given by its rank in a communicator.
void meet_with(MPI_Comm comm, int rank, int tag);
/// The same, given by its rank in a group.
void meet_with_one_of(MPI_Group all, int rank, int tag);

/// True if processes meet before they wait for each other in a function of the MPI library, because
/// operations may be outstanding that the library does not advance meanwhile.
inline bool may_have_to_meet() noexcept { return may_post() && !progress::called_back(); }

/// True if several threads of each process may be in MPI at once.
bool all_have_threads() noexcept;

/// Runs `meeting()` before a call of the MPI library. Ignores its errors: the call takes place in any case.
template <class Meeting>
void meet_first(Meeting meeting) {
  bounded([&] { return meeting(), 0; }, [](int, bool) { return 0; });
}

/// Makes a call for some processes of a communicator or a session, after `meeting()`. All that these
/// processes have in common is a tag or a name, which several threads may use at once for different calls,
/// and a meeting would take the notifications of another one. Therefore, if all processes have threads, they
/// do not meet: a thread advances outstanding operations during the call.
template <class Meeting, class Call>
int among_some(Meeting meeting, Call call) {
  if (!may_have_to_meet()) return call();
  if (!all_have_threads()) return meet_first(meeting), call();
  const progress::advanced_meanwhile advanced;
  return call();
}

}  // namespace tutti::mpi
