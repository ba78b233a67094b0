// Erroneous arguments. With MPI_ERRORS_RETURN, every call is made twice, as PMPI_X and as MPI_X. Both must
// return the same error class. Natively, the two are the same function; under tutti, they are not. Errors
// that the native library does not detect are not tested.
//
//   errors_test                   all of the above
//   errors_test --checked true    errors of one process alone, with TUTTI_CHECK=1
//   errors_test --abort NAME      one erroneous call with the default handler: must not return. NAME: root,
//                                 count, type, op, comm, length (the root sends more than the others
//                                 receive), outstanding (the same in a call that does not block, while they
//                                 wait for a message that never comes)

#include <mpi.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#include "oracle/expect.hpp"
#include "oracle/oracle.hpp"

namespace oracle {
namespace {

using checks::class_of;

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
constexpr auto bcast_init = MPIX_Bcast_init;
#else
constexpr auto bcast_init = MPI_Bcast_init;
#endif

class errors {
 public:
  /// On MPI_COMM_SELF, which comes first, finds out which errors the native library detects.
  explicit errors(MPI_Comm comm, verdict& v) : comm_(comm), probing_(comm == MPI_COMM_SELF), v_(v) {
    MPI_Comm_size(comm, &size_);
    MPI_Comm_rank(comm, &rank_);
    counts_.assign(static_cast<std::size_t>(size_), 1);
    negative_.assign(static_cast<std::size_t>(size_), -1);
    for (int i = 0; i < size_; ++i) displacements_.push_back(i);
    types_.assign(static_cast<std::size_t>(size_), MPI_INT);
    null_types_.assign(static_cast<std::size_t>(size_), MPI_DATATYPE_NULL);
    const std::size_t n = static_cast<std::size_t>(size_) + 1;
    memory_.resize(zone + n + zone + n + zone);
    std::iota(memory_.begin(), memory_.end(), 1);
    a_ = std::span(memory_).subspan(zone, n);
    b_ = std::span(memory_).subspan(zone + n + zone, n);
  }

  /// All processes make the same mistake, so none waits for another.
  void everywhere() {
    roots();
    communicators();
    types_and_counts();
    operators();
    memory();
  }

  /// Null buffers and uncommitted datatypes.
  void memory() {
    int* const b = b_.data();
    const int *c = counts_.data(), *d = displacements_.data();
    void* const none = nullptr;
    call("bcast, no memory", PMPI_Bcast, MPI_Bcast, none, 1, MPI_INT, 0, comm_);
    call("allgather, no memory", PMPI_Allgather, MPI_Allgather, none, 1, MPI_INT, b, 1, MPI_INT, comm_);
    call("allgatherv, no memory", PMPI_Allgatherv, MPI_Allgatherv, none, 1, MPI_INT, b, c, d, MPI_INT, comm_);
    call("alltoall, no memory", PMPI_Alltoall, MPI_Alltoall, none, 1, MPI_INT, b, 1, MPI_INT, comm_);
    call("allreduce, no memory", PMPI_Allreduce, MPI_Allreduce, none, b, 1, MPI_INT, MPI_SUM, comm_);
    call("scan, no memory", PMPI_Scan, MPI_Scan, none, b, 1, MPI_INT, MPI_SUM, comm_);
    MPI_Datatype two = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(1, MPI_INT, &two);
    int* const a = a_.data();
    call("bcast, not committed", PMPI_Bcast, MPI_Bcast, a, 1, two, 0, comm_);
    call("allgather, not committed", PMPI_Allgather, MPI_Allgather, a, 1, two, b, 1, two, comm_);
    call("alltoall, not committed", PMPI_Alltoall, MPI_Alltoall, a, 1, two, b, 1, two, comm_);
    call("gather, not committed", PMPI_Gather, MPI_Gather, a, 1, two, b, 1, two, 0, comm_);
    MPI_Type_free(&two);
  }

