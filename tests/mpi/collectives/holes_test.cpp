// Long data with holes arrive unchanged: with holes on one or both sides, of any length, and between two
// processes that lack the memory for a copy.
//
//   holes_test

#include <mpi.h>
#include <sys/resource.h>

#include <cstdio>
#include <string>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, size = 1;

int value(int from, int to, int i) { return from * 7919 + to * 104729 + i; }

// n ints as one element of a datatype: side by side, or every second int, so that a hole follows each.
class layout {
 public:
  layout(int n, bool holes) : stride_(holes ? 2 : 1) {
    MPI_Type_vector(n, 1, stride_, MPI_INT, &type_);
    MPI_Type_commit(&type_);
  }
  layout(const layout&) = delete;
  layout& operator=(const layout&) = delete;
  ~layout() { MPI_Type_free(&type_); }

  [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }
  [[nodiscard]] int stride() const noexcept { return stride_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  int stride_;
};

// A block of n ints for each process, as `lies`.
class blocks {
 public:
  blocks(int n, const layout& lies, int blocks_of)
      : n_(n), stride_(lies.stride()), all_(static_cast<std::size_t>(n) * stride_ * blocks_of, -1) {
    for (int b = 0; b < blocks_of; ++b) {
      starts_.push_back(b * n * stride_ * static_cast<int>(sizeof(int)));
      counts_.push_back(1);
      types_.push_back(lies.type());
    }
  }
  [[nodiscard]] int& at(int block, int i) {
    return all_[(static_cast<std::size_t>(block) * n_ + i) * stride_];
  }
  [[nodiscard]] int* data() noexcept { return all_.data(); }
  [[nodiscard]] const int* counts() const noexcept { return counts_.data(); }
  [[nodiscard]] const int* starts() const noexcept { return starts_.data(); }
  [[nodiscard]] const MPI_Datatype* types() const noexcept { return types_.data(); }
  // True if the holes are unchanged.
  [[nodiscard]] bool holes_kept() const {
    if (stride_ > 1)
      for (std::size_t k = 1; k < all_.size(); k += 2)
        if (all_[k] != -1) return false;
    return true;
  }

 private:
  int n_, stride_;
  std::vector<int> all_, counts_, starts_;
  std::vector<MPI_Datatype> types_;
};

void alltoallw(int n, bool holes_out, bool holes_in, bool waits) {
  const layout out_lies(n, holes_out), in_lies(n, holes_in);
  blocks out(n, out_lies, size), in(n, in_lies, size);
  for (int to = 0; to < size; ++to)
    for (int i = 0; i < n; ++i) out.at(to, i) = value(rank, to, i);
  if (waits) {
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Ialltoallw(out.data(), out.counts(), out.starts(), out.types(), in.data(), in.counts(), in.starts(),
                   in.types(), MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    MPI_Alltoallw(out.data(), out.counts(), out.starts(), out.types(), in.data(), in.counts(), in.starts(),
                  in.types(), MPI_COMM_WORLD);
  }
  bool right = in.holes_kept();
  for (int from = 0; from < size; ++from)
    for (int i = 0; i < n; ++i) right = right && in.at(from, i) == value(from, rank, i);
  checks::expect(right, "alltoallw of " + std::to_string(n) + " ints, " + (holes_out ? "holes" : "none") +
                            " to " + (holes_in ? "holes" : "none") + (waits ? ", non-blocking" : ""));
}

void bcast(int n, bool holes, bool waits) {
  // On process 0 as the caller says, on the others always with holes.
  const layout lies(n, holes || rank > 0);
  blocks data(n, lies, 1);
  if (rank == 0)
    for (int i = 0; i < n; ++i) data.at(0, i) = value(0, 0, i);
  if (waits) {
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Ibcast(data.data(), 1, lies.type(), 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    MPI_Bcast(data.data(), 1, lies.type(), 0, MPI_COMM_WORLD);
  }
  bool right = data.holes_kept();
  for (int i = 0; i < n; ++i) right = right && data.at(0, i) == value(0, 0, i);
  checks::expect(right, "bcast of " + std::to_string(n) + " ints, " + (holes ? "holes" : "none") +
                            " at the root" + (waits ? ", non-blocking" : ""));
}

#if defined(OPEN_MPI)  // MPICH needs such memory itself
// Limits the memory of process `where` to little more than it already uses.
void without_memory(int where) {
  constexpr int n = 9'000'000;
  constexpr rlim_t more = 20 << 20;
  const layout lies(n, true);
  blocks data(n, lies, 1);
  if (rank == 0)
    for (int i = 0; i < n; ++i) data.at(0, i) = value(0, 0, i);
  for (const bool waits : {false, true}) {
    MPI_Barrier(MPI_COMM_WORLD);
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    if (rank == where) {
      long pages = 0;
      std::FILE* const f = std::fopen("/proc/self/statm", "r");
      if (!f || std::fscanf(f, "%ld", &pages) != 1) pages = 1L << 30;
      if (f) std::fclose(f);
      const rlimit tight{static_cast<rlim_t>(pages) * 4096 + more, before.rlim_max};
      setrlimit(RLIMIT_AS, &tight);
    }
    MPI_Request r = MPI_REQUEST_NULL;
    if (waits)
      MPI_Ibcast(data.data(), 1, lies.type(), 0, MPI_COMM_WORLD, &r);
    else
      MPI_Bcast(data.data(), 1, lies.type(), 0, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    setrlimit(RLIMIT_AS, &before);
    bool right = true;
    for (int i = 0; i < n; ++i) right = right && data.at(0, i) == value(0, 0, i);
    checks::expect(right, "bcast without memory on process " + std::to_string(where));
  }
}
#endif

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (const int n : {1000, 300'000, 1'500'000})
    for (const bool waits : {false, true}) {
      for (const bool out : {false, true})
        for (const bool in : {false, true}) alltoallw(n, out, in, waits);
      for (const bool holes : {false, true}) bcast(n, holes, waits);
    }
#if defined(OPEN_MPI)
  for (int where = 0; size == 2 && where < size; ++where)
    without_memory(where);  // more cut the data, and pack them
#endif
  return checks::finish();
}
