#include "replay/goal.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "machine/goal_text.hpp"

namespace tutti::replay {
namespace {

// Message tags are below this, so that they fit an int.
constexpr std::uint32_t most_tags = std::uint32_t{1} << 31U;

class goal_of_run {
 public:
  goal_of_run(std::ostream& into, const recorded_run& run, virtual_machine& on, variant v, double compute)
      : run_(run),
        on_(on),
        variant_(v),
        compute_(compute),
        text_(into, static_cast<int>(run.processes.size()),
              {run.program + ", collectives by " +
                   (v == variant::ran ? "the algorithms that ran" : "tutti's choice"),
               "written by tutti replay; calc in ns"}) {}

  goal_contents write() {
    find_tags();
    for (std::size_t p = 0; p < run_.processes.size(); ++p) write_process(p);
    return contents_;
  }

 private:
  const std::vector<int>& members_of(std::uint32_t operation) const {
    return run_.communicators[run_.operations[operation].communicator].members;
  }

  // Gives each operation tags of its own.
  void find_tags() {
    std::map<const std::vector<program>*, std::uint32_t> needed;
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < run_.operations.size(); ++k) {
      const std::vector<program>* const all = on_.programs(variant_, k);
      std::uint32_t tags = 0;
      if (all) {
        const auto [known, is_new] = needed.try_emplace(all);
        if (is_new) known->second = most_between_two(*all);
        tags = known->second;
      }
      if (next > most_tags - tags) next = 0;
      first_tag_.push_back(next);
      next += tags;
    }
  }

  void write_process(std::size_t p) {
    const timeline& t = run_.processes[p];
    std::map<std::uint32_t, goal_text::ends> under_way;  // non-blocking operations
    text_.begin(static_cast<int>(p));
    text_.compute(t.begins);
    for (const step& s : t.steps) {
      text_.compute(compute_ * s.computes);
      if (s.is == step::event::completion) {
        text_.await(under_way[s.operation]);
        under_way.erase(s.operation);
      } else if (const std::vector<program>* const all = on_.programs(variant_, s.operation)) {
        const program& mine = (*all)[s.member];
        const std::vector<int>& members = members_of(s.operation);
        contents_.messages += static_cast<std::uint64_t>(
            std::ranges::count_if(mine.transfers, [](const program_transfer& x) { return x.sends; }));
        if (s.is == step::event::start)
          under_way[s.operation] = text_.run_beside(mine, members, first_tag_[s.operation]);
        else
          text_.run(mine, members, first_tag_[s.operation]);
      } else if (members_of(s.operation).size() > 1) {
        ++contents_.computed_calls;
        if (s.is == step::event::call) text_.compute(remaining_in(s));
      }
    }
    text_.compute(compute_ * t.computes_last);
    text_.end();
  }

  [[nodiscard]] double remaining_in(const step& s) const {
    const std::span<const presence> was = run_.presences(run_.operations[s.operation]);
    return remaining(was[s.member], last_entry(was)).seconds;
  }

  const recorded_run& run_;
  virtual_machine& on_;
  variant variant_;
  double compute_;
  goal_text text_;
  std::vector<std::uint32_t> first_tag_;
  goal_contents contents_;
};

}  // namespace

goal_contents write_goal(std::ostream& into, const recorded_run& run, virtual_machine& on, variant v,
                         double compute) {
  return goal_of_run(into, run, on, v, compute).write();
}

}  // namespace tutti::replay
