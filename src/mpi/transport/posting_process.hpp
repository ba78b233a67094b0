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
  /// Called after the task was resumed, when it has finished or waits again.
  virtual void end_if_finished() = 0;

 protected:
  ~task_owner() = default;
};

/// A process that posts its messages and suspends its task. The task resumes when the messages have
/// completed. Only one thread at a time uses the process, within a progress::hold.
class posting_process final : public mpi_process, private progress::waiter {
 public:
  /// `reused`: more tasks will run on this process, so it keeps the memory that a task gives back.
  posting_process(const route& via, int call, task_owner& owner, bool reused) noexcept
      : mpi_process(via, call), owner_(owner), reused_(reused) {}
  ~posting_process();
  using mpi_process::next_call;

  /// Sets how many more times, in total, the process polls messages within the node before its task waits.
  void allow_polls(int times) noexcept { polls_left_ = times; }

  bool start(std::span<transfer> all, const std::source_location& where) override;
  std::byte* take(std::size_t bytes) override;
  void give(std::byte* memory, std::size_t bytes) noexcept override;
  void park(std::coroutine_handle<> waiting) noexcept override { waiting_ = waiting; }

 private:
  struct free_block {
    std::byte* memory;
    std::size_t bytes;
  };

  void begin(std::span<transfer> all);
  bool post(const transfer& t);
  static bool advance(near_transfer& one);
  bool await(near_transfer& one);
  bool ended(int code, const MPI_Status& status, std::size_t expected) noexcept override;
  void go_on() override;

  task_owner& owner_;
  std::optional<near_transfer> near_;  // a single transfer within the node
  std::optional<transfers> several_;
  int pending_ = 0, polls_left_ = 0;
  std::coroutine_handle<> waiting_;
  bool reused_;
  std::vector<free_block> free_blocks_;  // capacity includes the blocks in use: give() allocates nothing
  std::size_t taken_ = 0;
};

}  // namespace tutti::mpi
