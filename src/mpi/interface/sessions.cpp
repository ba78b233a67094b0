// Programs that use sessions. tutti begins when all processes make their first communicator from a group
// (MPI_Comm_create_from_group), if that communicator has all processes of the program. tutti ends with their
// last session.
//
// All processes of a communicator must agree whether tutti serves it, although each process makes
// communicators and ends sessions in its own order, maybe in several threads. Therefore:
//   - tutti begins only if no process has a communicator yet, and no process gets one before tutti has begun.
//     So tutti cannot serve a communicator on one process that another process has left to the MPI library.
//   - the processes of a communicator made from a group notify each other whether they run tutti. A process
//     that has ended all its sessions and then begins others does not run tutti, until all processes have
//     ended theirs. Meanwhile the others leave to the MPI library all communicators of which it is a member.
// Communicators of one process alone do not matter. If MPI_Init comes after a session without a communicator,
// tutti begins later (communicators/late_start.hpp).

#include "mpi/runtime/sessions.hpp"

#include "mpi/interface/lifetime.hpp"

#if MPI_VERSION >= 4

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include "mpi/communicators/communicator_list.hpp"
#include "mpi/communicators/decisions.hpp"
#include "mpi/communicators/late_start.hpp"
#include "mpi/library/attribute_key.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/members.hpp"
#include "mpi/requests/program_requests.hpp"
#include "mpi/runtime/foreign.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/preload.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/own_session.hpp"
#include "mpi/start/patient_tree.hpp"
#include "mpi/start/world.hpp"
#include "tutti/tutti.h"

namespace tutti::mpi {

namespace {

// The kinds of communicators that the program has been given on this process. The program gets no
// communicator while tutti begins, because the gate is closed then. Several threads may close the gate at
// once.
class gate {
 public:
  struct given {
    bool communicator;  // of several processes, made from a group
    bool world;         // MPI_Init has been called
    bool operator==(const given&) const = default;
  };

  [[nodiscard]] given so_far() {
    const std::lock_guard lock(guard_);
    return so_far_;
  }
  void pass_with_communicator() { pass(&given::communicator); }
  void pass_with_world() { pass(&given::world); }
  void wait_until_open() {
    std::unique_lock lock(guard_);
    opened_.wait(lock, [this] { return closed_ == 0; });
  }
  given close() {
    const std::lock_guard lock(guard_);
    ++closed_;
    return so_far_;
  }
  void open() {
    const std::lock_guard lock(guard_);
    if (--closed_ == 0) opened_.notify_all();
  }
  // Called when MPI has ended.
  void reset() {
    const std::lock_guard lock(guard_);
    so_far_ = {};
  }

 private:
  void pass(bool given::*what) {
    std::unique_lock lock(guard_);
    opened_.wait(lock, [this] { return closed_ == 0; });
    so_far_.*what = true;
  }

