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
#include "mpi/library/library_calls.hpp"
#include "mpi/library/signatures.hpp"
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

int window_keyval() {
  static const int keyval = [] {
    int k = MPI_KEYVAL_INVALID;
    check(PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &k, nullptr));
    return k;
  }();
  return keyval;
}

void remember(MPI_Win window, std::unique_ptr<members> all) {
  check(PMPI_Win_set_attr(window, window_keyval(), all.get()));
  (void)all.release();
}

members* members_of(MPI_Win window) {
  void* found = nullptr;
  int flag = 0;
  check(PMPI_Win_get_attr(window, window_keyval(), static_cast<void*>(&found), &flag));
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
  if (may_post() && there)
    meet_first([window] {
      if (members* m = members_of(window)) m->meet();
    });
  return call();
}
template <class Make>
int window_of(MPI_Comm comm, MPI_Win* window, Make make) {
  if (!may_post() || comm == MPI_COMM_NULL) return make();
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

// Derives a tag from the string tag of MPI_Comm_create_from_group, which MPI has from 4.0 on.
[[maybe_unused]] int tag_of(const char* name) {
  unsigned hash = 0;
  for (; name && *name; ++name) hash = 31 * hash + static_cast<unsigned char>(*name);
  return static_cast<int>(hash & 0x7fffffffU);
}

// The processes of the window that must synchronise before an access epoch starts. Null if the program
// asserted that no synchronisation is needed, or if it is impossible.
members* told(MPI_Group group, int assert, MPI_Win window) {
  if (!may_post() || window == MPI_WIN_NULL || group == MPI_GROUP_NULL || (assert& MPI_MODE_NOCHECK) != 0)
    return nullptr;
  members* found = nullptr;
  meet_first([&] { found = members_of(window); });
  return found && found->can_talk() ? found : nullptr;
}

}  // namespace

extern "C" {

#define TUTTI_MEETING(Name, parameters, arguments, comm)                  \
  TUTTI_BOTH_NAMES(Name, parameters, arguments) {                         \
    return after_meeting(comm, [&] { return next_pmpi.Name arguments; }); \
  }
TUTTI_MEETING(Comm_dup, (MPI_Comm comm, MPI_Comm* made), (comm, made), comm)
TUTTI_MEETING(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm* made), (comm, info, made), comm)
TUTTI_MEETING(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* made), (comm, group, made), comm)
TUTTI_MEETING(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm* made), (comm, color, key, made), comm)
TUTTI_MEETING(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made),
              (comm, type, key, info, made), comm)
TUTTI_MEETING(Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm* made), (comm, high, made), comm)
TUTTI_MEETING(Cart_create,
              (MPI_Comm comm, int n, const int dims[], const int periods[], int reorder, MPI_Comm* made),
              (comm, n, dims, periods, reorder, made), comm)
TUTTI_MEETING(Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm* made), (comm, remain, made), comm)
TUTTI_MEETING(Graph_create,
              (MPI_Comm comm, int n, const int index[], const int edges[], int reorder, MPI_Comm* made),
              (comm, n, index, edges, reorder, made), comm)
TUTTI_MEETING(Dist_graph_create,
              (MPI_Comm comm, int n, const int sources[], const int degrees[], const int destinations[],
               const int weights[], MPI_Info info, int reorder, MPI_Comm* made),
              (comm, n, sources, degrees, destinations, weights, info, reorder, made), comm)
TUTTI_MEETING(Dist_graph_create_adjacent,
              (MPI_Comm comm, int in, const int sources[], const int in_weights[], int out,
               const int destinations[], const int out_weights[], MPI_Info info, int reorder, MPI_Comm* made),
              (comm, in, sources, in_weights, out, destinations, out_weights, info, reorder, made), comm)
// (These functions otherwise wait only for processes of another MPI_COMM_WORLD, which do not depend on
// progress here.)
TUTTI_MEETING(Comm_spawn,
              (const char* command, char* arguments[], int n, MPI_Info info, int root, MPI_Comm comm,
               MPI_Comm* made, int codes[]),
              (command, arguments, n, info, root, comm, made, codes), comm)
TUTTI_MEETING(Comm_spawn_multiple,
              (int commands, char* command[], char** arguments[], const int n[], const MPI_Info info[],
               int root, MPI_Comm comm, MPI_Comm* made, int codes[]),
              (commands, command, arguments, n, info, root, comm, made, codes), comm)
TUTTI_MEETING(Comm_accept, (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
              (port, info, root, comm, made), comm)
TUTTI_MEETING(Comm_connect, (const char* port, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* made),
              (port, info, root, comm, made), comm)

TUTTI_BOTH_NAMES(Comm_disconnect, (MPI_Comm * comm), (comm)) {
  return after_meeting(comm ? *comm : MPI_COMM_NULL,
                       [comm] { return free_communicator(comm, next_pmpi.Comm_disconnect); });
}

TUTTI_BOTH_NAMES(Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made),
                 (comm, group, tag, made)) {
  if (may_post() && comm != MPI_COMM_NULL && group != MPI_GROUP_NULL)
    meet_first([group, tag] { meet_in(group, tag); });
  return next_pmpi.Comm_create_group(comm, group, tag, made);
}
TUTTI_BOTH_NAMES(Intercomm_create,
                 (MPI_Comm comm, int leader, MPI_Comm peers, int other, int tag, MPI_Comm* made),
                 (comm, leader, peers, other, tag, made)) {
  if (may_post() && comm != MPI_COMM_NULL) meet_first([=] { meet_groups(comm, leader, peers, other, tag); });
  return next_pmpi.Intercomm_create(comm, leader, peers, other, tag, made);
}
TUTTI_LARGE(TUTTI_BOTH_NAMES(Comm_create_from_group,
                             (MPI_Group group, const char* name, MPI_Info info, MPI_Errhandler errors,
                              MPI_Comm* made),
                             (group, name, info, errors, made)) {
  if (may_post() && group != MPI_GROUP_NULL) meet_first([group, name] { meet_in(group, tag_of(name)); });
  return next_pmpi.Comm_create_from_group(group, name, info, errors, made);
})

