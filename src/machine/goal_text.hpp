#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/machine/program.hpp"

// Programs as GOAL text, for LogGOPSim and other simulators of schedules. Source: Hoefler, Siebert, Lumsdaine
// 2009, "Group Operation Assembly Language"; Hoefler, Schneider, Lumsdaine 2010, "LogGOPSim".
namespace tutti {

/// Writes the text process by process. The unit of `calc` is a nanosecond; remainders are added to the
/// process's next `calc`. A message without data has one byte, since simulators count (n - 1) G for n bytes.
class goal_text {
 public:
  /// `about`: lines of comment at the beginning.
  goal_text(std::ostream& into, int processes, const std::vector<std::string>& about);

  /// The operations whose end the next operation of a process awaits.
  using ends = std::vector<std::uint64_t>;

  void begin(int rank);
  void compute(double seconds);
  /// Partners of the program are ranks in `members`; if that is empty, ranks of all processes. Message k
  /// between two processes has the tag `first_tag` + k.
  void run(const program& of, std::span<const int> members, std::uint32_t first_tag);
  /// Writes the program beside later operations, on a processor of its own, and returns its ends.
  [[nodiscard]] ends run_beside(const program& of, std::span<const int> members, std::uint32_t first_tag);
  /// The next operation awaits these, too.
  void await(const ends& others);
  void end();

 private:
  std::uint64_t put(std::string_view what, const ends& after);
  [[nodiscard]] std::string calc_of(double seconds);

  std::ostream& into_;
  ends last_;
  std::uint64_t operations_ = 0;  // of the process so far
  double owed_ = 0;               // nanoseconds: the remainder of rounding
  const char* processor_ = "";    // on which operations run
};

/// The most messages from one process to another.
[[nodiscard]] std::uint32_t most_between_two(const std::vector<program>& all);

}  // namespace tutti
