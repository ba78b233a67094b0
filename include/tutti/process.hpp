#pragma once

#include <cassert>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <span>

#include "tutti/buffer.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/memory.hpp"
#include "tutti/ranks.hpp"
#include "tutti/task.hpp"

namespace tutti {

class process;

/// The partner of a side on which nothing is sent or received.
inline constexpr int nobody = -1;

/// A send, a receive, or both at once. A side whose partner is `nobody` does not take place. A `bundle`
/// (tutti/bundle.hpp) makes one message of several pieces of memory.
struct transfer {
  const_buffer out;
  int to = nobody;
  buffer in;
  int from = nobody;
};

/// A binary operator of a reduction, applied element by element.
struct operation {
  bool commutative = true;
  /// Associative to the last bit, so that any bracketing gives the same result: integers, minimum, maximum.
  /// Sums of floating-point numbers and user-defined operators are not.
  bool exact = true;
  std::uintptr_t handle = 0;  ///< the engine's handle of the operator: an MPI_Op
  /// Computes into[i] = left[i] op right[i] for i < n on dense elements, without calling the engine. `into`
  /// may be `left` or `right`. Null if the operator has no kernel.
  void (*kernel)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) = nullptr;
};

/// An order of elements. less(a, b, with) is true if the element whose bytes begin at `a` precedes the
/// element whose bytes begin at `b`.
struct ordering {
  bool (*less)(const std::byte* a, const std::byte* b, const void* with) = nullptr;
  const void* with = nullptr;
};

/// The awaitable of `co_await self.send(...)` and the other operations. Completes when all its transfers have
/// completed.
class [[nodiscard]] communication {
 public:
  communication(process& self, const transfer& one, const std::source_location& where) noexcept
      : self_(self), one_(one), first_(nullptr), n_(1), where_(where) {}
  communication(process& self, std::span<transfer> several, const std::source_location& where) noexcept
      : self_(self), first_(several.data()), n_(several.size()), where_(where) {}
  communication(const communication&) = delete;
  communication& operator=(const communication&) = delete;

  [[nodiscard]] inline bool await_ready();
  inline void await_suspend(std::coroutine_handle<> waiting) noexcept;
  void await_resume() const noexcept {}

 private:
  process& self_;
  transfer one_;
  transfer* first_;
  std::size_t n_;
  std::source_location where_;
};

/// The process on which an algorithm runs: its rank among `size` processes, messages to the others, and local
/// work. Each engine implements this class: MPI, virtual time, proofs, drawings.
///
/// Messages from one process to another arrive in the order in which they were sent. A send may block until
/// its receive is posted. Processes have one port in each direction unless the engine has more, so
/// sendrecv() is one round.
class process {
 public:
  process(const process&) = delete;
  process& operator=(const process&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  // Communication. Each operation must be awaited. A partner may be `nobody`.
  communication send(const_buffer data, int to,
                     const std::source_location& where = std::source_location::current()) {
    return {*this, transfer{data, to, buffer{}, nobody}, where};
  }
  communication recv(buffer data, int from,
                     const std::source_location& where = std::source_location::current()) {
    return {*this, transfer{const_buffer{}, nobody, data, from}, where};
  }
  /// Sends and receives at once: the bidirectional round of the linear cost model.
  communication sendrecv(const_buffer out, int to, buffer in, int from,
                         const std::source_location& where = std::source_location::current()) {
    return {*this, transfer{out, to, in, from}, where};
  }
  /// Starts several transfers at once (k ports). Completes when all have completed. Until then, the list must
  /// not be accessed: the engine may change it.
  communication together(std::span<transfer> all,
                         const std::source_location& where = std::source_location::current()) {
    return {*this, all, where};
  }

  // Local work.
  /// Copies elements. The layouts may differ; bytes() must be equal. Does nothing if both are the same
  /// elements; otherwise they must not overlap.
  virtual void copy(const_buffer from, buffer to) = 0;
  /// Copies elements at some time before the next communication completes, because a process has time to copy
  /// while it waits for others. Unless size() is 1 or the copy is empty, a communication must follow; it may
  /// be one without partners. Until it completes, `from` must not be written and `to` not accessed. A second
  /// copy_meanwhile() first completes the previous one.
  void copy_meanwhile(const_buffer from, buffer to) {
    if (size_ == 1)
      copy(from, to);
    else
      leave_copy(from, to);
  }
  /// right = left op right, element by element. Both have the same count and layout and do not overlap.
  virtual void reduce(const operation& op, const_buffer left, buffer right) = 0;
  /// into = left op right. `into` is the elements of `left`, those of `right`, or overlaps neither. Saves a
  /// copy if both operands are only read. Also avoids writes to memory that another process has just read,
  /// which would transfer each cache line.
  virtual void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into);
  /// Merges the sorted elements of `left` and `right` into `into`. Of equal elements, those of `left` come
  /// first. All three have the same layout, without holes inside an element, and do not overlap.
  virtual void merge(const ordering& by, const_buffer left, const_buffer right, buffer into);

