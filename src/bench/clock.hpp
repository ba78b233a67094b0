#pragma once

#include <vector>

#include "tutti/mpi/run.hpp"

// Time on one process and on all of them.
namespace tutti::bench {

/// Seconds since a moment that is the same on all processes of a node.
double now() noexcept;

/// A barrier of our own, so that all measurements begin after the same barrier, whatever serves the calls:
/// ceil(log2 p) rounds, in round k to rank + 2^k. No process leaves before the last has entered; they leave
/// about a message apart.
class barrier {
 public:
  explicit barrier(MPI_Comm comm);
  void operator()() const;

 private:
  MPI_Comm comm_;
  int rank_ = 0, size_ = 1;
};

/// The clock of process 0, on all processes: offset and drift of this process's clock, from exchanges along a
/// binomial tree, the quickest of which counts. Processes on the machine of process 0 have its clock (the
/// same boot of the same kernel).
class common_clock {
 public:
  explicit common_clock(MPI_Comm comm);
  /// Collective: measures the offset again.
  void adjust();
  [[nodiscard]] double from_local(double t) const noexcept { return t + offset_ + drift_ * (t - at_); }
  [[nodiscard]] double to_local(double common) const noexcept {
    return (common - offset_ + drift_ * at_) / (1 + drift_);
  }
  /// True if all processes read one clock.
  [[nodiscard]] bool one() const noexcept { return one_; }

 private:
  void learn(int from);
  void teach(int whom) const;
  void fit();

  MPI_Comm comm_;
  int rank_ = 0, size_ = 1;
  bool same_ = true, one_ = true;
  double at_ = 0, offset_ = 0, drift_ = 0;
  struct point {
    double at, offset;
  };
  std::vector<point> known_;
};

}  // namespace tutti::bench
