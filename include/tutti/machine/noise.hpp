#pragma once

#include <cstdint>
#include <string_view>

#include "tutti/cxx20.hpp"

namespace tutti {

/// Interruptions of processes by their operating systems. Each process is interrupted once in each period,
/// for `length` seconds. The periods of different processes begin at different times, so that at any time
/// each process is interrupted with probability length / period. Meanwhile the process begins no message, as
/// sender or as receiver, and neither copies nor combines; messages under way are not delayed. Sources:
/// Traeff, HPC lecture, "noise"; Hoefler, Schneider, Lumsdaine 2009.
struct interruptions {
  double period = 0, length = 0;  ///< seconds; length 0: none
  bool random = false;            ///< at a different time in each period; false: at the same time in each
  std::uint64_t seed = 1;

  [[nodiscard]] bool any() const noexcept { return length > 0; }
  /// The first time from `time` on at which the process is not interrupted.
  [[nodiscard]] double free_from(int rank, double time) const;
  /// The same for two processes at once.
  [[nodiscard]] double free_from(int rank, int other, double time) const;
  /// The end time of work of `seconds` that begins at `time`, or at the end of an interruption at that time.
  [[nodiscard]] double after(int rank, double time, double seconds) const;

 private:
  [[nodiscard]] double first_period(int rank) const;
  [[nodiscard]] double period_at(int rank, double time) const;
  [[nodiscard]] double begin_of(int rank, double number) const;
};

/// Interruptions from a text such as "period=1ms,length=10us" or "period=1ms,length=10us,random,seed=7"; none
/// for an empty one. Throws std::invalid_argument.
interruptions make_interruptions(std::string_view text);

}  // namespace tutti