  /// Mistakes that only a root can make.
  void at_root() {
    int* const a = a_.data();
    int* const b = b_.data();
    call("gather, recvcount -1", PMPI_Gather, MPI_Gather, a, 1, MPI_INT, b, -1, MPI_INT, 0, comm_);
    call("gather, recvtype null", PMPI_Gather, MPI_Gather, a, 1, MPI_INT, b, 1, MPI_DATATYPE_NULL, 0, comm_);
    call("gatherv, recvcounts -1", PMPI_Gatherv, MPI_Gatherv, a, 1, MPI_INT, b, negative_.data(),
         displacements_.data(), MPI_INT, 0, comm_);
    call("gatherv, recvtype null", PMPI_Gatherv, MPI_Gatherv, a, 1, MPI_INT, b, counts_.data(),
         displacements_.data(), MPI_DATATYPE_NULL, 0, comm_);
    call("scatter, sendcount -1", PMPI_Scatter, MPI_Scatter, a, -1, MPI_INT, b, 1, MPI_INT, 0, comm_);
    call("scatter, sendtype null", PMPI_Scatter, MPI_Scatter, a, 1, MPI_DATATYPE_NULL, b, 1, MPI_INT, 0,
         comm_);
    call("scatterv, sendcounts -1", PMPI_Scatterv, MPI_Scatterv, a, negative_.data(), displacements_.data(),
         MPI_INT, b, 1, MPI_INT, 0, comm_);
    call("scatterv, sendtype null", PMPI_Scatterv, MPI_Scatterv, a, counts_.data(), displacements_.data(),
         MPI_DATATYPE_NULL, b, 1, MPI_INT, 0, comm_);
    call("gather, same buffer", PMPI_Gather, MPI_Gather, a, 1, MPI_INT, a, 1, MPI_INT, 0, comm_);
    call("scatter, same buffer", PMPI_Scatter, MPI_Scatter, a, 1, MPI_INT, a, 1, MPI_INT, 0, comm_);
    call("reduce, same buffer", PMPI_Reduce, MPI_Reduce, a, a, 1, MPI_INT, MPI_SUM, 0, comm_);
    call("reduce, MPI_IN_PLACE received", PMPI_Reduce, MPI_Reduce, a, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, 0,
         comm_);
  }

  /// One process makes a mistake and then repeats the call correctly. The others have waited for it. The
  /// failed call counts on no process.
  void made_again() {
    const auto n = static_cast<std::size_t>(size_);
    int* const a = a_.data();
    int* const b = b_.data();
    std::vector<int> own(1), all(n), ranks(n);
    std::iota(ranks.begin(), ranks.end(), 0);
    for (int round = 0; round < 3; ++round) {
      v_.begin("made again, round " + std::to_string(round) + ", " + std::to_string(size_) + " processes");
      if (rank_ == 0) fails("gather", MPI_Gather(a, 1, MPI_INT, b, 1, MPI_INT, -1, comm_));
      MPI_Gather(&rank_, 1, MPI_INT, all.data(), 1, MPI_INT, 0, comm_);
      if (rank_ == 0) v_.check("gather", all == ranks ? "" : "wrong data");
      if (rank_ == 0) fails("scatter", MPI_Scatter(a, 1, MPI_INT, b, 1, MPI_INT, -1, comm_));
      MPI_Scatter(ranks.data(), 1, MPI_INT, own.data(), 1, MPI_INT, 0, comm_);
      v_.check("scatter", own.front() == rank_ ? "" : "wrong data");
      if (rank_ == size_ - 1) {
        fails("allreduce", MPI_Allreduce(a, b, 1, MPI_INT, MPI_OP_NULL, comm_));
        MPI_Request none = MPI_REQUEST_NULL;
        fails("ibcast", MPI_Ibcast(a, 1, MPI_INT, -1, comm_, &none));
      }
      int sum = 0;
      MPI_Allreduce(&rank_, &sum, 1, MPI_INT, MPI_SUM, comm_);
      v_.check("allreduce", sum == size_ * (size_ - 1) / 2 ? "" : "wrong data");
    }
  }