#define TUTTI_WINDOW(Name, parameters, arguments)                           \
  TUTTI_BOTH_NAMES(Name, parameters, arguments) {                           \
    return window_of(comm, made, [&] { return next_pmpi.Name arguments; }); \
  }
TUTTI_WINDOW(Win_create, (void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* made),
             (base, size, unit, info, comm, made))
TUTTI_WINDOW(Win_allocate, (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* made),
             (size, unit, info, comm, base, made))
TUTTI_WINDOW(Win_allocate_shared,
             (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* made),
             (size, unit, info, comm, base, made))
TUTTI_LARGE(
    TUTTI_WINDOW(Win_create_c,
                 (void* base, MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, MPI_Win* made),
                 (base, size, unit, info, comm, made))
        TUTTI_WINDOW(Win_allocate_c,
                     (MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* made),
                     (size, unit, info, comm, base, made))
            TUTTI_WINDOW(Win_allocate_shared_c,
                         (MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base,
                          MPI_Win* made),
                         (size, unit, info, comm, base, made)))
TUTTI_WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* made), (info, comm, made))

TUTTI_BOTH_NAMES(Win_fence, (int assert, MPI_Win window), (assert, window)) {
  return after_meeting(window, window != MPI_WIN_NULL, [&] { return next_pmpi.Win_fence(assert, window); });
}
TUTTI_BOTH_NAMES(Win_free, (MPI_Win * window), (window)) {
  const bool there = window && *window != MPI_WIN_NULL;
  return after_meeting(there ? *window : MPI_WIN_NULL, there, [&] { return next_pmpi.Win_free(window); });
}

TUTTI_BOTH_NAMES(Win_set_info, (MPI_Win window, MPI_Info info), (window, info)) {
  return after_meeting(window, window != MPI_WIN_NULL, [&] { return next_pmpi.Win_set_info(window, info); });
}

// MPI_Win_start waits until its targets have called MPI_Win_post. MPICH only counts posts, and takes an early
// post of one process for that of another. Therefore tutti itself notifies the origins of each post, and
// tells MPICH not to wait (MPI_MODE_NOCHECK). The end of an access epoch needs no notification:
// MPI_Win_complete only needs the targets to be inside MPI, where they wait for it in MPI_Win_wait.
TUTTI_BOTH_NAMES(Win_post, (MPI_Group group, int assert, MPI_Win window), (group, assert, window)) {
  members* const m = told(group, assert, window);
  const int code = next_pmpi.Win_post(group, m ? assert | MPI_MODE_NOCHECK : assert, window);
  if (code == MPI_SUCCESS && m) meet_first([m, group] { m->tell(group); });
  return code;
}
TUTTI_BOTH_NAMES(Win_start, (MPI_Group group, int assert, MPI_Win window), (group, assert, window)) {
  members* const m = told(group, assert, window);
  if (m) meet_first([m, group] { m->hear(group); });
  return next_pmpi.Win_start(group, m ? assert | MPI_MODE_NOCHECK : assert, window);
}
TUTTI_BOTH_NAMES(Win_wait, (MPI_Win window), (window)) {
  if (!progress::needed()) return next_pmpi.Win_wait(window);
  return progress::until_tested([window](int* flag) { return next_pmpi.Win_test(window, flag); });
}

// A program may poll with these functions for data that another process puts into a window or sends in
// partitions.
#define TUTTI_ADVANCING(Name, parameters, arguments) \
  TUTTI_BOTH_NAMES(Name, parameters, arguments) {    \
    progress::advance_if_needed();                   \
    return next_pmpi.Name arguments;                 \
  }
TUTTI_ADVANCING(Win_test, (MPI_Win window, int* flag), (window, flag))
TUTTI_ADVANCING(Win_lock, (int type, int rank, int assert, MPI_Win window), (type, rank, assert, window))
TUTTI_ADVANCING(Win_lock_all, (int assert, MPI_Win window), (assert, window))
TUTTI_ADVANCING(Win_unlock, (int rank, MPI_Win window), (rank, window))
TUTTI_ADVANCING(Win_unlock_all, (MPI_Win window), (window))
TUTTI_ADVANCING(Win_flush, (int rank, MPI_Win window), (rank, window))
TUTTI_ADVANCING(Win_flush_all, (MPI_Win window), (window))
TUTTI_ADVANCING(Win_flush_local, (int rank, MPI_Win window), (rank, window))
TUTTI_ADVANCING(Win_flush_local_all, (MPI_Win window), (window))
TUTTI_ADVANCING(Win_sync, (MPI_Win window), (window))
TUTTI_LARGE(TUTTI_ADVANCING(Parrived, (MPI_Request request, int partition, int* flag),
                            (request, partition, flag)))

}  // extern "C"
