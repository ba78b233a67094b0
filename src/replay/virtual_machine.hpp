#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "replay/exit_times.hpp"
#include "replay/layouts.hpp"
#include "replay/native_algorithm.hpp"
#include "replay/recorded_run.hpp"
#include "replay/variants.hpp"
#include "tutti/machine/program.hpp"

namespace tutti::replay {

/// Computes when processes leave the operations of a recorded run on a network.
class virtual_machine {
 public:
  /// Throws std::invalid_argument if the processes do not fit on the network. `run` must outlive this.
  virtual_machine(const recorded_run& run, network of_all);
  ~virtual_machine();
  virtual_machine(const virtual_machine&) = delete;
  virtual_machine& operator=(const virtual_machine&) = delete;

  /// The exits of the processes of an operation that enter at these times.
  void exits(variant v, std::size_t operation, std::span<const double> entries, std::span<double> exits);

  /// The programs of an operation's processes, by the algorithm that ran or by tutti's choice; null if no
  /// algorithm is known, and for an operation of one process.
  const std::vector<program>* programs(variant v, std::size_t operation);

  /// The names of the algorithms by which calls of a class are replayed, the most frequent one first. For
  /// `best` only after a replay.
  [[nodiscard]] std::vector<std::string> algorithms(variant v, std::uint32_t class_number) const;

  /// Why no lower bounds are known, as the end of a sentence; empty if they are.
  [[nodiscard]] std::string why_without_bounds() const;
  /// True if the machine has overheads: then the bound is that of one message, or of the bytes of one
  /// process.
  [[nodiscard]] bool has_simple_bounds() const;

  /// True if the limit of eager messages is assumed.
  [[nodiscard]] bool assumes_eager() const noexcept { return lacks_eager_limit(of_all_); }

  /// The number of processes' calls that are replayed by guessed algorithms, and of those that take as long
  /// as they did, because no algorithm is known.
  [[nodiscard]] std::uint64_t guessed_calls() const noexcept { return guessed_; }
  [[nodiscard]] std::uint64_t measured_calls() const noexcept { return as_measured_; }

  /// The number of processes' calls that tutti served, and of those for which the MPI library's algorithm is
  /// not known, so that `native` uses tutti's algorithm for them.
  [[nodiscard]] std::uint64_t served_calls() const noexcept { return served_; }
  [[nodiscard]] std::uint64_t unknown_natively() const noexcept { return unknown_natively_; }

 private:
  struct way;    // an algorithm for a class on a layout
  struct place;  // a class on a layout

  place& at(std::size_t operation);
  way& way_of(place& here, const algorithm& a, std::size_t piece);
  way* way_if_it_runs(place& here, native_algorithm by);
  way* ran_way(place& here);
  way* way_by(variant v, place& here);
  way* chosen_way(place& here);
  void find_candidates(place& here);
  void by_way(way& w, std::span<const double> entries, std::span<double> exits);
  void by_best(place& here, std::size_t operation, std::span<const double> entries, std::span<double> exits);
  void as_measured(std::size_t operation, std::span<const double> entries, std::span<double> exits) const;
  void by_bound(place& here, std::span<const double> entries, std::span<double> exits);
  void together(place& here, std::size_t operation, std::span<const double> entries, std::span<double> exits);

  const recorded_run& run_;
  network of_all_;
  layouts layouts_;
  std::map<std::pair<std::uint32_t, const layout*>, std::unique_ptr<place>> places_;
  std::vector<place*> place_of_;  // of each operation
  std::vector<double> scratch_;
  std::uint64_t guessed_ = 0, as_measured_ = 0, served_ = 0, unknown_natively_ = 0;
};

/// Sets exits[r] to the latest entry among process r and the processes whose data it needs.
void wait_for_data(collective of, int root, std::span<const double> entries, std::span<double> exits);

}  // namespace tutti::replay