  /// The same with mistakes that only check mode is sure to detect.
  void checked() {
    int* const b = b_.data();
    const auto sum_of_ranks = [this] {
      int sum = 0;
      MPI_Allreduce(&rank_, &sum, 1, MPI_INT, MPI_SUM, comm_);
      v_.check("allreduce", sum == size_ * (size_ - 1) / 2 ? "" : "wrong data");
    };
    v_.begin("in check mode, " + std::to_string(size_) + " processes");
    MPI_Request request = MPI_REQUEST_NULL, none = MPI_REQUEST_NULL, kept = MPI_REQUEST_NULL;
    if (rank_ == 0) {
      fails("gather, same memory", MPI_Gather(b, 1, MPI_INT, b, 1, MPI_INT, 0, comm_));
      fails("ialltoall, same memory", MPI_Ialltoall(b, 1, MPI_INT, b, 1, MPI_INT, comm_, &none));
      fails("allgather, no memory", MPI_Allgather(nullptr, 1, MPI_INT, b, 1, MPI_INT, comm_));
      fails("neighbours without a graph", MPI_Neighbor_allgather(b, 1, MPI_INT, b, 1, MPI_INT, comm_));
    }
    sum_of_ranks();
    // The memory of a pending call is used. A persistent operation that uses this memory is not started.
    std::array<int, 2> data{rank_, rank_};
    bcast_init(data.data(), 2, MPI_INT, 0, comm_, MPI_INFO_NULL, &kept);
    MPI_Ibcast(data.data(), 2, MPI_INT, size_ - 1, comm_, &request);
    if (rank_ == 0 && size_ > 1) {
      fails("bcast, pending memory", MPI_Bcast(data.data(), 1, MPI_INT, 1, comm_));
      fails("start, pending memory", MPI_Start(&kept));
    }
    sum_of_ranks();
    // All processes make this call, and MPI libraries would accept it: an error on all processes.
    int other = 0;
    if (size_ > 1)
      fails("bcast, pending memory of one process",
            MPI_Bcast(rank_ == 0 ? data.data() : &other, 1, MPI_INT, 1, comm_));
    sum_of_ranks();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    v_.check("ibcast", data[1] == size_ - 1 ? "" : "wrong data");
    data[0] = rank_;
    MPI_Start(&kept);
    MPI_Wait(&kept, MPI_STATUS_IGNORE);
    MPI_Request_free(&kept);
    v_.check("bcast_init", data[0] == 0 ? "" : "wrong data");
    sum_of_ranks();
    // Both libraries compute these results, which the standard does not define.
    char most = static_cast<char>(rank_);
    MPI_Aint all = rank_ + 1;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_CHAR, MPI_MAX, comm_);
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_AINT, MPI_LAND, comm_);
    v_.check("maximum of MPI_CHAR", most == size_ - 1 ? "" : "wrong data");
    v_.check("logical and of MPI_AINT", all == 1 ? "" : "wrong data");
    sum_of_ranks();
#if defined(OPEN_MPI) && defined(MPI_COMPLEX32)
    // Only the library knows which operators this datatype has.
    alignas(16) std::array<unsigned char, 32> zero{};
    const int native = PMPI_Allreduce(MPI_IN_PLACE, zero.data(), 1, MPI_COMPLEX32, MPI_SUM, comm_);
    const int code = MPI_Allreduce(MPI_IN_PLACE, zero.data(), 1, MPI_COMPLEX32, MPI_SUM, comm_);
    v_.check("sum of MPI_COMPLEX32", class_of(code) == class_of(native) ? "" : "found " + name(code));
    sum_of_ranks();
#endif
  }

  /// A communicator's own handler is called once, with the returned code.
  void handler() {
    MPI_Comm copy;
    MPI_Comm_dup(comm_, &copy);
    MPI_Errhandler counting;
    MPI_Comm_create_errhandler(count_call, &counting);
    MPI_Comm_set_errhandler(copy, counting);
    v_.begin("a handler of the user's");
    handled = 0;
    const int code = MPI_Bcast(a_.data(), 1, MPI_INT, size_, copy);
    v_.check("calls", handled == 1 ? "" : "expected 1 call, found " + std::to_string(handled));
    v_.check("code", code == last ? "" : "the handler was given another code than was returned");
    v_.check("class", class_of(code) == MPI_ERR_ROOT ? "" : "expected MPI_ERR_ROOT, found " + name(code));
    MPI_Comm_free(&copy);
    MPI_Errhandler_free(&counting);
  }

