#pragma once

#include "mpi/progress/progress.hpp"
#include "mpi/transport/mpi_process.hpp"

namespace tutti::mpi {

/// A process that blocks: each communication is done when it is awaited, so that a task never waits.
class blocking_process final : public mpi_process {
 public:
  blocking_process(const route& by, int call) noexcept : mpi_process(by, call) {}
  ~blocking_process() = default;

  /// To its end, whatever else ends meanwhile: its partners wait for all of it.
  [[gnu::always_inline]] void run(task&& program) {
    const progress::notices_blocked blocked;
    program.start();
    program.rethrow();
    finish_copy();  // the program may be a user's
  }

  void leave_copy(const_buffer from, buffer to) override { put_off(from, to); }
  bool start(std::span<transfer> all, const std::source_location& where) override;
  void park(std::coroutine_handle<>) noexcept override {}

 private:
  void staged(transfer t);
  void several(std::span<transfer> all);
};

}  // namespace tutti::mpi
