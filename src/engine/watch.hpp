#pragma once

// Watches the memory in which an algorithm works: each byte may be written, may only be read, or must not be
// touched. The contents of the memory do not matter.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tutti/process.hpp"

namespace tutti {

/// Thrown, through the algorithm, if a proof needs too much memory. It proves nothing about the algorithm.
class too_large_proof : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Memory in which each byte has a state. Allocations are between guard zones, which must not be touched.
/// Holes of elements and memory that was given back are such zones, too. Other addresses are not checked: an
/// algorithm may keep lengths, for instance, in variables of its own.
class watched_memory {
 public:
  /// Bit 0: may be read. A byte that something in progress writes is `busy`. A byte that may be written is
  /// `unread` from the time when data was received there until it is looked at.
  enum class state : std::uint8_t { outside = 0, readable = 1, busy = 2, writable = 3, unread = 7 };

  /// Throws std::runtime_error if the address space is too small.
  watched_memory() = default;
  ~watched_memory() = default;
  watched_memory(const watched_memory&) = delete;
  watched_memory& operator=(const watched_memory&) = delete;

  /// Returns memory that is all 0 and in that state. Throws too_large_proof if the total exceeds 16 GiB.
  std::byte* take(std::size_t bytes, state s);
  void set(const std::byte* at, std::size_t bytes, state s) noexcept;
  /// Takes back all memory.
  void forget() noexcept;

  /// Looks at the elements. Returns the state that forbids reading them, `outside` or `busy`; `writable` if
  /// none does.
  state look(const_buffer elements) noexcept;
  /// Makes the elements busy, to write them. Returns the state that forbids it; `writable` if none does;
  /// `unread` if none does but received data is lost.
  state claim(const_buffer elements) noexcept;
  /// Sets busy elements to `then`: writable or unread.
  void release(const_buffer elements, state then) noexcept;
  /// Takes memory back. False if data that was received there is lost.
  bool give(const std::byte* at, std::size_t bytes) noexcept;

 private:
  [[nodiscard]] bool has(const std::byte* at) const noexcept { return memory_ <= at && at < memory_ + used_; }
  [[nodiscard]] std::uint8_t* states_of(const std::byte* at) const noexcept {
    return states_ + (at - memory_);
  }

  /// Address space for all memory that can be taken. Its pages are 0 at first.
  class pages {
   public:
    pages();
    ~pages();
    pages(const pages&) = delete;
    pages& operator=(const pages&) = delete;
    [[nodiscard]] void* begin() const noexcept { return begin_; }

   private:
    void* begin_;
  };

  pages of_memory_, of_states_;
  std::byte* memory_ = static_cast<std::byte*>(of_memory_.begin());
  std::uint8_t* states_ = static_cast<std::uint8_t*>(of_states_.begin());  // of each byte
  std::size_t used_ = 0;
};

/// A process whose memory is watched. Throws communication_error, which names the process, if it reads or
/// writes memory that it must not, or if it writes a place that something else uses at the same time.
class watched_process final : public forwarding_process {
 public:
  /// `lost`: a sentence about the first received data that is lost; empty until then.
  watched_process(process& itself, watched_memory& memory, std::string& lost) noexcept
      : forwarding_process(itself), memory_(memory), lost_(lost) {}
  ~watched_process() = default;

  void copy(const_buffer from, buffer to) override;
  void leave_copy(const_buffer from, buffer to) override;
  void reduce(const operation& op, const_buffer left, buffer right) override;
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override;
  void merge(const ordering& by, const_buffer left, const_buffer right, buffer into) override;
  bool start(std::span<transfer> all, const std::source_location& where) override;
  std::byte* take(std::size_t bytes) override;
  void give(std::byte* memory, std::size_t bytes) noexcept override;

  /// An error of the process (" threw ..." or ": writes ..."), with its place, as a sentence.
  [[nodiscard]] std::string sentence(const std::string& what) const;

 private:
  void finish_copy();
  void write(const char* what, const_buffer place);
  void read(const char* what, const_buffer data);
  [[noreturn]] void complain(const std::string& what) const;
  void note_loss() noexcept;

  watched_memory& memory_;
  std::string& lost_;
  std::source_location where_;
  bool communicates_ = false;  // true: it communicates now, at `where_`; false: it did so there last
  const_buffer left_from_;     // a copy to be made
  buffer left_to_;
};

}  // namespace tutti
