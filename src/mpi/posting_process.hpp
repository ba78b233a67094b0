#pragma once

#include <optional>
#include <vector>

#include "mpi/mpi_process.hpp"
#include "mpi/near_transfer.hpp"
#include "mpi/progress.hpp"
#include "mpi/transfers.hpp"

namespace tutti::mpi {

class posted_call;

/// A process that posts its messages and lets its task wait: the call whose process it is goes on when they have ended. One
/// thread at a time is in it, within a progress::hold.
class posting_process final : public mpi_process, private progress::waiter {
 public:
  /// `again`: more of its tasks will follow, and what they take is kept for them.
  posting_process(const route& by, int call, posted_call& of, bool again) noexcept
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

  posted_call& of_;
  std::optional<near_transfer> near_;  // one alone
  std::optional<transfers> several_;
  int pending_ = 0, looks_ = 0;
  std::coroutine_handle<> waiting_;
  bool again_;
  std::vector<kept_block> kept_;  // with room for what has been taken, too
  std::size_t taken_ = 0;
};

}  // namespace tutti::mpi
