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
#include "tutti/machine/trace.hpp"
#include "tutti/process.hpp"

namespace tutti {

class engine;

/// Processes that wait for each other for ever, or messages whose lengths do not match.
class communication_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The embedded engine: p processes as coroutines in one thread, under virtual time.
///
/// A message occupies a port of both its ends from when both are ready and have a free port, for as long as
/// the network says; in the LogGP model its sender goes on before it has arrived. Several messages of one
/// process that wait for the same port are served in the order in which their partners become ready, then in
/// the order of the list. The same inputs give the same order of events and the same times to the last bit.
class world {
 public:
  /// What one process did, with its operations.
  struct account {
    std::size_t messages_sent = 0, bytes_sent = 0;
    std::size_t messages_received = 0, bytes_received = 0;
    double clock = 0;  ///< when its program ended, seconds
  };
  using combine = std::function<void(const operation&, const_buffer left, buffer right)>;

  /// One port, the linear model, fully connected.
  world(int p, const machine& on);
  /// Throws std::invalid_argument if p processes do not fit on the network. `operations`: how many each of
  /// them may have under way at once, beside its program.
  world(int p, const network& on, int operations = 0);
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// What reduce() does to data; without it nothing but its cost happens.
  void combine_with(combine f);
  /// What scratch memory holds before it is written: a byte to fill it with.
  void poison_with(unsigned char byte);
  /// Only times: scratch memory is at addresses of unused_memory, and what is there or at null is not moved
  /// or reduced. What an algorithm keeps in memory of its own (lengths of blocks) is transferred as usual.
  void without_data();
  /// When processes begin, seconds: one number for each.
  void begin_at(const arrival& times);
  /// Ends a run as soon as its time exceeds this number of seconds, or it is more than this much work():
  /// run() returns with processes on their way, and time() is infinite.
  void give_up_after(double seconds, std::size_t work = SIZE_MAX);
  /// Writes down every message, until the world ends.
  void record(trace& into);

  /// Runs the program on all processes to its end. Throws communication_error, and what a process threw.
  void run(const std::function<task(process&)>& program);

  // What a program may have under way beside itself: a non-blocking collective, for instance. Operations 0,
  // 1, ... of a process have its rank and its ports, and messages of their own: those of operation k reach
  // operation k of another process. One processor combines for all of them, and one is busy with their
  // messages. They go on by themselves, whatever the program does.
  //
  //     w.begin(self.rank(), 0, algorithm.run(w.operation(self.rank(), 0), arguments));
  //     ...
  //     co_await w.ended(self.rank(), 0);

  /// The process as its operation k sees it.
  [[nodiscard]] process& operation(int rank, int k);
  /// Begins operation k, which must not be under way, when its process's program is now. What has ended it
  /// before, and no one has waited for, is thrown.
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
  /// Awaited by the program of that process: ends when its operation k has ended, and throws what that threw.
  end_of_operation ended(int rank, int k);

  [[nodiscard]] int size() const noexcept;
  [[nodiscard]] const account& of(int rank) const noexcept;
  /// How the messages lay on the links of the topology: the longest route, and the most of them on one link
  /// at once. A message is on links while its bytes are.
  [[nodiscard]] embedding on_links() const noexcept;
  /// What it costs to run it, in messages; 64 copies or reductions count as one.
  [[nodiscard]] std::size_t work() const noexcept;
  /// Bytes that all processes have copied.
  [[nodiscard]] std::size_t copied() const noexcept;
  /// When the last process ended, seconds.
  [[nodiscard]] double time() const noexcept;

 private:
  std::unique_ptr<engine> engine_;
};

}  // namespace tutti
