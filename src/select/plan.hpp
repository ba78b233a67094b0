#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "select/choice.hpp"
#include "select/profile.hpp"
#include "tutti/machine/network.hpp"

// A plan: what virtual time decides for all kinds of calls of one kind of communicator, as a file that a
// choice goes by.
namespace tutti {

struct plan_options {
  std::vector<collective> collectives;  ///< empty: all
  /// Bytes, as each collective counts them: 1 <= least <= most <= 2^60.
  std::size_t least = 8, most = std::size_t{4} << 20U;
  std::size_t messages = std::size_t{1} << 21U;  ///< in virtual time, for one kind and size of call
  bool at_once = false;  ///< all of the work is known from the start, and is up to twice as much
  arrival skews;  ///< when processes arrive at the calls; empty: all at once. The fastest is what ends first
  int threads = 1;
  /// Called now and then with what is done and what there is to do.
  std::function<void(std::size_t, std::size_t)> progress;
};

/// What serves calls of one kind and size best.
struct planned_call {
  call_kind of;
  std::size_t bytes = 0;
  decision found;
  double seconds = 0;  ///< in virtual time; 0: it was not run
};

/// The work of a plan in portions, which threads, or the processes of a job, share out: first those of each
/// power of two between the sizes, then those between two of them where the algorithm changes; at_once: those
/// between any two.
class planning {
 public:
  /// Throws std::invalid_argument if there are no such sizes, or that many processes do not fit on the
  /// machine, or are not those that arrive.
  planning(const network& machine, const surroundings& on, const plan_options& o);

  /// One size of one collective and all operators for which an algorithm is found at once, those that allow
  /// most first.
  using portion = std::vector<planned_call>;

  /// What is to be done now; what is likely to take longest comes first.
  [[nodiscard]] std::vector<portion>& work() noexcept { return work_; }
  /// Does it. Any number of threads may.
  void decide(portion& all) const;
  /// When all of the work is done: goes on to what it has shown to be needed. False if nothing is left.
  bool refine();
  /// When nothing is left to do: one entry for each kind of call.
  [[nodiscard]] profile result() const;

 private:
  [[nodiscard]] std::vector<portion> changes() const;

  settings user_;
  choices by_;
  std::vector<portion> work_, done_;
  bool refined_;
};

/// All of it, by `o.threads` threads. Throws as planning does.
profile make_plan(const network& machine, const surroundings& on, const plan_options& o);

}  // namespace tutti
