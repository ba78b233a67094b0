#include "bench/one_sided.hpp"

#include "bench/calls.hpp"

namespace tutti::bench {

one_sided::one_sided(const measure::experiment& e, const measure::pattern::partners& with, MPI_Comm comm,
                     std::span<std::byte> memory)
    : way_(e.made == "lock"   ? way::lock
           : e.made == "post" ? way::post
                              : way::fences),
      puts_(e.operation == "put"),
      begin_(memory.data()),
      comm_(comm) {
  // The data go from the origin of a put, and to the origin of a get.
  const auto &here = puts_ ? with.to : with.from, &there = puts_ ? with.from : with.to;
  origin_ = !here.empty();
  if (origin_ || !there.empty()) other_ = origin_ ? here[0] : there[0];
  check(
      PMPI_Win_create(memory.data(), static_cast<MPI_Aint>(memory.size()), 1, MPI_INFO_NULL, comm, &window_),
      "a window");
  if (way_ != way::post || other_ == MPI_PROC_NULL) return;
  MPI_Group all = MPI_GROUP_NULL;
  check(PMPI_Comm_group(comm, &all), "a group");
  check(PMPI_Group_incl(all, 1, &other_, &group_), "a group");
  check(PMPI_Group_free(&all), "a group");
}

one_sided::~one_sided() {
  if (group_ != MPI_GROUP_NULL) PMPI_Group_free(&group_);
  PMPI_Win_free(&window_);
}

void one_sided::move(const measure::arguments& a) const {
  const auto n = static_cast<int>(a.count);
  const MPI_Datatype t = type_of(*a.type);
  check(puts_ ? PMPI_Put(a.send, n, t, other_, a.recv - begin_, n, t, window_)
              : PMPI_Get(a.recv, n, t, other_, a.send - begin_, n, t, window_),
        "a one-sided call");
}

void one_sided::operator()(const measure::arguments& a) const {
  switch (way_) {
    case way::fences:
      check(PMPI_Win_fence(MPI_MODE_NOPRECEDE, window_), "a fence");
      if (origin_) move(a);
      return check(PMPI_Win_fence(MPI_MODE_NOSUCCEED, window_), "a fence");
    case way::lock:
      if (!origin_) return;
      check(PMPI_Win_lock(MPI_LOCK_EXCLUSIVE, other_, 0, window_), "a lock");
      move(a);
      return check(PMPI_Win_unlock(other_, window_), "an unlock");
    case way::post:
      if (other_ == MPI_PROC_NULL) return;
      if (!origin_) {
        check(PMPI_Win_post(group_, 0, window_), "a post");
        return check(PMPI_Win_wait(window_), "a wait");
      }
      check(PMPI_Win_start(group_, 0, window_), "a start");
      move(a);
      return check(PMPI_Win_complete(window_), "a complete");
  }
}

void one_sided::synchronise() const {
  int rank = 0;
  check(PMPI_Comm_rank(comm_, &rank), "a rank");
  check(PMPI_Barrier(comm_), "a barrier");
  check(PMPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window_), "a lock");
  check(PMPI_Win_unlock(rank, window_), "an unlock");
}

}  // namespace tutti::bench