  std::mutex guard_;  // of the members below
  std::condition_variable opened_;
  int closed_ = 0;  // threads
  given so_far_{};
};
constexpr gate::given nothing{}, only_world{.communicator = false, .world = true};

gate& gate_here() {
  static never_destroyed<gate> one;
  return *one;
}

// Keeps the gate closed during its lifetime.
struct closed_gate {
  const gate::given before = gate_here().close();
  closed_gate() = default;
  closed_gate(const closed_gate&) = delete;
  closed_gate& operator=(const closed_gate&) = delete;
  ~closed_gate() { gate_here().open(); }
};

// True if a group has all processes of the program. Several threads may ask at once.
bool are_all_processes(MPI_Group group) {
  static constinit std::mutex asking;
  const std::lock_guard lock(asking);
  own_session::open();
  return own_session::are_all_processes(group);
}

MPI_Group group_of(MPI_Comm comm) {
  MPI_Group group = MPI_GROUP_NULL;
  check(PMPI_Comm_group(comm, &group));
  return group;
}

bool has_all_processes(MPI_Comm comm) {
  MPI_Group group = group_of(comm);
  const bool all = are_all_processes(group);
  check(PMPI_Group_free(&group));
  return all;
}

// True while tutti ends with the last session. Other threads may begin sessions meanwhile.
constinit std::atomic<bool> ends{false};

bool runs_here() { return this_world() && !ends; }

enum standing : char { ready, begun_here, neither };

standing standing_here() {
  if (runs_here()) return begun_here;
  return sessions::open > 0 && may_begin() && gate_here().so_far() == nothing ? ready : neither;
}

// Returns the standing of each process of a communicator that has just been made.
std::string standings(MPI_Comm comm, standing mine) {
  const patient_tree all(comm);
  (void)all.from_below(mine);
  const std::vector<standing> gathered = all.gather(mine);
  std::string text(gathered.begin(), gathered.end());
  all.broadcast(text);
  return text;
}

bool all_are(standing what, const std::string& of) {
  return std::ranges::all_of(of, [what](char s) { return s == what; });
}

// Begins tutti after a communicator of all processes has been made, unless another thread has begun it.
void begin_on(MPI_Comm comm) {
  const closed_gate meanwhile;
  const standing mine = meanwhile.before == nothing ? ready : neither;
  if (!all_are(ready, standings(comm, mine))) return;
  static constinit std::mutex beginning;
  const std::lock_guard lock(beginning);
  if (may_begin()) begin_in_session();
}

// Notes the processes of a communicator that do not run tutti.
void note_who_has_left(MPI_Comm comm) {
  gate_here().wait_until_open();  // tutti may be starting
  const std::string of = standings(comm, runs_here() ? begun_here : neither);
  if (!runs_here()) return;
  MPI_Group group = group_of(comm);
  const std::vector<int> ranks = in_this_world(group);
  check(PMPI_Group_free(&group));
  for (std::size_t r = 0; r < ranks.size(); ++r)
    if (of[r] != begun_here && ranks[r] != MPI_UNDEFINED) note_left(*this_world(), ranks[r]);
}

// Called when a communicator has been made from a group, before the program gets it. Collective over the
// communicator.
void made(MPI_Comm comm) {
  int size = 1;
  if (comm != MPI_COMM_NULL) check(PMPI_Comm_size(comm, &size));
  if (size == 1 || quirks::processes_may_fail()) return;
  const std::string of = standings(comm, standing_here());
  if (all_are(ready, of) && has_all_processes(comm))
    begin_on(comm);
  else if (of.find(begun_here) != std::string::npos && !all_are(begun_here, of))
    note_who_has_left(comm);
  gate_here().pass_with_communicator();
}

// Derives a tag from the string tag of MPI_Comm_create_from_group.
int tag_of(const char* name) {
  unsigned hash = 0;
  for (; name && *name; ++name) hash = 31 * hash + static_cast<unsigned char>(*name);
  return static_cast<int>(hash & 0x7fffffffU);
}

}  // namespace

void begin_if_nothing_is_made() {
  if (!late_start::all_agree(gate_here().so_far() == only_world)) return;
  const closed_gate meanwhile;
  const late_start::no_calls none;
  if (late_start::all_agree(meanwhile.before == only_world)) begin_in_world_model();
}

namespace {

// Called when MPI begins, perhaps again.
void forget_earlier_sessions() {
  recorder::end();
  forget_communicators();
  forget_requests();
  forget_decisions();
  gate_here().reset();
  late_start::reset();
  ++ends_of_mpi;
  this_run = {};
}

// Guards the member below, and changes of `ends` and of sessions::open.
constinit std::mutex session_begins;
// The sessions that have begun and not ended while `ends` is true. They run without tutti, and are added to
// sessions::open later. They do not wait for the end of tutti: other processes, for which that end may wait,
// may wait for such a session.
constinit int begun_meanwhile = 0;

void session_has_begun() {
  const std::lock_guard lock(session_begins);
  if (ends) {
    ++begun_meanwhile;
    return;
  }
  if (sessions::open == 0 && !sessions::world_model_runs()) forget_earlier_sessions();
  ++sessions::open;
}

// Returns true if the last session ends. `with_mpi`: MPI ends with it.
bool last_session_ends(bool with_mpi) {
  const std::lock_guard lock(session_begins);
  if (ends) {
    --begun_meanwhile;
    return false;
  }
  if (--sessions::open > 0) return false;
  if (with_mpi) {
    ends = true;
    if (!may_begin()) this_run.now = phase::ended;  // calls of sessions that begin meanwhile are not served
  }
  return true;
}

// Lets `ends` be false again, at the end of its lifetime.
struct end_of_last_session {
  end_of_last_session() = default;
  end_of_last_session(const end_of_last_session&) = delete;
  end_of_last_session& operator=(const end_of_last_session&) = delete;
  ~end_of_last_session() {
    const std::lock_guard lock(session_begins);
    ends = false;
    sessions::open += std::exchange(begun_meanwhile, 0);
  }
};

// If the user has requested a report, and tutti has not begun although there was a communicator to serve,
// process 0 prints the reason, once.
void say_if_unserved(MPI_Session session) {
  static constinit bool said = false;
  const settings& user = user_settings();
  if (said || user.off || user.report.empty() || !may_begin() || !gate_here().so_far().communicator) return;
  said = true;
  MPI_Group all = MPI_GROUP_NULL;
  if (PMPI_Group_from_session_pset(session, "mpi://WORLD", &all) != MPI_SUCCESS) return;
  int rank = MPI_UNDEFINED;
  PMPI_Group_rank(all, &rank);
  PMPI_Group_free(&all);
  if (rank != 0) return;
  note_unserved();
  std::fprintf(
      stderr,
      "tutti: no communicator of a session was served, since the first one that each process makes of "
      "several processes must have all of them (mpi://WORLD)\n");
}

// MPI ends with the last session, unless it also runs without sessions.
void session_ends(MPI_Session session) {
  if (sessions::open == 1 && !sessions::world_model_runs()) say_if_unserved(session);
  const bool with_mpi = !sessions::world_model_runs();
  if (!last_session_ends(with_mpi)) return;
  if (with_mpi) {
    const end_of_last_session here;
    end();
  } else if (!this_world()) {
    own_session::close();
  }
}

// MPICH does not delete the attributes of MPI_COMM_SELF while a session is open. tutti's own session may be
// open. Another thread may be ending tutti with the last session.
void finalize_begins() {
  {
    const std::lock_guard lock(session_begins);
    if (sessions::open > 0 || ends || !own_session::is_open()) return;
  }
  end();
}

}  // namespace

void sessions::world_model_begins() {
  {
    const std::lock_guard lock(session_begins);
    if (open == 0 && !ends && this_run.now == phase::ended) forget_earlier_sessions();
  }
  gate_here().pass_with_world();
}

}  // namespace tutti::mpi

