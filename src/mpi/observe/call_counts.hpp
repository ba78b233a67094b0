#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>

#include "select/call_name.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::mpi {

/// A histogram of the durations of calls in nanoseconds, with eight classes between consecutive powers of
/// two. Gives medians to within 9 percent, in a fixed amount of memory.
class histogram {
 public:
  static constexpr std::size_t classes = std::size_t{8} * 40;
  void add(std::uint64_t ns) noexcept { ++counts_[class_of(ns)]; }
  void add(const histogram& other) noexcept {
    for (std::size_t k = 0; k < classes; ++k) counts_[k] += other.counts_[k];
  }
  [[nodiscard]] double median() const noexcept;  ///< nanoseconds; 0 if empty

 private:
  static constexpr std::size_t class_of(std::uint64_t ns) noexcept {
    if (ns < 8) return static_cast<std::size_t>(ns);
    const auto octave = static_cast<std::size_t>(std::bit_width(ns)) - 1;
    const std::size_t k = 8 * (octave - 2) + ((ns >> (octave - 3)) & 7U);
    return k < classes ? k : classes - 1;
  }
  static double middle(std::size_t k) noexcept;
  std::array<std::uint64_t, classes> counts_{};  // of all processes together, once they are merged
};

/// One line of the report: the calls of one collective, in one class of sizes, that were served in one way.
struct entry {
  call_name of;
  std::uint8_t size_class;        ///< std::bit_width() of the bytes
  const algorithm* use;           ///< null: the MPI library's own
  const char* why;                ///< why native, or why the user's request was refused; null if neither
  std::uint64_t calls = 0;        ///< on this process
  std::uint64_t operations = 0;   ///< operations that this process counts: each operation counts once
  std::uint64_t bytes = 0;        ///< of these operations, as the collective counts them
  std::uint64_t nanoseconds = 0;  ///< on this process
  histogram times;
  /// calls for which the report asks how long the MPI library takes; known after add()
  std::uint64_t calls_with_native_times = 0;
};

/// A call as the report counts it.
struct counted_call {
  call_name of;
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  const char* why = nullptr;       ///< why native, or why the user's request was refused; null if neither
  std::uint64_t bytes = 0;         ///< as the collective counts them
  bool counts = false;             ///< this process counts the operation
};

/// The counts of the calls on a communicator. One thread at a time writes them, because the collectives on a
/// communicator must follow each other.
class call_counts {
 public:
  void add(counted_call c, std::uint64_t ns) {
    entry& e = find(c.of, static_cast<std::uint8_t>(std::bit_width(c.bytes)), c.use, c.why);
    ++e.calls;
    if (c.counts) ++e.operations, e.bytes += c.bytes;
    e.nanoseconds += ns;
    e.times.add(ns);
  }
  /// `with_native_times`: the report asks how long the MPI library takes for the calls in `other`.
  void add(const call_counts& other, bool with_native_times);
  void note_staged() noexcept { ++staged_; }
  /// Returns the number of this process's calls that were staged through host memory because a buffer is on a
  /// GPU.
  [[nodiscard]] std::uint64_t staged() const noexcept { return staged_; }
  [[nodiscard]] const std::list<entry>& entries() const noexcept { return entries_; }

 private:
  entry& find(call_name c, std::uint8_t size_class, const algorithm* use, const char* why) {
    for (entry& e : entries_)
      if (e.of == c && e.size_class == size_class && e.use == use && e.why == why) return e;
    return entries_.emplace_back(entry{.of = c, .size_class = size_class, .use = use, .why = why});
  }
  std::list<entry> entries_;  // allocates nothing as long as it is empty
  std::uint64_t staged_ = 0;
};

/// The number and duration of the openings of communicators.
struct openings {
  std::uint64_t counted = 0;      ///< communicators whose operations this process counts: each counts once
  std::uint64_t nanoseconds = 0;  ///< on this process
  void add(std::chrono::nanoseconds took, bool counts) noexcept {
    if (counts) ++counted;
    nanoseconds += static_cast<std::uint64_t>(took.count());
  }
};

}  // namespace tutti::mpi
