#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "mpi/check/statement.hpp"
#include "mpi/communicators/call_order.hpp"
#include "mpi/communicators/dispatch.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/data/handles_in_use.hpp"
#include "mpi/observe/stopwatch.hpp"
#include "mpi/transport/posting_process.hpp"

namespace tutti::mpi {

/// The owner of a posted call, which acts when the call ends.
class call_owner {
 public:
  /// Called last when the call has ended, within the hold. The call must outlive the hold.
  virtual void call_has_ended() = 0;

 protected:
  ~call_owner() = default;
};

/// A call that may outlive the function that starts it: the coroutine that stages the data, runs the
/// algorithm and unstages the data, and the process on which the coroutine runs. The program waits for a
/// program_request. Everything happens within a progress::hold.
class posted_call : public queued_call, public task_owner {
 public:
  posted_call(form as, const dispatch& what, kept_handles kept);
  ~posted_call() override;
  static void* operator new(std::size_t bytes) { return pool_take(bytes); }
  static void operator delete(void* call, std::size_t bytes) noexcept { pool_give(call, bytes); }

  /// Allocates the memory that a persistent operation needs in every run. Throws failure or bad_alloc.
  void make_ready();
  /// Makes the processes compare this statement before each run of the operation.
  void compare_first(std::shared_ptr<const statement> states);
  /// Null unless check mode is on.
  [[nodiscard]] const std::shared_ptr<const statement>& states() const noexcept { return states_; }
  /// Keeps the MPI library's own call, which returns its request. Needed if the communicator is being opened:
  /// there may be no numbers for it.
  void keep_native(std::function<int(MPI_Request*)> call);
  /// With an owner, an error is reported to the communicator's error handler when notices are delivered,
  /// unless the MPI library has reported it. Without an owner, the caller must ask for the error: code(),
  /// rethrow().
  void set_owner(call_owner& owner) noexcept { owner_ = &owner; }
  /// Posts this call as the communicator's call that was counted last. The call starts at once if the
  /// communicator is open and no call under way has its tag. `looks`: the number of times that the call polls
  /// for messages within the node before it waits. If other operations are outstanding, it does not poll.
  /// If this throws, the call has not been posted. If it returns false, the call has ended with an error, and
  /// the process has not entered it.
  bool post(int looks = 0);
  /// Posts the call of a persistent operation again, as the next call of its communicator. If it cannot be
  /// posted, it ends with an error.
  void restart();
  /// True once the call has ended. A persistent operation that was never started has ended, too.
  [[nodiscard]] bool has_ended() const noexcept {
    return call_state_.load(std::memory_order_acquire) == call_state::ended;
  }
  [[nodiscard]] int code() const noexcept { return code_; }
  [[nodiscard]] bool failed() const noexcept { return code_ != MPI_SUCCESS; }
  /// Rethrows the exception that ended the call, if there was one.
  void rethrow() const;
  [[nodiscard]] bool is_persistent() const noexcept { return as_ == form::persistent; }
  [[nodiscard]] bool begun() const noexcept override {
    return call_state_.load(std::memory_order_relaxed) == call_state::begun;
  }

  // Called when something this call waits for is ready: a message, the communicator's opening, or its tag.
  void end_if_finished() override;
  void begin_after_wait() override { (void)begin(0); }
  void begin_natively() override;
  [[nodiscard]] bool is_native() const noexcept override {
    return as_ == form::nonblocking && !what_.served();
  }
  void fail(int code) override;

 protected:
  /// True if the report counts this call.
  [[nodiscard]] virtual bool counts() const noexcept { return true; }
  /// Allocates staging memory for the data.
  virtual void stage(process&, host_memory&, const dispatch&) {}
  /// Copies the data to staging memory and returns the coroutine to run, or none if there is nothing to do.
  virtual std::optional<task> serve(process& self, const dispatch& what) = 0;
  /// Copies the result from the staging memory to the user's buffer, after the algorithm has finished.
  virtual void finish() {}
  /// Frees the staging memory.
  virtual void unstage() noexcept {}

 private:
  // A call has not begun if it has not been posted, or if it waits for the communicator to open or for its
  // tag. A persistent call begins and ends again and again.
  enum class call_state : std::uint8_t { not_begun, begun, ended };
  class native_call;
  template <class Step>
  bool attempted(Step step);
  // Returns false if the call has ended with an error before its first message.
  bool begin(int looks);
  void settle();
  void prepare();
  [[nodiscard]] bool keeps_staged() const noexcept;
  void give_back() noexcept;
  std::optional<task> staged_program();
  task compared_program();
  void end();

  form as_;
  dispatch what_;
  kept_handles kept_;
  stopwatch watch_;
  recorded_posting record_;
  std::shared_ptr<const statement> states_;
  std::unique_ptr<native_call> native_;
  std::optional<posting_process> self_;
  std::optional<host_memory> host_;  // exists while the data are staged
  std::optional<task> task_;
  call_owner* owner_ = nullptr;
  std::atomic<call_state> call_state_;
  bool handled_ = false;  // the MPI library has called the error handler for this code
  int code_ = MPI_SUCCESS;
  std::exception_ptr thrown_;
};

/// Runs a posted call to completion. Meanwhile, advances all other outstanding operations.
int wait_for(posted_call& c);

/// True if `Staged` itself makes the coroutine that serves the call, from several algorithms.
template <class Staged>
concept has_phases = requires(Staged& staged, process& self, const dispatch& what) {
  staged.run(self, what);
};

/// A posted call of an MPI collective. `Staged` is the class that blocking calls use, too (serve.hpp).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// `Staged` is local to one source file, and so is this class. GCC warns as if it were not.
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif
template <class Staged, class... Arguments>
class posted final : public posted_call {
 public:
  posted(form as, const dispatch& what, kept_handles kept, Arguments... arguments)
      : posted_call(as, what, std::move(kept)), arguments_(std::forward<Arguments>(arguments)...) {}

 private:
  void stage(process& self, host_memory& host, const dispatch& what) override {
    std::apply([&](const auto&... given) { staged_.emplace(self, host, what, given...); }, arguments_);
    if constexpr (!has_phases<Staged>)
      if (staged_->runs) what.complete(staged_->c);
  }
  std::optional<task> serve(process& self, const dispatch& what) override {
    staged_->begin();
    if (!staged_->runs) return {};
    if constexpr (has_phases<Staged>)
      return staged_->run(self, what);
    else
      return what.decided.use->run(self, staged_->c);
  }
  void finish() override { staged_->finish(); }
  void unstage() noexcept override { staged_.reset(); }

  std::tuple<Arguments...> arguments_;
  std::optional<Staged> staged_;
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace tutti::mpi
