#pragma once

#include "mpi/transport/mpi_process.hpp"

namespace tutti::mpi {

/// A process whose communications block: each one has completed when start() returns, so a task never waits.
class blocking_process final : public mpi_process {
 public:
  blocking_process(const route& via, int call) noexcept : mpi_process(via, call) {}
  ~blocking_process() = default;

  /// Runs the program to completion.
  [[gnu::always_inline]] void run(task&& program) {
    program.start();
    program.rethrow();
    finish_copy();  // a user's program may end with a copy_meanwhile()
  }

  void leave_copy(const_buffer from, buffer to) override { postpone_copy(from, to); }
  bool start(std::span<transfer> all, const std::source_location& where) override;
  void park(std::coroutine_handle<>) noexcept override {}

 private:
  void within_node(const transfer& t);
  void by_mpi(const transfer& t);
  void staged(transfer t);
  void several(std::span<transfer> all);
};

}  // namespace tutti::mpi
