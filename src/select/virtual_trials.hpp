#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "select/call_kind.hpp"
#include "select/candidate.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/machine/network.hpp"

// Finds the fastest algorithm by running those of the catalogue in virtual time.
namespace tutti {

/// True if some processes arrive later than others.
[[nodiscard]] inline bool arrivals_differ(const arrival& times) noexcept {
  return std::ranges::any_of(times, [](double t) { return t > 0; });
}

/// The machine with links simulated one at a time: several times as fast, nearly as accurate.
[[nodiscard]] network with_single_links(network machine);
/// The machine as p processes are simulated on it: for more than 64, always with links one at a time.
[[nodiscard]] network simulated_for(int p, network machine);

/// Trials of processes with given places on a machine. Equal inputs give equal results on all processes.
class virtual_trials {
 public:
  /// `skews`: arrival time of each process; empty: all at once. `in_given_pieces`: candidates run only with
  /// their own number of pieces. `tie`: candidates that send to neighbours only run until they take this
  /// factor of the fastest one's time. Throws std::invalid_argument if the processes do not fit on the
  /// machine, or if `skews` does not have one time for each process.
  virtual_trials(const network& machine, const surroundings& around, arrival skews = {},
                 bool in_given_pieces = false, double tie = tie_factor);

  /// Runs the candidates that are not excluded, for a call of `bytes` bytes. `as`: the facts about the
  /// machine that a call gets. True if there is a result.
  ///
  /// If all blocks are equal and every process knows the size: sets `simulated`, in seconds from the last
  /// arrival, and the best `pieces`.
  ///
  /// If blocks are unequal, or not every process knows the size (then `bytes` is ignored): sets
  /// `worst_slowdown` over problems, block sizes and roots, for the given `pieces`. If the size is unknown,
  /// the reference is the fastest algorithm plus the time to agree on it, a few start-ups.
  ///
  /// Candidates run in order of their price, until all processes together have sent about `messages`
  /// messages. One run may send a quarter of these. It may send all that are left if the candidate's price is
  /// near the best and says that they suffice. A candidate that needs more gets no result.
  bool run(const call_kind& of, std::size_t bytes, const predict_options& as, std::span<candidate> all,
           std::size_t messages) const;

  /// An estimate of the processor time that run() takes with these arguments. Depends on the prices of the
  /// candidates, and not on the processor.
  [[nodiscard]] double seconds_of_run(const call_kind& of, std::span<const candidate> all,
                                      std::size_t messages) const;

 private:
  struct trial {  // the same for all algorithms
    std::size_t bytes;
    int root;
    std::vector<int> lengths;
    double agreeing = 0;         // seconds to agree on the fastest algorithm
    bool counts_in_mean = true;  // counts in candidate::mean_slowdown
  };
  class runs;

  [[nodiscard]] std::vector<trial> problems_of(const call_kind& of, std::size_t bytes) const;

  network on_, roughly_;  // roughly_: with links one at a time
  surroundings around_;
  arrival skews_;
  double last_arrival_ = 0;
  bool in_given_pieces_;
  double tie_;
};

}  // namespace tutti
