#include "cli/measure/own_screening.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/line/usage_error.hpp"
#include "measure/statistics.hpp"
#include "text/quantity.hpp"

namespace tutti::cli {
namespace {

using measure::contest;
using measure::experiment;
using measure::own_algorithm;
using measure::own_choice;

constexpr double hopeless = 1.5;  // times the fastest
constexpr std::size_t first_segment = 16384;
constexpr std::size_t other_segments[] = {4096, 65536};

// A few repetitions, in which even a slow algorithm takes little time.
measure::policy a_few_times(const campaign_options& o) {
  measure::policy how = policy_from(o.how);
  how.warmup = 1, how.least = 3, how.most = 5, how.in_time = true;
  how.budget = std::min(how.budget, 0.2);
  return how;
}

bool has_segments(const own_algorithm& a) {
  return std::ranges::any_of(a.parameters, [](const auto& p) { return p.name == "segment"; });
}

// True if the data are cut into several segments, rather than sent as one message.
bool has_several_segments(const experiment& subject, std::size_t segment) {
  return subject.bytes >= 2 * segment;
}

std::string segmented(const std::string& name, std::size_t segment) {
  return as_text(own_choice{.name = name, .segment = segment, .fanout = {}});
}

}  // namespace

screening::screening(std::string library, const campaign_options& o, double patience)
    : library_(std::move(library)), o_(o), program_(o.where, patience) {
  own_ = program_.running().library();
  processes_ = program_.running().nodes().processes();
}

void screening::leave_out(const experiment& e, const std::string& why) {
  if (!out_.emplace(e.operation, algorithm_in(e.by)).second) return;
  fmt::print(stderr, "{}: left out: {} by {}: {}\n", o_.name, e.operation, e.by, why);
}

bool screening::left_out(const std::string& operation, const std::string& by) const {
  return out_.contains({operation, algorithm_in(by)});
}

void screening::note(const std::vector<measure::observation>& rows, medians& into) {
  std::map<std::string, std::vector<double>> times;
  for (const measure::observation& x : rows) {
    times[x.of.by].push_back(x.seconds);
    if (x.right == "no")
      leave_out(x.of, x.of.op == "ordered"
                          ? "wrong results with an operator that does not commute (--only-commutative "
                            "admits it)"
                          : "wrong results");
  }
  for (const auto& [by, all] : times) into[by] = measure::median(all);
}

void screening::screen(const contest& c, medians& into) {
  std::vector<lost_experiment> lost;
  note(program_.measure(c, a_few_times(o_), lost), into);
  for (const lost_experiment& l : lost) {
    if (!measure::by_own_algorithm(l.of)) throw std::runtime_error(l.why);
    leave_out(l.of, l.why);
  }
}

contest screening::candidates(const experiment& subject, const std::vector<std::string>& by) const {
  contest all;
  for (const std::string& one : by) {
    if (left_out(subject.operation, one)) continue;
    all.push_back(subject);
    all.back().by = one;
  }
  return all;
}

std::vector<std::string> screening::algorithms(const experiment& subject) const {
  std::vector<std::string> all;
  for (const own_algorithm& a : own_.all) {
    if (name_of(a.of) != subject.operation || !a.settable) continue;
    all.push_back(as_text(own_choice{.name = a.name, .segment = {}, .fanout = {}}));
    if (has_segments(a) && has_several_segments(subject, first_segment))
      all.push_back(segmented(a.name, first_segment));
  }
  return all;
}

// Other segments of the algorithms that were best with the first one.
std::vector<std::string> screening::with_segments(const experiment& subject,
                                                  const std::vector<std::string>& best) const {
  std::vector<std::string> all;
  for (const std::string& by : best) {
    const auto choice = measure::own_choice_of(by);
    if (!choice || choice->segment != first_segment) continue;
    for (const std::size_t segment : other_segments)
      if (has_several_segments(subject, segment)) all.push_back(segmented(choice->name, segment));
  }
  return all;
}

void screening::screen_rank_order(const experiment& subject) {
  if (!ordered_.insert(subject.operation).second) return;
  medians unused;
  for (const std::size_t each : {8, 1000, 40000}) {  // bytes of a block, as algorithms change with the size
    experiment e = subject;
    e.op = "ordered";
    e.bytes = each * static_cast<std::size_t>(processes_);
    contest all;
    for (const experiment& one : candidates(e, algorithms(e))) all.push_back(program_.running().fitted(one));
    screen(all, unused);
  }
}

std::vector<contest> screening::finals(const std::vector<contest>& subjects, std::size_t most,
                                       bool in_rank_order, const std::function<bool()>& enough) {
  std::vector<contest> all;
  progress bar(o_.name, subjects.size(), o_.how.progress.how());
  for (const contest& s : subjects) {
    if (enough()) {
      ++left_;
      continue;
    }
    experiment subject = s.at(0);
    subject.by = "native";
    subject = program_.running().fitted(subject);
    bar.begin(measure::describe(subject));
    const std::vector<std::string> names = algorithms(subject);
    if (in_rank_order && !names.empty() && combines(*collective_named(subject.operation)))
      screen_rank_order(subject);
    medians found;
    screen(candidates(subject, names), found);
    const auto best_first = [&] {
      std::vector<std::pair<double, std::string>> order;
      for (const auto& [by, seconds] : found)
        if (!left_out(subject.operation, by)) order.emplace_back(seconds, by);
      std::ranges::sort(order);
      std::vector<std::string> best;
      for (const auto& [seconds, by] : order)
        if (best.size() < most && seconds <= hopeless * order[0].first) best.push_back(by);
      return best;
    };
    screen(candidates(subject, with_segments(subject, best_first())), found);
    std::vector<std::string> by{"native", "tutti"};
    const std::vector<std::string> best = best_first();
    by.insert(by.end(), best.begin(), best.end());
    if (!best.empty()) all.push_back(candidates(subject, by));
    bar.end();
  }
  return all;
}

}  // namespace tutti::cli
