// Thousands of calls of a few classes, in random order on several communicators, with late processes, calls
// that fail on one process, and operations that are outstanding meanwhile. Does not use tutti's API. Under
// TUTTI_LEARN=on and TUTTI_EXPLAIN=1, process 0 reports the decisions.
//
//   learning_test [CALLS=3000 [SEED=1]]
//   learning_test one   20000 calls of one class: enough to end its experiment
//   learning_test ahead [CALLS=3000]   process 0 leaves broadcasts before the others may enter them
//   learning_test alone [CALLS=3000]   process 0 begins a call alone, which fails; all other calls are sums

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

namespace {

int world_rank = 0;
long failures = 0;

void expect(bool right, const char* what, long where) {
  if (right) return;
  if (++failures <= 10) std::printf("FAILED on process %d: %s (call %ld)\n", world_rank, what, where);
}

// The data of process `r` in call k.
int value(long k, int r, int i) { return static_cast<int>(k % 1000) + 7 * r + i; }

class member {
 public:
  explicit member(MPI_Comm comm) : comm_(comm) {
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &size_);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }

  void call(long k, int kind, int n, bool fails) {
    const int root = static_cast<int>(k % size_), all = n * size_;
    const auto length = static_cast<std::size_t>(all);
    in_.resize(length);
    out_.assign(length, -1);
    for (int i = 0; i < all; ++i) in_[static_cast<std::size_t>(i)] = value(k, rank_, i);
    counts_.assign(static_cast<std::size_t>(size_), n);
    places_.resize(counts_.size());
    for (int r = 0; r < size_; ++r) places_[static_cast<std::size_t>(r)] = r * n;
    // A call that this process alone makes, and that fails.
    if (fails) {
      counts_[0] = -1;
      expect(MPI_Gatherv(in_.data(), -1, MPI_INT, out_.data(), counts_.data(), places_.data(), MPI_INT, root,
                         comm_) != MPI_SUCCESS,
             "an error", k);
      expect(MPI_Bcast(in_.data(), n, MPI_INT, size_, comm_) != MPI_SUCCESS, "an error", k);
      counts_[0] = n;
    }
    const auto last = static_cast<std::size_t>(n - 1);
    switch (kind) {
      case 0:
        MPI_Bcast(in_.data(), n, MPI_INT, root, comm_);
        expect(in_[last] == value(k, root, n - 1), "broadcast", k);
        break;
      case 1:
        MPI_Allreduce(in_.data(), out_.data(), n, MPI_INT, MPI_SUM, comm_);
        expect(out_[last] == size_ * value(k, 0, n - 1) + 7 * size_ * (size_ - 1) / 2, "allreduce", k);
        break;
      case 2:
        MPI_Allgather(in_.data(), n, MPI_INT, out_.data(), n, MPI_INT, comm_);
        expect_blocks(k, n, "allgather");
        break;
      case 3:
        MPI_Gatherv(in_.data(), n, MPI_INT, out_.data(), counts_.data(), places_.data(), MPI_INT, root,
                    comm_);
        if (rank_ == root) expect_blocks(k, n, "gatherv");
        break;
      case 4:
        MPI_Alltoall(in_.data(), n, MPI_INT, out_.data(), n, MPI_INT, comm_);
        for (int r = 0; r < size_; ++r)
          expect(out_[static_cast<std::size_t>(r * n)] == value(k, r, rank_ * n), "alltoall", k);
        break;
      case 5:
        MPI_Reduce(in_.data(), out_.data(), n, MPI_INT, MPI_MAX, root, comm_);
        if (rank_ == root) expect(out_[last] == value(k, size_ - 1, n - 1), "reduce", k);
        break;
      case 6:
        MPI_Scan(in_.data(), out_.data(), n, MPI_INT, MPI_MAX, comm_);
        expect(out_[last] == value(k, rank_, n - 1), "scan", k);
        break;
      case 7: {  // a sum that rounds
        const double mine = 1.0 / (1 + rank_);
        double sum = 0;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm_);
        double right = 0;
        for (int r = 0; r < size_; ++r) right += 1.0 / (1 + r);
        expect(sum > right - 1e-9 && sum < right + 1e-9, "sum", k);
        break;
      }
      case 8: {  // process 0 has no data, and no buffers: MPICH refuses that natively, tutti serves it
        for (int r = 0; r < size_; ++r) counts_[static_cast<std::size_t>(r)] = rank_ == 0 || r == 0 ? 0 : n;
        MPI_Alltoallv(rank_ == 0 ? nullptr : in_.data(), counts_.data(), places_.data(), MPI_INT,
                      rank_ == 0 ? nullptr : out_.data(), counts_.data(), places_.data(), MPI_INT, comm_);
        for (int r = 1; rank_ > 0 && r < size_; ++r)
          expect(out_[static_cast<std::size_t>(r * n)] == value(k, r, rank_ * n), "alltoallv", k);
        break;
      }
      default: MPI_Barrier(comm_);
    }
  }

  // Posts a broadcast, which the next but one call of this function completes.
  void post(long k) {
    complete();
    posted_.assign(5000, value(k, rank_, 0));
    root_ = static_cast<int>(k % size_);
    of_ = k;
    MPI_Ibcast(posted_.data(), 5000, MPI_INT, root_, comm_, &request_);
  }
  void complete() {
    if (request_ == MPI_REQUEST_NULL) return;
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
    expect(posted_.back() == value(of_, root_, 0), "posted broadcast", of_);
  }

 private:
  void expect_blocks(long k, int n, const char* what) {
    for (int r = 0; r < size_; ++r)
      expect(out_[static_cast<std::size_t>(r * n + n - 1)] == value(k, r, n - 1), what, k);
  }

  MPI_Comm comm_;
  int rank_ = 0, size_ = 1;
  std::vector<int> in_, out_, counts_, places_, posted_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  int root_ = 0;
  long of_ = 0;
};

