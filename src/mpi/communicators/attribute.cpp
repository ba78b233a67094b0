#include "mpi/communicators/attribute.hpp"

#include <algorithm>
#include <array>

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/communicator_list.hpp"
#include "mpi/library/attribute_key.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {
namespace {

// The communicators that this thread is freeing. User-level threads share the list of their thread. Each
// removes its own entry, in any order. Entries do not point into a stack, because it may be the stack of any
// user-level thread.
struct freed_now {
  std::array<MPI_Comm, 32> all{};  // frees may nest: a callback of a free may free another communicator
  std::size_t count = 0;

  MPI_Comm* find(MPI_Comm comm) noexcept { return std::find(all.data(), all.data() + count, comm); }
  bool has(MPI_Comm comm) noexcept { return find(comm) != all.data() + count; }
  void add(MPI_Comm comm) noexcept {
    if (count < all.size() && !has(comm)) all[count++] = comm;
  }
  void remove(MPI_Comm comm) noexcept {
    if (has(comm)) *find(comm) = all[--count];
  }
};
constinit thread_local freed_now freed_here;

// Marks a communicator that the MPI library may delete while this object lives. If a delete callback of the
// program refuses, the communicator stays, and the MPI library calls an error handler. The handler may leave
// by longjmp, which runs no destructor, so the mark remains. Then the communicator's collectives go to the
// MPI library, on all processes, until it is freed for good.
class deletion {
 public:
  explicit deletion(MPI_Comm comm) noexcept : comm_(comm) { freed_here.add(comm); }
  deletion(const deletion&) = delete;
  deletion& operator=(const deletion&) = delete;
  ~deletion() { freed_here.remove(comm_); }

 private:
  MPI_Comm comm_;
};

// The delete callback of tutti's attribute. If calls are under way on the communicator, the last of them
// closes it. If a collective is opening the communicator, this function waits for it: Open MPI frees the
// communicator next, while that collective still uses it. (MPICH frees the communicator at the end of that
// collective, and only then calls this function.)
int forget_communicator(MPI_Comm comm, int, void* found, void*) {
  const auto c = static_cast<communicator*>(found);
  forget_remembered();
  if (!progress::held()) progress::until([c] { return !c->posted.opening; });
  {
    const progress::hold lock;
    c->posted.freed = true;
    recorder::freed(c->recorded);
    act_at_free(comm);
    if (c->posted.under_way > 0 || c->posted.opening) return MPI_SUCCESS;
  }
  close_communicator(c);
  return MPI_SUCCESS;
}

constinit attribute_key kept_with([] {
  int k = MPI_KEYVAL_INVALID;
  check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_communicator, &k, nullptr));
  return k;
});

}  // namespace

void attach(MPI_Comm comm, communicator* kept) { check(PMPI_Comm_set_attr(comm, kept_with.value(), kept)); }

void detach(MPI_Comm comm) noexcept { PMPI_Comm_delete_attr(comm, kept_with.value()); }

int look_up_attached(MPI_Comm comm, communicator*& kept) {
  void* found = nullptr;
  int flag = 0;
  const int code = PMPI_Comm_get_attr(comm, kept_with.value(), static_cast<void*>(&found), &flag);
  kept = code == MPI_SUCCESS && flag ? static_cast<communicator*>(found) : nullptr;
  return code;
}

bool being_deleted(MPI_Comm comm) noexcept { return freed_here.has(comm); }

int free_communicator(MPI_Comm* comm, int (*free)(MPI_Comm*)) {
  const bool kept = this_run.now == phase::serving || this_run.now == phase::counting;
  const bool freeable = comm && *comm != MPI_COMM_NULL && *comm != MPI_COMM_WORLD && *comm != MPI_COMM_SELF;
  if (!kept || !freeable) return free(comm);
  communicator* c = nullptr;
  if (const int code = look_up_attached(*comm, c); code != MPI_SUCCESS) return code;
  if (c && !progress::held())
    // Without this wait, the communicator might be deleted at the end of the collective that opens it, and
    // the program's callbacks would run inside tutti's functions.
    progress::until([c] { return !c->posted.opening; });
  if (progress::any_undelivered()) progress::deliver_notices();  // some may be errors on this communicator
  const deletion now(*comm);
  // The next call then looks up the communicator on all processes, and finds that it is being deleted.
  if (c) forget_remembered();
  // tutti's attribute is deleted first: if a callback of the program refuses, the communicator has no data of
  // tutti's on any process, and its next collective opens it again. The MPI library would delete the
  // attributes in the order in which each process has set them. Open MPI stops at the first refusal, so some
  // processes would keep their data. In MPICH only the last callback decides if the communicator is freed. If
  // that were tutti's, a refusal would be lost.
  if (c)
    if (const int code = PMPI_Comm_delete_attr(*comm, kept_with.value()); code != MPI_SUCCESS) return code;
  return free(comm);
}

}  // namespace tutti::mpi