namespace {

using namespace tutti::mpi;

// Calls `act()`, in which processes meet. A failure ends the job, because the other processes would wait.
void together(auto act) {
  bounded([&] { return act(), 0; },
          [](int, bool) -> int { abort_at_start("an MPI call failed, or memory is short"); });
}

int do_Session_init(const library_calls& by, MPI_Info info, MPI_Errhandler errors, MPI_Session* session) {
  look_up_library_calls();
  refuse_foreign_mpi();
  mark_inheritance();
  sessions::used = true;
  const int code = by.Session_init(info, errors, session);
  if (code == MPI_SUCCESS) session_has_begun();
  return code;
}

int do_Session_finalize(const library_calls& by, MPI_Session* session) {
  if (session && *session != MPI_SESSION_NULL) session_ends(*session);
  return by.Session_finalize(session);
}

int do_Finalize(const library_calls& by) {
  look_up_library_calls();
  finalize_begins();
  return by.Finalize();
}

int do_Comm_create_from_group(const library_calls& by, MPI_Group group, const char* name, MPI_Info info,
                              MPI_Errhandler errors, MPI_Comm* made) {
  const auto create = [&] { return by.Comm_create_from_group(group, name, info, errors, made); };
  const auto meet = [=] { meet_in(group, tag_of(name)); };
  const int code = group == MPI_GROUP_NULL ? create() : among_some(meet, create);
  if (code == MPI_SUCCESS) together([&] { tutti::mpi::made(*made); });
  return code;
}

int do_Intercomm_create_from_groups(const library_calls& by, MPI_Group group, int leader, MPI_Group others,
                                    int other, const char* name, MPI_Info info, MPI_Errhandler errors,
                                    MPI_Comm* made) {
  const auto create = [&] {
    return by.Intercomm_create_from_groups(group, leader, others, other, name, info, errors, made);
  };
  const auto meet = [=] {
    int rank = MPI_UNDEFINED;
    check(PMPI_Group_rank(group, &rank));
    meet_in(group, tag_of(name));
    if (rank == leader) meet_with_one_of(others, other, tag_of(name));
    meet_in(group, tag_of(name));
  };
  const int code = group == MPI_GROUP_NULL ? create() : among_some(meet, create);
  if (code == MPI_SUCCESS)
    together([&] {
      MPI_Comm all = MPI_COMM_NULL;
      check(PMPI_Intercomm_merge(*made, 0, &all));
      tutti::mpi::made(all);
      check(next_pmpi.Comm_free(&all));
    });
  return code;
}

}  // namespace

#include "mpi/interface/sessions.inc"

#else  // MPI has no sessions

void tutti::mpi::sessions::world_model_begins() {}
void tutti::mpi::begin_if_nothing_is_made() {}

#endif
