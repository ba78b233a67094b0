#pragma once

#include <atomic>
#include <cstdint>
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

/// A served call that need not have ended when the function returns that began it: the coroutine that stages its data, runs the
/// algorithm and unstages them, the process that it runs on, and who is told. Everything happens within a progress::hold.
/// First the algorithm finishes, then the call ends, and then the program completes the request.
class posted_call : public queued_call, public task_owner {
 public:
  posted_call(form as, const dispatch& what, kept_handles kept);
  ~posted_call() override;
  static void* operator new(std::size_t bytes) { return pool_take(bytes); }
  static void operator delete(void* call, std::size_t bytes) noexcept { pool_give(call, bytes); }

  /// Takes the memory that a persistent one needs whenever it runs. Throws failure or bad_alloc.
  void make_ready();
  /// Has its processes compare this each time before it runs.
  void compare_first(std::shared_ptr<const statement> states);
  /// Null where nothing is compared.
  [[nodiscard]] const statement* states() const noexcept { return states_.get(); }
  /// Posts it as the communicator's call that has been counted last: it runs as far as it comes, at once if the communicator
  /// is open and no call with its tag is under way. Looks this many times for messages within the node that have not come yet, if
  /// nothing else is outstanding that would have to be looked after meanwhile.
  void post(int looks = 0);
  /// Whether it has ended. Unless a request was made for it, it is its owner's then.
  [[nodiscard]] bool has_ended() const noexcept {
    return call_state_.load(std::memory_order_acquire) == call_state::ended;
  }
  [[nodiscard]] int code() const noexcept { return code_; }
  [[nodiscard]] bool failed() const noexcept { return code_ != MPI_SUCCESS; }
  /// Throws what it has ended with, if with anything.
  void rethrow() const;

  /// The request by which the program waits for it. From now on it is its own owner, unless it has ended.
  MPI_Request make_request();
  /// How a persistent request is started: by the MPI library, or so that only tutti knows (deferred.hpp).
  enum class request_start : std::uint8_t { by_library, deferred };
  /// The request by which the program starts and waits for it, time and again; nothing has been posted yet. Its owner keeps it.
  MPI_Request make_persistent();
  /// Posts it anew, as the next call of its communicator.
  void restart(request_start how);
  /// Whether the program has its request as an active one, and the MPI library has not started it.
  [[nodiscard]] bool is_deferred() const noexcept { return request_state_ == request_state::deferred; }
  /// A request for one that is not persistent, which is deferred.
  void lend(MPI_Request request) noexcept;
  /// The program completes the request of a call that has ended.
  void complete() noexcept;
  /// Whether its request is inactive, as far as the MPI library knows.
  [[nodiscard]] bool inactive();
  [[nodiscard]] bool is_persistent() const noexcept { return as_ == form::persistent; }
  [[nodiscard]] MPI_Request request() const noexcept override { return request_; }
  [[nodiscard]] bool begun() const noexcept override {
    return call_state_.load(std::memory_order_relaxed) == call_state::begun;
  }

  // Called by what it waits for: its messages, or the opening of its communicator.
  void end_if_finished() override;
  void begin_after_wait() override { begin(0); }
  void fail(int code) override;

 protected:
  /// Whether the report counts it.
  [[nodiscard]] virtual bool counts() const noexcept { return true; }
  /// Takes memory for the data.
  virtual void stage(process&, host_memory&, const dispatch&) {}
  /// Brings the data there, and gives the coroutine; none if there is nothing to run.
  virtual std::optional<task> serve(process& self, const dispatch& what) = 0;
  /// When the algorithm has finished: brings the data where they belong.
  virtual void finish() {}
  /// Gives the memory back.
  virtual void unstage() noexcept {}

 private:
  // A call that has not begun has not been posted, or waits for the communicator's opening or for its tag. A persistent one begins
  // and ends time and again.
  enum class call_state : std::uint8_t { not_begun, begun, ended };
  // For the program a request is active whether the MPI library has it as an active one, or it is deferred.
  enum class request_state : std::uint8_t { none, inactive, active, deferred };
  template <class Step>
  bool attempted(Step step);
  void begin(int looks);
  void prepare();
  [[nodiscard]] bool keeps_staged() const noexcept;
  void give_back() noexcept;
  std::optional<task> staged_program();
  task compared_program();
  void end();
  void signal_end();
  void send_end_message() const;

  form as_;
  dispatch what_;
  kept_handles kept_;
  stopwatch watch_;
  recorded_posting record_;
  std::shared_ptr<const statement> states_;
  std::optional<posting_process> self_;
  std::optional<host_memory> host_;  // there is one while the data are staged
  std::optional<task> task_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  request_state request_state_ = request_state::none;
  std::atomic<call_state> call_state_{call_state::not_begun};
  bool own_ = false;  // it is its own owner
  int tag_ = -1;      // of its request's message, to be given back; -1: there is none
  int code_ = MPI_SUCCESS;
  std::exception_ptr thrown_;
};

/// How many requests are deferred (deferred.hpp): the program has them as active, and the MPI library does not.
extern constinit int deferred_requests;

/// Runs a posted call to its end, and everything else that is outstanding as far as it comes.
int wait_for(posted_call& c);

/// A call of the program's. `Staged` is what blocking calls make, too: see serve.hpp.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// What is staged belongs to one source file, and so does this class for it; GCC takes it for everybody's.
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
    if (staged_->runs) what.complete(staged_->c);
  }
  std::optional<task> serve(process& self, const dispatch& what) override {
    staged_->begin();
    if (!staged_->runs) return {};
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
