#pragma once

#include <optional>
#include <vector>

#include "mpi/progress/progress.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "mpi/transport/near_transfer.hpp"
#include "mpi/transport/transfers.hpp"

namespace tutti::mpi {

/// The call whose task runs on a posting_process.
class task_owner {
 public:
  /// The task has been resumed: it has finished, or waits again.
  virtual void end_if_finished() = 0;

 protected:
  ~task_owner() = default;
};

/// A process that posts its messages and lets its task wait: its call goes on when the messages have ended. One thread at a time is in
/// it, within a progress::hold.
class posting_process final : public mpi_process, private progress::waiter {
 public:
  /// `again`: more of its tasks will follow, and what they take is kept for them.
  posting_process(const route& by, int call, task_owner& of, bool again) noexcept
      : mpi_process(by, call), of_(of), again_(again) {}
  ~posting_process();
  using mpi_process::next_call;

  /// How many times in all it looks for messages within the node from now on, before its task waits for them.
  void look(int times) noexcept { looks_ = times; }

  bool start(std::span<transfer> all, const std::source_location& where) override;
  std::byte* take(std::size_t bytes) override;
  void give(std::byte* memory, std::size_t bytes) noexcept override;
  void park(std::coroutine_handle<> waiting) noexcept override { waiting_ = waiting; }

 private:
  struct kept_block {
    std::byte* memory;
    std::size_t bytes;
  };

  bool post(const transfer& t);
  bool await(near_transfer& one);
  bool ended(int code, const MPI_Status& status, std::size_t expected) noexcept override;
  void go_on() override;

  task_owner& of_;
  std::optional<near_transfer> near_;  // one alone
  std::optional<transfers> several_;
  int pending_ = 0, looks_ = 0;
  std::coroutine_handle<> waiting_;
  bool again_;
  std::vector<kept_block> kept_;  // with room for what has been taken, too
  std::size_t taken_ = 0;
};

}  // namespace tutti::mpi
