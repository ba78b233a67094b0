#pragma once

#include <coroutine>
#include <optional>
#include <utility>

#include "select/call_kind.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/process.hpp"
#include "tutti/task.hpp"

// The collectives that an experiment calls: the same interface on MPI, whatever serves the calls, and in
// virtual time. So a mock-up or a pattern is written once, as a coroutine.
namespace tutti::measure {

/// The arguments of one collective call on one process. Counts are in elements. Regular collectives have
/// `count` elements per block. Irregular ones have counts and displacements (of alltoallw in bytes, of all
/// others in elements), with blocks side by side in rank order.
///
///   bcast                  recv: the vector of `count` elements; the root's is sent
///   gather(v)              send: `count` elements; recv at the root: count each, or recv_counts
///   scatter(v)             send at the root: count each, or send_counts; recv: `count` elements
///   allgather(v)           send: `count` elements; recv: count each, or recv_counts
///   alltoall(v, w)         send, recv: count each, or send_counts and recv_counts
///   reduce ... exscan      send, recv: `count` elements (recv of reduce at the root)
///   reduce_scatter(_block) send: the vector; recv: own block of count elements (recv_counts[rank])
struct arguments {
  std::byte* send = nullptr;
  std::byte* recv = nullptr;
  const datatype* type = &byte_type;
  const operation* op = nullptr;
  int root = 0;
  std::size_t count = 0;
  const int* send_counts = nullptr;
  const int* send_displacements = nullptr;
  const int* recv_counts = nullptr;
  const int* recv_displacements = nullptr;
  std::size_t longest =
      0;  ///< the elements of the longest block of all processes, for padding without agreement
};

/// The bytes of a call as tutti::collective counts them, on a process that knows them; 0 unless all processes
/// do.
std::size_t counted_bytes(collective c, const arguments& a, int p) noexcept;
/// The imbalance of the blocks' lengths if all processes know these; otherwise `equal`.
imbalance lengths_of(collective c, const arguments& a, int p) noexcept;

/// The awaitable of `co_await use.perform(...)`: already done on MPI, a task in virtual time.
class [[nodiscard]] step {
 public:
  step() noexcept = default;
  explicit step(task what) noexcept : what_(std::move(what)) {}
  auto operator co_await() && noexcept {
    struct awaiter {
      std::optional<task> what;
      std::optional<decltype(std::declval<task>().operator co_await())> inner;
      [[nodiscard]] bool await_ready() const noexcept { return !what; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<> outer) {
        // Only where await_ready has seen one. NOLINTNEXTLINE(bugprone-unchecked-optional-access)
        inner.emplace(std::move(*what).operator co_await());
        return inner->await_suspend(outer);
      }
      void await_resume() const {
        if (inner) inner->await_resume();
      }
    };
    return awaiter{std::move(what_), std::nullopt};
  }

 private:
  std::optional<task> what_;
};

/// Serves the calls of an experiment on one process.
class library {
 public:
  library(const library&) = delete;
  library& operator=(const library&) = delete;

  /// One collective call. The arguments' tables must live until it is done.
  virtual step perform(collective c, const arguments& a) = 0;
  /// Ints and operators for mock-ups: these agree on lengths by `most`, and put blocks together by `bits`.
  struct integers {
    datatype type;         ///< int
    operation most, bits;  ///< their maximum, and their bitwise or
  };
  [[nodiscard]] virtual const integers& ints() const = 0;
  /// Computes the maximum of all processes' `mine`, by an allreduce of one int. `result` is valid when the
  /// step is done.
  virtual step agree(int mine, int& result) = 0;
  /// The process, for local work, scratch memory and messages.
  [[nodiscard]] process& self() const noexcept { return self_; }
  [[nodiscard]] int rank() const noexcept { return self_.rank(); }
  [[nodiscard]] int size() const noexcept { return self_.size(); }

 protected:
  explicit library(process& self) noexcept : self_(self) {}
  ~library() = default;

 private:
  process& self_;
};

}  // namespace tutti::measure
