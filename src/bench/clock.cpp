#include "bench/clock.hpp"

#include <fstream>
#include <functional>
#include <string>

#include "bench/calls.hpp"

namespace tutti::bench {
namespace {

constexpr int tag = 7;

// A name that is equal on processes with the same steady clock.
unsigned long long name_of_clock() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  return std::hash<std::string>{}(boot);
}

}  // namespace

barrier::barrier(MPI_Comm comm) : comm_(comm) {
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size_);
}

void barrier::operator()() const {
  for (int distance = 1; distance < size_; distance *= 2) {
    const int to = (rank_ + distance) % size_, from = (rank_ - distance + size_) % size_;
    check(PMPI_Sendrecv(nullptr, 0, MPI_BYTE, to, tag, nullptr, 0, MPI_BYTE, from, tag, comm_,
                        MPI_STATUS_IGNORE),
          "the barrier");
  }
}

common_clock::common_clock(MPI_Comm comm) : comm_(comm) {
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size_);
  unsigned long long mine = name_of_clock(), first = mine;
  check(PMPI_Bcast(&first, 1, MPI_UNSIGNED_LONG_LONG, 0, comm), "the clocks");
  same_ = mine == first;
  int same = same_ ? 1 : 0, all = 0;
  check(PMPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, comm), "the clocks");
  one_ = all == 1;
}

// In round d, processes d .. 2d - 1 learn the clock from the processes d below them, which already know it.
void common_clock::adjust() {
  if (one_) return;
  for (int d = 1; d < size_; d *= 2) {
    if (rank_ < d && rank_ + d < size_)
      teach(rank_ + d);
    else if (rank_ >= d && rank_ < 2 * d)
      learn(rank_ - d);
  }
}

constexpr int exchanges = 20;

void common_clock::teach(int whom) const {
  for (int k = 0; k < exchanges; ++k) {
    check(PMPI_Recv(nullptr, 0, MPI_BYTE, whom, tag, comm_, MPI_STATUS_IGNORE), "the clocks");
    double t = from_local(now());
    check(PMPI_Send(&t, 1, MPI_DOUBLE, whom, tag, comm_), "the clocks");
  }
}

// Assumes that the partner read its clock half way between the question and the arrival of the answer. The
// quickest exchange is the most accurate.
void common_clock::learn(int from) {
  double quickest = 1e300;
  point best{};
  for (int k = 0; k < exchanges; ++k) {
    double there = 0;
    const double asked = now();
    check(PMPI_Send(nullptr, 0, MPI_BYTE, from, tag, comm_), "the clocks");
    check(PMPI_Recv(&there, 1, MPI_DOUBLE, from, tag, comm_, MPI_STATUS_IGNORE), "the clocks");
    const double answered = now();
    if (answered - asked >= quickest) continue;
    quickest = answered - asked;
    best = {(asked + answered) / 2, there - (asked + answered) / 2};
  }
  if (same_) return;
  known_.push_back(best);
  fit();
}

// Fits a line through the offsets of the last minute, as seen from the last of them. Assumes no drift while
// they span less than some seconds.
void common_clock::fit() {
  constexpr double memory = 60, enough = 2;
  const double last = known_.back().at;
  while (known_.front().at < last - memory) known_.erase(known_.begin());
  at_ = last, offset_ = known_.back().offset, drift_ = 0;
  if (last - known_.front().at < enough) return;
  double t = 0, o = 0, tt = 0, to = 0;
  for (const point& p : known_) t += p.at - last, o += p.offset;
  const auto n = static_cast<double>(known_.size());
  t /= n, o /= n;
  for (const point& p : known_) {
    const double dt = p.at - last - t;
    tt += dt * dt, to += dt * (p.offset - o);
  }
  drift_ = to / tt;
  offset_ = o - drift_ * t;
}

}  // namespace tutti::bench
