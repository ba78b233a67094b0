#include "mpi/attribute.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "mpi/communicator.hpp"
#include "mpi/persistent.hpp"
#include "mpi/progress.hpp"
#include "mpi/recorder.hpp"

namespace tutti::mpi {
namespace {

// While it lives, the MPI library may delete communicators: those of which tutti's part has gone already. They are kept with the frame of
// the call that frees them, since an error handler may leave that by longjmp: frames below one that is left have gone.
class deletion {
 public:
  explicit deletion(const void* frame) noexcept : frame_(frame) {
    drop(frame);
    push(MPI_COMM_NULL, frame);
  }
  deletion(const deletion&) = delete;
  deletion& operator=(const deletion&) = delete;
  ~deletion() { drop(frame_); }

  // (Not inlined: with frames of their own, which are below a live one.)
  [[gnu::noinline]] static void note(MPI_Comm comm) noexcept {
    drop(__builtin_frame_address(0));
    if (many > 0) push(comm, all[many - 1].frame);
  }
  [[gnu::noinline]] static bool of(MPI_Comm comm) noexcept {
    drop(__builtin_frame_address(0));
    return std::any_of(all.begin(), all.begin() + many, [comm](const gone& g) { return g.comm == comm; });
  }

 private:
  struct gone {
    MPI_Comm comm;
    const void* frame;
  };
  static void push(MPI_Comm comm, const void* frame) noexcept {
    if (many < all.size()) all[many++] = {comm, frame};
  }
  // A live frame is above those of what it calls: stacks grow downwards.
  static void drop(const void* frame) noexcept {
    while (many > 0 && !std::greater<>()(all[many - 1].frame, frame)) --many;
  }
  static constinit thread_local std::array<gone, 32> all;  // of frees within callbacks of frees
  static constinit thread_local std::size_t many;
  const void* frame_;
};
constinit thread_local std::array<deletion::gone, 32> deletion::all{};
constinit thread_local std::size_t deletion::many = 0;

// A communicator of which calls are under way goes with the last of them. One that is being opened is
// awaited: Open MPI frees next what the collective that opens it is on. (MPICH frees it at the end of that,
// and only then comes here.)
int forget_communicator(MPI_Comm comm, int, void* found, void*) {
  const auto c = static_cast<communicator*>(found);
  deletion::note(comm);
  communicator_generation.fetch_add(1, std::memory_order_acq_rel);
  if (!progress::held()) progress::until([c] { return !c->posted.opening; });
  {
    const progress::hold lock;
    c->posted.freed = true;
    recorder::freed(c->recorded);
    forget_handle(comm);
    if (c->posted.under_way > 0 || c->posted.opening) return MPI_SUCCESS;
  }
  close_communicator(c);
  return MPI_SUCCESS;
}

int communicator_keyval() {
  static const int keyval = [] {
    int k = MPI_KEYVAL_INVALID;
    check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_communicator, &k, nullptr));
    return k;
  }();
  return keyval;
}

}  // namespace

void attach(MPI_Comm comm, communicator* kept) {
  check(PMPI_Comm_set_attr(comm, communicator_keyval(), kept));
}

int look_up_attached(MPI_Comm comm, communicator*& kept) {
  void* found = nullptr;
  int flag = 0;
  const int code = PMPI_Comm_get_attr(comm, communicator_keyval(), static_cast<void*>(&found), &flag);
  kept = code == MPI_SUCCESS && flag ? static_cast<communicator*>(found) : nullptr;
  return code;
}

bool being_deleted(MPI_Comm comm) noexcept { return deletion::of(comm); }

int free_communicator(MPI_Comm* comm, int (*free)(MPI_Comm*)) {
  const deletion now(__builtin_frame_address(0));
  const bool kept = this_run.now == phase::serving || this_run.now == phase::counting;
  if (kept && comm && *comm != MPI_COMM_NULL) {
    communicator* c = nullptr;
    if (const int code = look_up_attached(*comm, c); code != MPI_SUCCESS) return code;
    if (!c)
      deletion::note(*comm);
    else if (!progress::held())
      // Otherwise the end of the collective that opens it may delete it, and run the program's callbacks in
      // the middle of ours.
      progress::until([c] { return !c->posted.opening; });
#if defined(MPICH_VERSION)
    // Whether the program's callbacks let it be freed is what that of the last attribute says, which ours may be.
    if (c && *comm != MPI_COMM_WORLD && *comm != MPI_COMM_SELF)
      if (const int code = PMPI_Comm_delete_attr(*comm, communicator_keyval()); code != MPI_SUCCESS)
        return code;
#endif
  }
  return free(comm);
}

}  // namespace tutti::mpi
