#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "select/call_kind.hpp"
#include "select/candidate.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/machine/network.hpp"

// Which algorithm is the fastest, by running those of the catalogue in virtual time.
namespace tutti {

/// Whether some processes come later than others.
[[nodiscard]] inline bool come_apart(const arrival& times) noexcept {
  return std::ranges::any_of(times, [](double t) { return t > 0; });
}

/// Trials of processes at their places on a machine. Equal inputs give equal results on all of them.
class virtual_trials {
 public:
  /// `skews`: when each process arrives; empty: all at once. Throws std::invalid_argument if the processes do
  /// not fit on the machine, or skews are of another number of them. `in_given_pieces`: candidates run in the pieces that
  /// they have, and no others are tried.
  virtual_trials(const network& machine, const surroundings& around, arrival skews = {},
                 bool in_given_pieces = false);

  /// Runs the candidates of a call of `bytes` bytes that are not excluded. Whether anything can be said. `as`: what
  /// calls are told of the machine.
  ///
  /// Where all blocks are equal and every process knows the size: sets their `simulated` seconds, from the last
  /// arrival on, and the pieces in which they are best.
  ///
  /// Of unequal blocks, and of calls in which not every process knows the size (bytes are ignored): sets their
  /// `worst` over problems, sizes of blocks and roots, in the pieces that they have. Where the size is not known,
  /// that is against the fastest algorithm and the time to agree on it, a few start-ups.
  ///
  /// Those that their price makes the fastest run first, until all processes together have sent about `messages`
  /// messages. One run may take a quarter of these, or all that are left if its price is among the best and says
  /// that they suffice: what takes more is left without.
  bool run(const call_kind& of, std::size_t bytes, const predict_options& as, std::span<candidate> all,
           std::size_t messages) const;

 private:
  struct trial {  // what is the same for all algorithms
    std::size_t bytes;
    int root;
    std::vector<int> lengths;
    double agreeing = 0;  // seconds that it takes to know which is the fastest
    bool usual = true;    // counts in candidate::usually
  };
  class runs;

  [[nodiscard]] std::vector<trial> problems_of(const call_kind& of, std::size_t bytes) const;

  network on_;
  /// By the rule that looks at one link at a time: several times as fast, and nearly as good a judge.
  network roughly_;
  surroundings around_;
  arrival skews_;
  double last_arrival_ = 0;
  bool in_given_pieces_;
};

}  // namespace tutti