// The other processes enter a broadcast after they have received a message that process 0 sends after it. The
// MPI standard does not promise that this works, but short broadcasts do not wait with any library, and
// programs rely on it. Learning must not add a wait. (The first call on a communicator waits, whatever it
// is.)
void run_ahead(long calls) {
  int size = 0, token = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  for (long k = 0; k < calls; ++k) {
    int data = world_rank == 0 ? static_cast<int>(k) : -1;
    if (world_rank > 0) MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
    expect(data == k, "broadcast", k);
    for (int r = 1; world_rank == 0 && r < size; ++r) MPI_Send(&token, 1, MPI_INT, r, 0, MPI_COMM_WORLD);
    if (k % 7 != 0) continue;
    int most = 0;
    MPI_Allreduce(&data, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    expect(most == k, "allreduce", k);
  }
}

// Under TUTTI_REPRODUCIBLE=1 the sums have plans: only the call that fails chooses an algorithm.
void fail_alone(long calls) {
  int size = 0, counts = 0, place = 0, data = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (long k = 0; k < calls; ++k) {
    if (k == 20 && world_rank == 0)
      expect(MPI_Gatherv(&data, 1, MPI_INT, &data, &counts, &place, MPI_INT, size, MPI_COMM_WORLD) !=
                 MPI_SUCCESS,
             "an error", k);
    const double mine = 1;
    double sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    expect(sum == size, "sum", k);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const bool one = argc > 1 && std::strcmp(argv[1], "one") == 0;
  const bool ahead = argc > 1 && std::strcmp(argv[1], "ahead") == 0;
  const bool alone = argc > 1 && std::strcmp(argv[1], "alone") == 0;
  const long calls = one ? 20'000 : ahead || alone || argc <= 1 ? 3000 : std::atol(argv[1]);
  if (ahead) run_ahead(argc > 2 ? std::atol(argv[2]) : calls);
  if (alone) fail_alone(argc > 2 ? std::atol(argv[2]) : calls);
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1);
  MPI_Comm reversed = MPI_COMM_NULL, halves = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - world_rank, &reversed);
  MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, world_rank, &halves);
  member members[] = {member(MPI_COMM_WORLD), member(reversed), member(halves)};
  constexpr int sizes[] = {1, 100, 3000, 20'000};
  std::mt19937_64 agreed(seed), own(seed + 100 * static_cast<std::uint64_t>(world_rank + 1));
  for (long k = 0; one && k < calls; ++k) members[0].call(k, 1, 1, false);
  for (long k = 0; !one && !ahead && !alone && k < calls; ++k) {
    member& m = members[agreed() % 3];
    const int kind = static_cast<int>(agreed() % 10), n = sizes[agreed() % (agreed() % 4 == 0 ? 4 : 2)];
    if (agreed() % 16 == 0) m.post(k);
    if (agreed() % 64 == 0) m.complete();
    if (own() % 200 == 0) std::this_thread::sleep_for(std::chrono::microseconds(own() % 3000));
    m.call(k, kind, n, own() % 50 == 0);
  }
  for (member& m : members) m.complete();
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&halves);
  long all = 0;
  MPI_Allreduce(&failures, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (world_rank == 0) std::printf("%ld calls, %ld failures\n", calls, all);
  MPI_Finalize();
  return all == 0 ? 0 : 1;
}
