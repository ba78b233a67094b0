#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/machine/noise.hpp"
#include "tutti/machine/trace.hpp"
#include "tutti/process.hpp"

namespace tutti {

class engine;

/// A deadlock, or messages whose lengths do not match.
class communication_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The embedded engine: p processes as coroutines in one thread, under virtual time.
///
/// A message starts when both its ends are ready and have a free port. It occupies both ports for the
/// duration that the network gives; in the LogGP model, its sender continues before it has arrived. Several
/// messages of one process that wait for the same port are served in the order in which their partners become
/// ready, then in the order of the list. The same inputs give the same order of events and the same times to
/// the last bit.
class world {
 public:
  /// Totals of one process, including its operations.
  struct account {
    std::size_t messages_sent = 0, bytes_sent = 0;
    std::size_t messages_received = 0, bytes_received = 0;
    double clock = 0;  ///< when its program ended, seconds
  };
  using combine = std::function<void(const operation&, const_buffer left, buffer right)>;

  /// The linear model with one port, fully connected.
  world(int p, const machine& on);
  /// Throws std::invalid_argument if p processes do not fit on the network. `operations`: the number of
  /// operations that each process may have active at once, beside its program.
  world(int p, const network& on, int operations = 0);
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// Sets the function by which reduce() combines data; without it, reduce() only takes time.
  void combine_with(combine f);
  /// Sets the byte with which new scratch memory is filled.
  void poison_with(unsigned char byte);
  /// Simulates times only. Scratch memory is at addresses of unused_memory, and data there or at null are not
  /// moved or reduced. Messages from an algorithm's own variables (lengths of blocks) are transferred as
  /// usual.
  void without_data();
  /// Sets the begin time of each process, seconds.
  void begin_at(const arrival& times);
  void interrupt_by(const interruptions& noise);
  /// Aborts a run as soon as its time exceeds `seconds`, or its work() exceeds `work`. Then run() returns
  /// with unfinished processes, and time() is infinite.
  void give_up_after(double seconds, std::size_t work = SIZE_MAX);
  /// Records every message in `into`, which must outlive the world.
  void record(trace& into);

  /// Runs the program on all processes to completion. Throws communication_error, and the exceptions of
  /// processes.
  void run(const std::function<task(process&)>& program);

  // Operations run beside the program of a process, as a non-blocking collective does. Operations 0, 1, ...
  // of a process have its rank and its ports, but their own messages: those of operation k reach operation k
  // of another process. They share the process's processor, for reductions and for messages. They progress
  // independently of the program.
  //
  //     w.begin(self.rank(), 0, algorithm.run(w.operation(self.rank(), 0), arguments));
  //     ...
  //     co_await w.ended(self.rank(), 0);

  /// The process as its operation k sees it.
  [[nodiscard]] process& operation(int rank, int k);
  /// Starts operation k, which must not be active, at the current time of its process's program. If its
  /// previous run failed and nothing awaited ended(), rethrows that exception.
  void begin(int rank, int k, task run);
  class [[nodiscard]] end_of_operation {
   public:
    end_of_operation(engine& of, int rank, int k) noexcept : engine_(of), rank_(rank), k_(k) {}
    [[nodiscard]] bool await_ready() const;
    void await_suspend(std::coroutine_handle<> waiting) const;
    void await_resume() const;

   private:
    engine& engine_;
    int rank_, k_;
  };
  /// Awaited by the program of that process: completes when operation k has finished, and rethrows its
  /// exception.
  end_of_operation ended(int rank, int k);

  [[nodiscard]] int size() const noexcept;
  [[nodiscard]] const account& of(int rank) const noexcept;
  /// The longest route on the topology, and the maximum number of messages on one link at once. A message is
  /// on a link only during its data, not during its start-up.
  [[nodiscard]] embedding on_links() const noexcept;
  /// The cost of the simulation itself, in messages; 64 copies or reductions count as one message.
  [[nodiscard]] std::size_t work() const noexcept;
  /// Bytes copied by all processes.
  [[nodiscard]] std::size_t copied() const noexcept;
  /// When the last process ended, seconds.
  [[nodiscard]] double time() const noexcept;

 private:
  std::unique_ptr<engine> engine_;
};

}  // namespace tutti