  // Implemented by engines.
  /// Implements copy_meanwhile() for size() > 1. An engine may copy at once.
  virtual void leave_copy(const_buffer from, buffer to) { copy(from, to); }
  /// Starts the transfers. Returns true if all have completed. Returns false if the task must wait; then
  /// park() follows.
  virtual bool start(std::span<transfer> all, const std::source_location& where) = 0;
  /// Stores the coroutine that the engine resumes when the transfers started last have completed.
  virtual void park(std::coroutine_handle<> waiting) noexcept = 0;
  /// Memory for the elements of algorithms. An engine that moves no data returns addresses that are never
  /// accessed.
  virtual std::byte* take(std::size_t bytes) { return static_cast<std::byte*>(pool_take(bytes)); }
  virtual void give(std::byte* memory, std::size_t bytes) noexcept { pool_give(memory, bytes); }

 protected:
  process(int rank, int size) noexcept : rank_(rank), size_(size) {}
  ~process() = default;

 private:
  int rank_, size_;
};

inline bool communication::await_ready() {
  return self_.start(first_ ? std::span<transfer>(first_, n_) : std::span<transfer>(&one_, 1), where_);
}
inline void communication::await_suspend(std::coroutine_handle<> waiting) noexcept { self_.park(waiting); }

/// Temporary memory of an algorithm for `count` elements. Freed at the end of its scope.
class scratch {
 public:
  scratch(process& self, std::size_t count, const datatype& type)
      : self_(self),
        bytes_(span_of(count, type)),
        memory_(self.take(bytes_)),
        lead_(lead_of(count, type)),
        count_(count),
        type_(&type) {
    assert(!type.parts);  // for a message in several parts, use the constructor with bytes
  }
  /// Memory for packed data.
  scratch(process& self, std::size_t bytes) : scratch(self, bytes, byte_type) {}
  /// Memory for as many elements as `like` has, in the same layout.
  scratch(process& self, const_buffer like) : scratch(self, like.count, *like.type) {}
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch() { self_.give(memory_, bytes_); }

  [[nodiscard]] buffer all() const noexcept { return {memory_ + lead_, count_, *type_}; }
  operator buffer() const noexcept { return all(); }
  operator const_buffer() const noexcept { return all(); }
  [[nodiscard]] buffer slice(std::size_t first, std::size_t n) const noexcept {
    return all().slice(first, n);
  }
  [[nodiscard]] buffer part(int i, int parts) const noexcept { return all().part(i, parts); }

 private:
  static constexpr std::size_t span_of(std::size_t count, const datatype& t) noexcept {
    if (count == 0) return 0;
    const std::size_t step = static_cast<std::size_t>(t.extent < 0 ? -t.extent : t.extent);
    return (count - 1) * step + t.true_extent;
  }
  static constexpr std::ptrdiff_t lead_of(std::size_t count, const datatype& t) noexcept {
    if (count == 0 || t.extent >= 0) return -t.true_lb;
    return -t.true_lb - static_cast<std::ptrdiff_t>(count - 1) * t.extent;
  }

  process& self_;
  std::size_t bytes_;
  std::byte* memory_;
  std::ptrdiff_t lead_;
  std::size_t count_;
  const datatype* type_;
};