 private:
  static inline int handled = 0, last = 0;
  static void count_call(MPI_Comm*, int* code, ...) {
    ++handled;
    last = *code;
  }

  void fails(const std::string& what, int code) {
    v_.check("error of " + what, code != MPI_SUCCESS ? "" : "expected an error");
  }

  static std::string name(int code) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(class_of(code), text, &length);
    return std::to_string(class_of(code)) + " (" + std::string(text, static_cast<std::size_t>(length)) + ")";
  }

  template <class Function, class... Arguments>
  void call(const std::string& what, Function* native, Function* interposed, Arguments... arguments) {
    if (probing_ && refused([&] { return native(arguments...); })) detected.insert(what);
    if (!detected.contains(what)) return;
    const int expected = native(arguments...);
    if (expected == MPI_SUCCESS) return;
    v_.begin(what + ", " + std::to_string(size_) + " processes");
    const int found = interposed(arguments...);
    v_.check("error class", class_of(found) == class_of(expected)
                                ? ""
                                : "expected " + name(expected) + ", found " + name(found));
  }

  static constexpr int returned = 42;  // an exit status that has no other cause

  // True if the call returns an error and has written nothing. Runs in a child process, because native
  // libraries crash in some of these calls. For a negative count, Open MPI 5's MPI_Allgatherv sometimes
  // writes around the buffer before it returns the error.
  template <class Call>
  bool refused(Call attempt) const {
    const pid_t child = fork();
    if (child == 0) {
      for (int s : {SIGSEGV, SIGBUS, SIGABRT, SIGALRM, SIGFPE}) std::signal(s, SIG_DFL);
      close(2);
      alarm(2);
      const std::vector<int> before = memory_;
      const bool error = class_of(attempt()) != MPI_SUCCESS && memory_ == before;
      std::vector<void*> blocks;  // detects a corrupted heap
      for (std::size_t bytes = 16; bytes < 4096; bytes += 16) blocks.push_back(std::malloc(bytes));
      for (void* block : blocks) std::free(block);
      _exit(error ? returned : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == returned;
  }

  void roots() {
    int* const a = a_.data();
    int* const b = b_.data();
    const int *c = counts_.data(), *d = displacements_.data();
    for (int root : {-1, size_, -100, static_cast<int>(MPI_PROC_NULL), static_cast<int>(MPI_ROOT)}) {
      call("bcast, bad root", PMPI_Bcast, MPI_Bcast, a, 1, MPI_INT, root, comm_);
      call("gather, bad root", PMPI_Gather, MPI_Gather, a, 1, MPI_INT, b, 1, MPI_INT, root, comm_);
      call("gatherv, bad root", PMPI_Gatherv, MPI_Gatherv, a, 1, MPI_INT, b, c, d, MPI_INT, root, comm_);
      call("scatter, bad root", PMPI_Scatter, MPI_Scatter, a, 1, MPI_INT, b, 1, MPI_INT, root, comm_);
      call("scatterv, bad root", PMPI_Scatterv, MPI_Scatterv, a, c, d, MPI_INT, b, 1, MPI_INT, root, comm_);
      call("reduce, bad root", PMPI_Reduce, MPI_Reduce, a, b, 1, MPI_INT, MPI_SUM, root, comm_);
    }
  }

  void communicators() {
    int* const a = a_.data();
    int* const b = b_.data();
    const int *c = counts_.data(), *d = displacements_.data();
    const MPI_Datatype* t = types_.data();
    const MPI_Comm null = MPI_COMM_NULL;
    call("barrier, null communicator", PMPI_Barrier, MPI_Barrier, null);
    call("bcast, null communicator", PMPI_Bcast, MPI_Bcast, a, 1, MPI_INT, 0, null);
    call("gather, null communicator", PMPI_Gather, MPI_Gather, a, 1, MPI_INT, b, 1, MPI_INT, 0, null);
    call("gatherv, null communicator", PMPI_Gatherv, MPI_Gatherv, a, 1, MPI_INT, b, c, d, MPI_INT, 0, null);
    call("scatter, null communicator", PMPI_Scatter, MPI_Scatter, a, 1, MPI_INT, b, 1, MPI_INT, 0, null);
    call("scatterv, null communicator", PMPI_Scatterv, MPI_Scatterv, a, c, d, MPI_INT, b, 1, MPI_INT, 0,
         null);
    call("allgather, null communicator", PMPI_Allgather, MPI_Allgather, a, 1, MPI_INT, b, 1, MPI_INT, null);
    call("allgatherv, null communicator", PMPI_Allgatherv, MPI_Allgatherv, a, 1, MPI_INT, b, c, d, MPI_INT,
         null);
    call("alltoall, null communicator", PMPI_Alltoall, MPI_Alltoall, a, 1, MPI_INT, b, 1, MPI_INT, null);
    call("alltoallv, null communicator", PMPI_Alltoallv, MPI_Alltoallv, a, c, d, MPI_INT, b, c, d, MPI_INT,
         null);
    call("alltoallw, null communicator", PMPI_Alltoallw, MPI_Alltoallw, a, c, d, t, b, c, d, t, null);
    call("reduce, null communicator", PMPI_Reduce, MPI_Reduce, a, b, 1, MPI_INT, MPI_SUM, 0, null);
    call("allreduce, null communicator", PMPI_Allreduce, MPI_Allreduce, a, b, 1, MPI_INT, MPI_SUM, null);
    call("reduce_scatter, null communicator", PMPI_Reduce_scatter, MPI_Reduce_scatter, a, b, c, MPI_INT,
         MPI_SUM, null);
    call("reduce_scatter_block, null communicator", PMPI_Reduce_scatter_block, MPI_Reduce_scatter_block, a, b,
         1, MPI_INT, MPI_SUM, null);
    call("scan, null communicator", PMPI_Scan, MPI_Scan, a, b, 1, MPI_INT, MPI_SUM, null);
    call("exscan, null communicator", PMPI_Exscan, MPI_Exscan, a, b, 1, MPI_INT, MPI_SUM, null);
  }

  void types_and_counts() {
    int* const a = a_.data();
    int* const b = b_.data();
    const int *c = counts_.data(), *d = displacements_.data(), *bad = negative_.data();
    const MPI_Datatype *t = types_.data(), *none = null_types_.data();
    const MPI_Datatype null = MPI_DATATYPE_NULL;
    call("bcast, count -1", PMPI_Bcast, MPI_Bcast, a, -1, MPI_INT, 0, comm_);
    call("bcast, type null", PMPI_Bcast, MPI_Bcast, a, 1, null, 0, comm_);
    call("bcast, buffer null", PMPI_Bcast, MPI_Bcast, nullptr, 1, MPI_INT, 0, comm_);
    call("gather, sendcount -1", PMPI_Gather, MPI_Gather, a, -1, MPI_INT, b, -1, MPI_INT, 0, comm_);
    call("gather, sendtype null", PMPI_Gather, MPI_Gather, a, 1, null, b, 1, null, 0, comm_);
    call("gatherv, sendcount -1", PMPI_Gatherv, MPI_Gatherv, a, -1, MPI_INT, b, bad, d, MPI_INT, 0, comm_);
    call("gatherv, sendtype null", PMPI_Gatherv, MPI_Gatherv, a, 1, null, b, c, d, null, 0, comm_);
    call("scatter, recvcount -1", PMPI_Scatter, MPI_Scatter, a, -1, MPI_INT, b, -1, MPI_INT, 0, comm_);
    call("scatter, recvtype null", PMPI_Scatter, MPI_Scatter, a, 1, null, b, 1, null, 0, comm_);
    call("scatterv, recvcount -1", PMPI_Scatterv, MPI_Scatterv, a, bad, d, MPI_INT, b, -1, MPI_INT, 0, comm_);
    call("scatterv, recvtype null", PMPI_Scatterv, MPI_Scatterv, a, c, d, null, b, 1, null, 0, comm_);
    call("allgather, sendcount -1", PMPI_Allgather, MPI_Allgather, a, -1, MPI_INT, b, 1, MPI_INT, comm_);
    call("allgather, recvcount -1", PMPI_Allgather, MPI_Allgather, a, 1, MPI_INT, b, -1, MPI_INT, comm_);
    call("allgather, sendtype null", PMPI_Allgather, MPI_Allgather, a, 1, null, b, 1, MPI_INT, comm_);
    call("allgather, recvtype null", PMPI_Allgather, MPI_Allgather, a, 1, MPI_INT, b, 1, null, comm_);
    call("allgatherv, recvcounts -1", PMPI_Allgatherv, MPI_Allgatherv, a, 1, MPI_INT, b, bad, d, MPI_INT,
         comm_);
    call("allgatherv, recvtype null", PMPI_Allgatherv, MPI_Allgatherv, a, 1, MPI_INT, b, c, d, null, comm_);
    call("alltoall, sendcount -1", PMPI_Alltoall, MPI_Alltoall, a, -1, MPI_INT, b, 1, MPI_INT, comm_);
    call("alltoall, recvcount -1", PMPI_Alltoall, MPI_Alltoall, a, 1, MPI_INT, b, -1, MPI_INT, comm_);
    call("alltoall, sendtype null", PMPI_Alltoall, MPI_Alltoall, a, 1, null, b, 1, MPI_INT, comm_);
    call("alltoall, recvtype null", PMPI_Alltoall, MPI_Alltoall, a, 1, MPI_INT, b, 1, null, comm_);
    call("alltoall, same buffer", PMPI_Alltoall, MPI_Alltoall, a, 1, MPI_INT, a, 1, MPI_INT, comm_);
    call("alltoallv, sendcounts -1", PMPI_Alltoallv, MPI_Alltoallv, a, bad, d, MPI_INT, b, c, d, MPI_INT,
         comm_);
    call("alltoallv, recvcounts -1", PMPI_Alltoallv, MPI_Alltoallv, a, c, d, MPI_INT, b, bad, d, MPI_INT,
         comm_);
    call("alltoallv, sendtype null", PMPI_Alltoallv, MPI_Alltoallv, a, c, d, null, b, c, d, MPI_INT, comm_);
    call("alltoallv, recvtype null", PMPI_Alltoallv, MPI_Alltoallv, a, c, d, MPI_INT, b, c, d, null, comm_);
    call("alltoallw, sendcounts -1", PMPI_Alltoallw, MPI_Alltoallw, a, bad, d, t, b, c, d, t, comm_);
    call("alltoallw, recvcounts -1", PMPI_Alltoallw, MPI_Alltoallw, a, c, d, t, b, bad, d, t, comm_);
    call("alltoallw, sendtypes null", PMPI_Alltoallw, MPI_Alltoallw, a, c, d, none, b, c, d, t, comm_);
    call("alltoallw, recvtypes null", PMPI_Alltoallw, MPI_Alltoallw, a, c, d, t, b, c, d, none, comm_);
  }

  void operators() {
    int* const a = a_.data();
    int* const b = b_.data();
    const int *c = counts_.data(), *bad = negative_.data();
    struct kind {
      const char* name;
      int count;
      MPI_Datatype type;
      MPI_Op op;
      bool same_buffer;
    };
    MPI_Datatype uncommitted, pair;
    MPI_Type_contiguous(2, MPI_INT, &uncommitted);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    for (const kind& k : {kind{"count -1", -1, MPI_INT, MPI_SUM, false},
                          kind{"operator null", 1, MPI_INT, MPI_OP_NULL, false},
                          kind{"type null", 1, MPI_DATATYPE_NULL, MPI_SUM, false},
                          kind{"bits of doubles", 1, MPI_DOUBLE, MPI_BXOR, false},
                          kind{"MAXLOC of ints", 1, MPI_INT, MPI_MAXLOC, false},
                          kind{"sum of a derived type", 1, pair, MPI_SUM, false},
                          kind{"uncommitted type", 1, uncommitted, MPI_SUM, false},
                          kind{"same buffer", 1, MPI_INT, MPI_SUM, true}}) {
      int* const out = k.same_buffer ? a : b;
      const auto named = [&](const char* collective) { return std::string(collective) + ", " + k.name; };
      if (size_ == 1 || !k.same_buffer)  // only the root is wrong; the others would not wait
        call(named("reduce"), PMPI_Reduce, MPI_Reduce, a, out, k.count, k.type, k.op, 0, comm_);
      call(named("allreduce"), PMPI_Allreduce, MPI_Allreduce, a, out, k.count, k.type, k.op, comm_);
      call(named("reduce_scatter"), PMPI_Reduce_scatter, MPI_Reduce_scatter, a, out, k.count < 0 ? bad : c,
           k.type, k.op, comm_);
      call(named("reduce_scatter_block"), PMPI_Reduce_scatter_block, MPI_Reduce_scatter_block, a, out,
           k.count, k.type, k.op, comm_);
      call(named("scan"), PMPI_Scan, MPI_Scan, a, out, k.count, k.type, k.op, comm_);
      call(named("exscan"), PMPI_Exscan, MPI_Exscan, a, out, k.count, k.type, k.op, comm_);
    }
    call("allreduce, MPI_IN_PLACE received", PMPI_Allreduce, MPI_Allreduce, a, MPI_IN_PLACE, 1, MPI_INT,
         MPI_SUM, comm_);
    call("scan, MPI_IN_PLACE received", PMPI_Scan, MPI_Scan, a, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm_);
    MPI_Type_free(&uncommitted);
    MPI_Type_free(&pair);
  }

  MPI_Comm comm_;
  bool probing_;
  verdict& v_;
  static inline std::set<std::string> detected;
  int size_ = 1, rank_ = 0;
  std::vector<int> counts_, negative_, displacements_;
  // In elements, before, between and behind the two buffers.
  static constexpr std::size_t zone = 4096;
  std::vector<int> memory_;
  std::span<int> a_, b_;
  std::vector<MPI_Datatype> types_, null_types_;
};

void aborts(const std::string& mistake) {
  int a = 0, b = 0, rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (mistake == "length") {
    std::array<int, 17> more{};
    MPI_Bcast(more.data(), rank == 0 ? 17 : 16, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (mistake == "outstanding") {
    std::array<int, 17> more{};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(more.data(), rank == 0 ? 17 : 16, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (mistake == "root")
    MPI_Bcast(&a, 1, MPI_INT, -5, MPI_COMM_WORLD);
  else if (mistake == "count")
    MPI_Allreduce(&a, &b, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  else if (mistake == "type")
    MPI_Bcast(&a, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
  else if (mistake == "op")
    MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD);
  else if (mistake == "comm")
    MPI_Barrier(MPI_COMM_NULL);
  std::printf("SURVIVED %s\n", mistake.c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool abort = false, checked = false;
  oracle::options(argc, argv, [&](const std::string& name, const std::string& value) {
    if (name == "--checked") return checked = value == "true";
    if (name != "--abort") return false;
    abort = true;
    oracle::aborts(value);
    return true;
  });
  oracle::verdict v;
  if (!abort) {
    for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (MPI_Comm comm : {MPI_COMM_SELF, MPI_COMM_WORLD}) {
      oracle::errors e(comm, v);
      if (!checked) e.everywhere();
      e.made_again();
      if (checked) e.checked();
      e.handler();
    }
    if (!checked) oracle::errors(MPI_COMM_SELF, v).at_root();
  }
  const int status = v.finish();
  MPI_Finalize();
  return status;
}
