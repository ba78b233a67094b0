#pragma once

// What a proof sees of the memory in which an algorithm works: every byte that it may write, may only read,
// or has no business with. Nothing depends on what happens to lie there.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tutti/process.hpp"

namespace tutti {

/// Shows nothing of an algorithm; thrown through it.
class too_large_proof : public std::length_error {
 public:
  using std::length_error::length_error;
};

/// Memory in which each byte has a state. What is taken lies between guard zones, which nobody may touch;
/// holes of elements and memory that was given back are such zones, too. Addresses elsewhere are not looked
/// at: an algorithm may keep lengths, for instance, in variables of its own.
class watched_memory {
 public:
  /// Bit 0: may be read. A byte that takes part in what is going on as the place that is written has no state
  /// but `busy`; one that may be written is `unread` from when something was received there until it is
  /// looked at.
  enum class state : std::uint8_t { outside = 0, readable = 1, busy = 2, writable = 3, unread = 7 };

  /// Throws std::runtime_error where there are not that many addresses.
  watched_memory() = default;
  ~watched_memory() = default;
  watched_memory(const watched_memory&) = delete;
  watched_memory& operator=(const watched_memory&) = delete;

  /// Memory that is all 0 and of that state. Throws too_large_proof if there is too much of it.
  std::byte* take(std::size_t bytes, state s);
  void set(const std::byte* at, std::size_t bytes, state s) noexcept;
  /// Everything is given back.
  void forget() noexcept;

  /// Reads the elements. What keeps them from being read: `outside` or `busy`; `writable` if nothing does.
  state look(const_buffer elements) noexcept;
  /// What keeps the elements from being written, `writable` if nothing does: they are busy then. `unread`: so
  /// they are, and something that was received is lost.
  state claim(const_buffer elements) noexcept;
  /// Busy elements are `then`: writable or unread.
  void release(const_buffer elements, state then) noexcept;
  /// Gives back what was taken. False: something that was received there is lost.
  bool give(const std::byte* at, std::size_t bytes) noexcept;

 private:
  [[nodiscard]] bool has(const std::byte* at) const noexcept { return memory_ <= at && at < memory_ + used_; }
  [[nodiscard]] std::uint8_t* states_of(const std::byte* at) const noexcept {
    return states_ + (at - memory_);
  }

  /// As many addresses as can be taken, of pages that are 0.
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

/// A process whose memory is watched: throws communication_error, which names it, when it reads or writes
/// what it must not, or when what it receives, sends, copies or combines at one time overlaps.
class watched_process final : public forwarding_process {
 public:
  /// `lost`: what was received for nothing, as soon as there is such a thing.
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

  /// What is wrong with the process, " threw ..." or ": writes ...", and where it is.
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
  bool communicates_ = false;  // now, at `where_`; or else afterwards
  const_buffer left_from_;     // to be copied
  buffer left_to_;
};

}  // namespace tutti
