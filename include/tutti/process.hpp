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

/// Where a communication has no partner on one of its sides. Nothing is sent or received there.
inline constexpr int nobody = -1;

/// One message out, one message in, or both at once. A side whose partner is `nobody` does not take place. A
/// message of several pieces of memory is made by a `bundle` (tutti/bundle.hpp).
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
  /// Sums of floating-point numbers and operators that a user defined are not.
  bool exact = true;
  std::uintptr_t handle = 0;  ///< the engine's name for it: an MPI_Op
  /// If there is one: into[i] = left[i] op right[i] for i < n on dense elements, without asking the
  /// engine. `into` may be either.
  void (*kernel)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) = nullptr;
};

/// An order of elements: less(a, b, with) is whether the one whose bytes begin at `a` comes before that at
/// `b`.
struct ordering {
  bool (*less)(const std::byte* a, const std::byte* b, const void* with) = nullptr;
  const void* with = nullptr;
};

/// What `co_await self.send(...)` and the other operations await. Ends when all its transfers have ended.
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
/// work. What stands behind it decides what a text means: MPI, virtual time, a proof, a picture.
///
/// Messages from one process to another arrive in the order in which they were sent. A send may wait for its
/// receive. Processes have one port in each direction unless the engine says otherwise:
/// sendrecv() is one round.
class process {
 public:
  process(const process&) = delete;
  process& operator=(const process&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  // Communication: each is awaited. A partner may be `nobody`.
  communication send(const_buffer data, int to,
                     const std::source_location& where = std::source_location::current()) {
    return {*this, transfer{data, to, buffer{}, nobody}, where};
  }
  communication recv(buffer data, int from,
                     const std::source_location& where = std::source_location::current()) {
    return {*this, transfer{const_buffer{}, nobody, data, from}, where};
  }
  /// The bidirectional round of the linear cost model: both at once.
  communication sendrecv(const_buffer out, int to, buffer in, int from,
                         const std::source_location& where = std::source_location::current()) {
    return {*this, transfer{out, to, in, from}, where};
  }
  /// Several at once (k ports). Ends when all have ended. The list is the engine's until then, which may
  /// change it.
  communication together(std::span<transfer> all,
                         const std::source_location& where = std::source_location::current()) {
    return {*this, all, where};
  }

  // Local work.
  /// Copies elements. The two may differ in layout, not in bytes(). Nothing happens if they are the same
  /// elements; otherwise they do not overlap.
  virtual void copy(const_buffer from, buffer to) = 0;
  /// The same, at any time until the next communication has ended: while this process waits for others it has
  /// time to copy. That communication has to come, if only without partners, where there are others at all;
  /// an empty copy asks for none. Until then neither `from` is written nor `to` touched by anything else.
  /// Another copy of this kind ends the one before.
  void copy_meanwhile(const_buffer from, buffer to) {
    if (size_ == 1)
      copy(from, to);
    else
      leave_copy(from, to);
  }
  /// right = left op right, element by element. The two have the same count and layout and do not overlap.
  virtual void reduce(const operation& op, const_buffer left, buffer right) = 0;
  /// into = left op right. `into` may be the elements of `left` or of `right`, and overlaps neither
  /// otherwise. Saves a copy where both are only read, and writing to what another process has just read,
  /// which costs a transfer of each cache line.
  virtual void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into);
  /// into = the elements of `left` and `right`, which are sorted, sorted together; equal ones in that order.
  /// All have the same layout, in which the bytes of an element lie together, and none overlaps another.
  virtual void merge(const ordering& by, const_buffer left, const_buffer right, buffer into);

  // What an engine provides.
  /// What copy_meanwhile() does where there are others. An engine may copy at once.
  virtual void leave_copy(const_buffer from, buffer to) { copy(from, to); }
  /// Begins the transfers. True if all have ended; false if the task has to wait, which park() tells the
  /// engine.
  virtual bool start(std::span<transfer> all, const std::source_location& where) = 0;
  /// Takes the coroutine to be resumed when what was started last has ended.
  virtual void park(std::coroutine_handle<> waiting) noexcept = 0;
  /// Memory for elements of algorithms. An engine that moves no data gives addresses that are never used.
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

/// Memory for `count` elements that an algorithm needs for a while. Given back at the end of its scope.
class scratch {
 public:
  scratch(process& self, std::size_t count, const datatype& type)
      : self_(self),
        bytes_(span_of(count, type)),
        memory_(self.take(bytes_)),
        lead_(lead_of(count, type)),
        count_(count),
        type_(&type) {
    assert(!type.parts);  // of a message in several parts: as many bytes
  }
  /// Packed data.
  scratch(process& self, std::size_t bytes) : scratch(self, bytes, byte_type) {}
  /// As many elements as `like` has, of the same layout.
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

/// Memory for packed data that an algorithm takes bit by bit, as it learns how much comes. Given back
/// at the end of its scope.
class taken_memory {
 public:
  /// Memory is taken at most `most` times.
  taken_memory(process& self, std::size_t most) : self_(self), taken_(most) {}
  taken_memory(const taken_memory&) = delete;
  taken_memory& operator=(const taken_memory&) = delete;
  ~taken_memory() {
    for (; n_ > 0; --n_) self_.give(taken_[n_ - 1].data, taken_[n_ - 1].count);
  }
  buffer take(std::size_t bytes) { return taken_[n_++] = {self_.take(bytes), bytes, byte_type}; }
  /// How often, and what was taken the k-th time, from 0 on.
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

/// A process that leaves to another one all that its children do not override, and that lives no longer.
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

/// Some of a process's fellows as processes of their own, counted from 0: a view that translates ranks, so
/// that an algorithm can run among the processes of a node, of a row, of a lane, and nothing has to be agreed
/// on. Members are first, first + stride, ..., or what a list names; `whole` must be one of them.
class group final : public forwarding_process {
 public:
  group(process& whole, int first, int count, int stride = 1)
      : forwarding_process(whole, (whole.rank() - first) / stride, count), first_(first), stride_(stride) {}
  /// `members` must outlive the group; `rank` is the position of `whole` in it.
  group(process& whole, std::span<const int> members, int rank)
      : forwarding_process(whole, rank, static_cast<int>(members.size())), members_(members) {}
  ~group() = default;

  /// The rank among the whole of this group's member r.
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
