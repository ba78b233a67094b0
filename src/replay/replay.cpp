#include "replay/replay.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace tutti::replay {
namespace {

class one_replay {
 public:
  one_replay(const recorded_run& run, virtual_machine& on, variant v, const replay_options& o)
      : run_(run),
        on_(on),
        variant_(v),
        options_(o),
        at_(run.processes.size()),
        clock_(run.processes.size()),
        arrived_(run.operations.size()),
        state_(run.operations.size()),
        entries_(run.measured.size()),
        exits_(run.measured.size()) {
    result_.spent.resize(run.operations.size());
  }

  std::optional<replayed> run() {
    for (std::size_t p = 0; p < at_.size(); ++p) {
      clock_[p] = run_.processes[p].begins;
      advance(p);
    }
    std::size_t done = 0;
    do {
      while (!ready_.empty()) {
        if (options_.progress && !options_.progress(done++)) return {};
        const std::uint32_t next = ready_.back();
        ready_.pop_back();
        finish(next);
      }
    } while (release_one());
    double last = 0;
    for (std::size_t p = 0; p < at_.size(); ++p)
      last = std::max(last, clock_[p] + options_.compute * run_.processes[p].computes_last);
    const double first = std::ranges::min(run_.processes, {}, &timeline::begins).begins;
    result_.whole = last - first;
    const auto p = static_cast<double>(run_.processes.size());
    result_.inside = std::accumulate(result_.spent.begin(), result_.spent.end(), 0.0) / p;
    if (options_.keep_entries) result_.entries = std::move(entries_);
    return std::move(result_);
  }

 private:
  enum class state : std::uint8_t {
    open,
    simulated,  // the exits are known
    released    // each process stays inside as long as in the recorded run
  };

  [[nodiscard]] std::size_t place_of(const step& s) const {
    return run_.operations[s.operation].first + s.member;
  }

  // Runs a process until it has to wait for others.
  void advance(std::size_t p) {
    const timeline& t = run_.processes[p];
    double& now = clock_[p];
    for (std::size_t& k = at_[p]; k < t.steps.size(); ++k) {
      const step& s = t.steps[k];
      const std::size_t place = place_of(s);
      const state is = state_[s.operation];
      if (s.is == step::event::completion) {
        if (is == state::open) return;  // finish() continues here
        now = std::max(now + options_.compute * s.computes, exits_[place]);
        continue;
      }
      now += options_.compute * s.computes;
      entries_[place] = now;
      if (is == state::released) {
        release(s, p);
        continue;
      }
      if (++arrived_[s.operation] == run_.members_of(run_.operations[s.operation]))
        ready_.push_back(s.operation);
      if (s.is == step::event::call) return;
    }
  }

  void release(const step& s, std::size_t p) {
    const std::size_t place = place_of(s);
    const double inside = run_.measured[place].end - run_.measured[place].begin;
    exits_[place] = entries_[place] + inside;
    if (s.is != step::event::call) return;
    clock_[p] = exits_[place];
    result_.spent[s.operation] += inside;
  }

  void finish(std::uint32_t number) {
    const operation& o = run_.operations[number];
    const std::vector<int>& members = run_.communicators[o.communicator].members;
    const std::span<const double> entries(entries_.data() + o.first, members.size());
    const std::span<double> exits(exits_.data() + o.first, members.size());
    on_.exits(variant_, number, entries, exits);
    state_[number] = state::simulated;
    for (std::size_t m = 0; m < members.size(); ++m) {
      const auto p = static_cast<std::size_t>(members[m]);
      if (!o.posted) {
        result_.spent[number] += exits[m] - entries[m];
        clock_[p] = exits[m];
        ++at_[p];
        advance(p);
      } else if (waits_for(p, number)) {
        advance(p);
      }
    }
  }

  // True if the process waits for the completion of that operation.
  [[nodiscard]] bool waits_for(std::size_t p, std::uint32_t number) const {
    const timeline& t = run_.processes[p];
    return at_[p] < t.steps.size() && t.steps[at_[p]].operation == number &&
           t.steps[at_[p]].is == step::event::completion;
  }

  // If processes wait for each other in different operations, releases those in the operation that its rank 0
  // entered first in the recorded run. False if no process waits.
  bool release_one() {
    std::optional<std::uint32_t> first;
    for (std::size_t p = 0; p < at_.size(); ++p) {
      const timeline& t = run_.processes[p];
      if (at_[p] == t.steps.size()) continue;
      const std::uint32_t here = t.steps[at_[p]].operation;
      if (!first || run_.measured[run_.operations[here].first].begin <
                        run_.measured[run_.operations[*first].first].begin)
        first = here;
    }
    if (!first) return false;
    ++result_.unordered;
    state_[*first] = state::released;
    const operation& o = run_.operations[*first];
    for (const int member : run_.communicators[o.communicator].members) {
      const auto p = static_cast<std::size_t>(member);
      const timeline& t = run_.processes[p];
      if (at_[p] == t.steps.size() || t.steps[at_[p]].operation != *first) continue;
      const step& s = t.steps[at_[p]];
      if (s.is == step::event::completion) {
        exits_[place_of(s)] = entries_[place_of(s)];
      } else {
        release(s, p);
        ++at_[p];
      }
      advance(p);
    }
    return true;
  }

  const recorded_run& run_;
  virtual_machine& on_;
  variant variant_;
  const replay_options& options_;
  std::vector<std::size_t> at_;       // of each process: its next step
  std::vector<double> clock_;         // of each process, seconds
  std::vector<std::size_t> arrived_;  // in each operation
  std::vector<state> state_;
  std::vector<double> entries_, exits_;  // as recorded_run::measured
  std::vector<std::uint32_t> ready_;     // operations that all processes have entered
  replayed result_;
};

}  // namespace

std::optional<replayed> replay(const recorded_run& run, virtual_machine& on, variant v,
                               const replay_options& o) {
  return one_replay(run, on, v, o).run();
}

}  // namespace tutti::replay