/// Memory for packed data that an algorithm allocates piece by piece, as it learns how much data arrives.
/// Freed at the end of its scope.
class taken_memory {
 public:
  /// `most`: the maximum number of calls of take().
  taken_memory(process& self, std::size_t most) : self_(self), taken_(most) {}
  taken_memory(const taken_memory&) = delete;
  taken_memory& operator=(const taken_memory&) = delete;
  ~taken_memory() {
    for (; n_ > 0; --n_) self_.give(taken_[n_ - 1].data, taken_[n_ - 1].count);
  }
  buffer take(std::size_t bytes) {
    assert(n_ < taken_.size());
    return taken_[n_++] = {self_.take(bytes), bytes, byte_type};
  }
  /// The number of pieces allocated, and piece k, counted from 0.
  [[nodiscard]] std::size_t size() const noexcept { return n_; }
  [[nodiscard]] buffer operator[](std::size_t k) const noexcept { return taken_[k]; }

 private:
  process& self_;
  workspace<buffer> taken_;
  std::size_t n_ = 0;
};

inline void process::reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) {
  const bool takes_its_place = same_elements(left, into);
  const scratch kept(*this, takes_its_place ? left.count : 0, *left.type);
  if (takes_its_place) {
    copy(left, kept);
    left = kept;
  }
  copy(right, into);
  reduce(op, left, into);
}

inline void process::merge(const ordering& by, const_buffer left, const_buffer right, buffer into) {
  const auto at = [](auto b, std::size_t i) {
    return b.data + static_cast<std::ptrdiff_t>(i) * b.type->extent + b.type->true_lb;
  };
  std::size_t l = 0, r = 0;
  for (std::size_t k = 0; k < into.count; ++k) {
    const bool is_right = l == left.count || (r < right.count && by.less(at(right, r), at(left, l), by.with));
    std::memcpy(at(into, k), is_right ? at(right, r++) : at(left, l++), into.type->size);
  }
}

/// A process that forwards every call to another process, except the functions that a derived class
/// overrides. The other process must outlive it.
class forwarding_process : public process {
 public:
  void copy(const_buffer from, buffer to) override { to_.copy(from, to); }
  void leave_copy(const_buffer from, buffer to) override { to_.leave_copy(from, to); }
  void reduce(const operation& op, const_buffer left, buffer right) override { to_.reduce(op, left, right); }
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override {
    to_.reduce_into(op, left, right, into);
  }
  void merge(const ordering& by, const_buffer left, const_buffer right, buffer into) override {
    to_.merge(by, left, right, into);
  }
  bool start(std::span<transfer> all, const std::source_location& where) override {
    return to_.start(all, where);
  }
  void park(std::coroutine_handle<> waiting) noexcept override { to_.park(waiting); }
  std::byte* take(std::size_t bytes) override { return to_.take(bytes); }
  void give(std::byte* memory, std::size_t bytes) noexcept override { to_.give(memory, bytes); }

 protected:
  explicit forwarding_process(process& to) noexcept : forwarding_process(to, to.rank(), to.size()) {}
  forwarding_process(process& to, int rank, int size) noexcept : process(rank, size), to_(to) {}
  ~forwarding_process() = default;

 private:
  process& to_;
};

/// A subset of the processes, with ranks counted from 0: a view that translates ranks. An algorithm can run
/// on the processes of a node, a row or a lane, without any agreement between processes. The members are
/// first, first + stride, ..., or the ranks of a list; `whole` must be one of them.
class group final : public forwarding_process {
 public:
  group(process& whole, int first, int count, int stride = 1)
      : forwarding_process(whole, (whole.rank() - first) / stride, count), first_(first), stride_(stride) {}
  /// `members` must outlive the group; `rank` is the position of `whole` in it.
  group(process& whole, std::span<const int> members, int rank)
      : forwarding_process(whole, rank, static_cast<int>(members.size())), members_(members) {}
  ~group() = default;

  /// The rank in the whole of this group's member r.
  [[nodiscard]] int outer(int r) const noexcept {
    if (r == nobody) return nobody;
    return members_.empty() ? first_ + r * stride_ : members_[static_cast<std::size_t>(r)];
  }

  bool start(std::span<transfer> all, const std::source_location& where) override {
    for (transfer& t : all) {
      t.to = outer(t.to);
      t.from = outer(t.from);
    }
    return forwarding_process::start(all, where);
  }

 private:
  std::span<const int> members_;
  int first_ = 0, stride_ = 1;
};

}  // namespace tutti
