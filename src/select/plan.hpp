#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "select/choice.hpp"
#include "select/profile.hpp"
#include "tutti/machine/network.hpp"

// A plan: the decisions of virtual time for all kinds of calls on one kind of communicator, as a file that
// choices use.
namespace tutti {

struct plan_options {
  std::vector<collective> collectives;  ///< empty: all
  /// Bytes, as each collective counts them: 1 <= least <= most <= 2^60.
  std::size_t least = 8, most = std::size_t{4} << 20U;
  std::size_t messages = std::size_t{1} << 21U;  ///< messages in virtual time, for one kind and size of call
  bool at_once = false;  ///< the whole work is known from the start, but is up to twice as much
  /// arrival times of the processes; empty: all at once. The fastest call is the one that ends first
  arrival skews;
  int threads = 1;
  /// Called with the number of portions done and the number of those that are known: with 0 before the first
  /// one, and again with 0 when sizes between two others have been added.
  std::function<void(std::size_t, std::size_t)> progress;
};

/// The best algorithm for calls of one kind and size.
struct planned_call {
  call_kind of;
  std::size_t bytes = 0;
  decision found;
  double seconds = 0;  ///< in virtual time; 0: not run
};

/// The work of a plan, in portions that threads, or the processes of a job, share out. First come the powers
/// of two within the range of sizes, then sizes between two of them where the algorithm changes. With
/// at_once, the first portions already include a size between any two powers.
class planning {
 public:
  /// Throws std::invalid_argument if the sizes are invalid, the processes do not fit on the machine, or the
  /// number of arrival times is not the number of processes.
  planning(const network& machine, const surroundings& on, const plan_options& o);

  /// One size of one collective, with all operators that share the search for an algorithm, the least
  /// restricted operator first.
  using portion = std::vector<planned_call>;

  /// The current work. Portions that probably take longest come first.
  [[nodiscard]] std::vector<portion>& work() noexcept { return work_; }
  /// Decides one portion. Safe in several threads at once.
  void decide(portion& all) const;
  /// After all work is done: makes the work that its results require. False if there is none.
  bool refine();
  /// After refine() has returned false: one entry for each kind of call.
  [[nodiscard]] profile result() const;

 private:
  [[nodiscard]] std::vector<portion> changes() const;

  settings user_;
  choices choices_;
  std::vector<portion> work_, done_;
  bool refined_;
};

/// Makes the whole plan with `o.threads` threads. Throws as planning's constructor does.
profile make_plan(const network& machine, const surroundings& on, const plan_options& o);

}  // namespace tutti
