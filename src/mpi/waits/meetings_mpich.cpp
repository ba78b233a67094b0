// MPICH's collective functions that wait for other processes and that tutti does not serve: they create
// communicators and windows, fence windows, and start and end accesses. A process inside one of them does not
// advance its outstanding operations (see waits_mpich.cpp), but another process may depend on these
// operations before it gets here. Therefore a process with outstanding operations first advances them until
// all processes of the call have arrived. Afterwards all are in the call, and it waits for no process
// outside. Within a node a process without outstanding operations only counts its arrival; between nodes all
// meet in a barrier.

#include <memory>

#include "mpi/communicators/attribute.hpp"
#include "mpi/library/abi.hpp"
#include "mpi/library/alias.hpp"
#include "mpi/library/attribute_key.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/members.hpp"
#include "mpi/requests/posted_call.hpp"
#include "mpi/runtime/run_state.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

int forget(MPI_Win, int, void* all, void*) {
  delete static_cast<members*>(all);
  return MPI_SUCCESS;
}

constinit attribute_key kept_with([] {
  int k = MPI_KEYVAL_INVALID;
  check(PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &k, nullptr));
  return k;
});

void remember(MPI_Win window, std::unique_ptr<members> all) {
  check(PMPI_Win_set_attr(window, kept_with.value(), all.get()));
  (void)all.release();
}

members* members_of(MPI_Win window) {
  void* found = nullptr;
  int flag = 0;
  check(PMPI_Win_get_attr(window, kept_with.value(), static_cast<void*>(&found), &flag));
  return flag ? static_cast<members*>(found) : nullptr;
}

// Runs `call()` after all processes have met.
template <class Call>
int after_meeting(MPI_Comm comm, Call call) {
  if (comm != MPI_COMM_NULL) meet_first([comm] { meet_on(comm); });
  return call();
}
template <class Call>
int after_meeting(MPI_Win window, bool there, Call call) {
  if (may_have_to_meet() && there)
    meet_first([window] {
      if (members* m = members_of(window)) m->meet();
    });
  return call();
}
template <class Make>
int window_of(MPI_Comm comm, MPI_Win* window, Make make) {
  if (!may_have_to_meet() || comm == MPI_COMM_NULL) return make();
  return bounded_on(comm, [&] {
    auto all = std::make_unique<members>(comm);
    all->meet();
    const int code = make();
    if (code == MPI_SUCCESS) remember(*window, std::move(all));
    return code;
  });
}

// Meets the processes of two groups. Each process knows only its own group; the two leaders know each other.
// Each group meets, then the leaders meet, then each group meets again.
void meet_groups(MPI_Comm mine, int leader, MPI_Comm peers, int other_leader, int tag) {
  int rank = 0;
  check(PMPI_Comm_rank(mine, &rank));
  meet_on(mine);
  if (rank == leader && peers != MPI_COMM_NULL) meet_with(peers, other_leader, tag);
  meet_on(mine);
}

// The processes of the window that must synchronise before an access epoch starts. Null if the program
// asserted that no synchronisation is needed, or if it is impossible.
members* told(MPI_Group group, int assert, MPI_Win window) {
  if (!may_have_to_meet() || window == MPI_WIN_NULL || group == MPI_GROUP_NULL ||
      (assert& MPI_MODE_NOCHECK) != 0)
    return nullptr;
  members* found = nullptr;
  meet_first([&] { found = members_of(window); });
  return found && found->can_talk() ? found : nullptr;
}

int do_Comm_disconnect(MPI_Comm* comm) {
  const auto disconnect = [comm] { return free_communicator(comm, next_pmpi.Comm_disconnect); };
  return after_meeting(comm ? *comm : MPI_COMM_NULL, disconnect);
}

int do_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made) {
  const auto create = [=] { return next_pmpi.Comm_create_group(comm, group, tag, made); };
  if (comm == MPI_COMM_NULL || group == MPI_GROUP_NULL) return create();
  return among_some([=] { meet_in(group, tag); }, create);
}
int do_Intercomm_create(MPI_Comm comm, int leader, MPI_Comm peers, int other, int tag, MPI_Comm* made) {
  const auto create = [=] { return next_pmpi.Intercomm_create(comm, leader, peers, other, tag, made); };
  if (comm == MPI_COMM_NULL) return create();
  return among_some([=] { meet_groups(comm, leader, peers, other, tag); }, create);
}

int do_Win_fence(int assert, MPI_Win window) {
  return after_meeting(window, window != MPI_WIN_NULL, [&] { return next_pmpi.Win_fence(assert, window); });
}
int do_Win_free(MPI_Win* window) {
  const bool there = window && *window != MPI_WIN_NULL;
  return after_meeting(there ? *window : MPI_WIN_NULL, there, [&] { return next_pmpi.Win_free(window); });
}
int do_Win_set_info(MPI_Win window, MPI_Info info) {
  return after_meeting(window, window != MPI_WIN_NULL, [&] { return next_pmpi.Win_set_info(window, info); });
}

// MPI_Win_start waits until its targets have called MPI_Win_post. MPICH only counts posts, and takes an early
// post of one process for that of another. Therefore tutti itself notifies the origins of each post, and
// tells MPICH not to wait (MPI_MODE_NOCHECK). The end of an access epoch needs no notification:
// MPI_Win_complete only needs the targets to be inside MPI, where they wait for it in MPI_Win_wait.
int do_Win_post(MPI_Group group, int assert, MPI_Win window) {
  members* const m = told(group, assert, window);
  const int code = next_pmpi.Win_post(group, m ? assert | MPI_MODE_NOCHECK : assert, window);
  if (code == MPI_SUCCESS && m) meet_first([m, group] { m->tell(group); });
  return code;
}
int do_Win_start(MPI_Group group, int assert, MPI_Win window) {
  members* const m = told(group, assert, window);
  if (m) meet_first([m, group] { m->hear(group); });
  return next_pmpi.Win_start(group, m ? assert | MPI_MODE_NOCHECK : assert, window);
}
int do_Win_wait(MPI_Win window) {
  if (!progress::waits_must_advance()) return next_pmpi.Win_wait(window);
  return progress::then_deliver([window] {
    return progress::until_tested([window](int* flag) { return next_pmpi.Win_test(window, flag); });
  });
}

}  // namespace

#include "mpi/waits/meetings_mpich.inc"
