#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <utility>

#include "tutti/cxx20.hpp"
#include "tutti/memory.hpp"

namespace tutti {

/// The execution of a collective algorithm on one process: a coroutine that starts when it is awaited (or
/// first resumed) and runs once. Frames come from a pool, since a collective on two processes takes a few
/// hundred nanoseconds. Only one thread resumes a task, so nothing here is atomic.
class [[nodiscard]] task {
 public:
  struct promise_type;
  using handle = std::coroutine_handle<promise_type>;

  task(task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  task& operator=(task&& other) noexcept {
    std::swap(frame_, other.frame_);
    return *this;
  }
  task(const task&) = delete;
  task& operator=(const task&) = delete;
  ~task() {
    if (frame_) frame_.destroy();
  }

  /// Runs the task until it finishes or waits for a communication. An engine resumes a waiting task through
  /// the handle that process::park() received, not through this function.
  void start() { frame_.resume(); }
  [[nodiscard]] bool done() const noexcept { return frame_.done(); }

  /// Rethrows the exception that ended the task, if any. Requires done().
  inline void rethrow() const;

  /// Awaiting a task runs it to completion before the awaiting task continues.
  inline auto operator co_await() && noexcept;

 private:
  explicit task(handle frame) noexcept : frame_(frame) {}
  handle frame_;
};

struct task::promise_type {
  std::coroutine_handle<> continuation = std::noop_coroutine();
  std::exception_ptr failure;

  struct final_awaiter {
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(handle ended) const noexcept {
      return ended.promise().continuation;
    }
    void await_resume() const noexcept {}
  };

  task get_return_object() noexcept { return task(handle::from_promise(*this)); }
  [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }
  [[nodiscard]] final_awaiter final_suspend() const noexcept { return {}; }
  void return_void() const noexcept {}
  void unhandled_exception() noexcept { failure = std::current_exception(); }

  static void* operator new(std::size_t bytes) { return pool_take(bytes); }
  static void operator delete(void* frame, std::size_t bytes) noexcept { pool_give(frame, bytes); }
};

inline void task::rethrow() const {
  if (frame_.promise().failure) std::rethrow_exception(frame_.promise().failure);
}

inline auto task::operator co_await() && noexcept {
  struct awaiter {
    handle inner;
    [[nodiscard]] bool await_ready() const noexcept { return inner.done(); }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> outer) const noexcept {
      inner.promise().continuation = outer;
      return inner;
    }
    void await_resume() const {
      if (inner.promise().failure) std::rethrow_exception(inner.promise().failure);
    }
  };
  return awaiter{frame_};
}

}  // namespace tutti
