#pragma once

#include <cstddef>
#include <span>

#include "measure/library.hpp"
#include "measure/patterns.hpp"
#include "tutti/mpi/run.hpp"

namespace tutti::bench {

/// The patterns put and get: MPI_Put and MPI_Get in a window of all processes' test data.
class one_sided {
 public:
  /// Collective over `comm`. `memory`: the test data, with the same places on all processes. It must outlive
  /// this.
  one_sided(const measure::experiment& e, const measure::pattern::partners& with, MPI_Comm comm,
            std::span<std::byte> memory);
  ~one_sided();
  one_sided(const one_sided&) = delete;
  one_sided& operator=(const one_sided&) = delete;

  void operator()(const measure::arguments& a) const;
  /// A barrier that also makes visible the data that other processes have written. Collective.
  void synchronise() const;

 private:
  // "call": all processes, two fences. "lock": only the origin acts, and locks the other's memory. "post":
  // the two processes of a pair, by MPI_Win_post and MPI_Win_start.
  enum class way { fences, lock, post } way_;
  void move(const measure::arguments& a) const;

  bool puts_;
  int other_ = MPI_PROC_NULL;  // the partner
  bool origin_ = false;        // this process makes the call
  std::byte* begin_;           // of the window
  MPI_Comm comm_;
  MPI_Win window_ = MPI_WIN_NULL;
  MPI_Group group_ = MPI_GROUP_NULL;  // of the partner
};

}  // namespace tutti::bench
