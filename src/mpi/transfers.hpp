#pragma once

#include <list>
#include <span>
#include <vector>

#include "mpi/near_transfer.hpp"
#include "mpi/posted_transfers.hpp"

namespace tutti::mpi {

/// Any transfers at once, each of their sides by the way that leads to its partner: the memory of the node, or MPI.
class transfers {
 public:
  explicit transfers(mpi_process& self) noexcept : self_(self), far_(self) {}

  /// Begins them all. Nothing may be under way.
  void begin(std::span<const transfer> all);
  /// Waits for them, and finishes.
  void wait();

  // For whoever waits otherwise.
  [[nodiscard]] std::list<near_transfer>& near() noexcept { return near_; }
  [[nodiscard]] posted_transfers& far() noexcept { return far_; }
  /// All have ended.
  void finish();

 private:
  mpi_process& self_;
  std::list<near_transfer> near_;
  std::vector<transfer> split_;  // what goes by MPI, where not all does
  posted_transfers far_;
};

}  // namespace tutti::mpi
