#include "plan/planner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tutti/engine/predict.hpp"
#include "tutti/model/problems.hpp"

namespace tutti {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

constexpr int many = 64;  // processes

// Not every process knows how much there is: one algorithm has to do for all of these.
constexpr std::array block_lengths{8, 512, 8192, 131072};  // bytes, on average
constexpr std::array problems{problem::same, problem::spikes, problem::decreasing, problem::two_blocks};

std::vector<int> node_names(const node_map& nodes) {
  std::vector<int> names;
  for (int r = 0; r < nodes.processes(); ++r) names.push_back(nodes.node_of(r));
  return names;
}

std::vector<int> lengths_of(problem type, int p, int bytes) {
  std::vector<int> lengths = block_sizes(type, p, std::max(1, bytes / 4));
  for (int& n : lengths) n *= 4;
  return lengths;
}

std::size_t total(const std::vector<int>& lengths) {
  std::size_t all = 0;
  for (const int n : lengths) all += static_cast<std::size_t>(n);
  return all;
}

// Whether each of so many pieces is long enough.
bool worth_it(double pieces, std::size_t bytes) {
  return pieces >= 1 && pieces * static_cast<double>(smallest_piece) <= static_cast<double>(bytes);
}

}  // namespace

planner::planner(const settings& user, const network& machine, const node_map& nodes)
    : model_(user, surroundings_of(nodes)), on_(on_nodes(machine, node_names(nodes))), p_(nodes.processes()) {
  // The rule that looks at one link at a time: for many processes several times as fast, and as good a judge.
  if (p_ > many) on_.sharing = link_sharing::equal;
}

double planner::seconds(const algorithm& a, const trial& t, int pieces, double at_most) const {
  predict_options in;
  in.root = t.root;
  in.lengths = t.lengths;
  in.straight_beyond = model_.straight_beyond(a.of);
  in.give_up_after = at_most;
  return predict(a, {.p = p_, .bytes = static_cast<double>(t.bytes), .pieces = pieces}, on_, in).seconds;
}

// What the model thinks best, or pieces that are still sent eagerly.
contender planner::first_of(const candidate& c, const trial& t, double at_most) const {
  contender first{c.use, c.pieces, seconds(*c.use, t, c.pieces, at_most)};
  const double eager = std::ceil(static_cast<double>(t.bytes) / on_.eager);
  if (!c.use->stages || eager < 2 || !worth_it(eager, t.bytes)) return first;
  const int m = static_cast<int>(eager);
  const double s = seconds(*c.use, t, m, std::min(first.seconds, at_most));
  return s < first.seconds ? contender{c.use, m, s} : first;
}

// Uphill and downhill from a number of pieces, by steps that get shorter.
void planner::improve(contender& best, const trial& t) const {
  if (!best.use->stages) return;
  constexpr double much = 1e5;  // messages: half an octave more or less in M is not worth more of that
  for (const double step : {2.0, 1.4}) {
    if (step < 2 && static_cast<double>(best.pieces) * p_ > much) break;
    for (const double way : {step, 1 / step}) {
      for (bool better = true; better;) {
        const int m = static_cast<int>(std::lround(best.pieces * way));
        if (m == best.pieces || !worth_it(m, t.bytes)) break;
        const double s = seconds(*best.use, t, m, best.seconds);
        better = s < best.seconds;
        if (better) best = {best.use, m, s};
      }
    }
  }
}

// First all algorithms in one number of pieces each, the one that the model prefers in front, so that what is slow is soon
// given up; then those that better pieces may make the best.
contender planner::best_of(std::span<const candidate> candidates, const trial& t) const {
  constexpr double in_reach = 1.3;
  std::vector<contender> all;
  double least = never;
  for (const candidate& c : candidates) {
    all.push_back(first_of(c, t, least * (c.use->stages ? in_reach : 1)));
    least = std::min(least, all.back().seconds);
  }
  std::ranges::stable_sort(all, {}, &contender::seconds);
  contender best = all.front();
  improve(best, t);
  for (const contender& c : std::span(all).subspan(1)) {
    if (!c.use->stages || !(c.seconds <= in_reach * best.seconds)) continue;
    contender other = c;
    improve(other, t);
    if (other.seconds < best.seconds) best = other;
  }
  return best;
}

// Each algorithm in every trial; what is hopelessly slow in one of them is not run in the others.
contender planner::never_slow(std::span<const candidate> candidates, const std::vector<trial>& all) const {
  constexpr double hopeless = 4;
  std::vector<double> worst(candidates.size(), 1);
  for (const trial& t : all) {
    std::vector<double> took(candidates.size(), never);
    double least = never;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (worst[i] >= hopeless) continue;
      took[i] = seconds(*candidates[i].use, t, candidates[i].pieces, hopeless * least);
      least = std::min(least, took[i]);
    }
    for (std::size_t i = 0; i < candidates.size(); ++i)
      worst[i] = std::max(worst[i], least > 0 ? std::min(took[i] / least, hopeless) : 1);
  }
  const auto least = std::ranges::min_element(worst) - worst.begin();
  const candidate& c = candidates[static_cast<std::size_t>(least)];
  return {c.use, c.pieces, 0};
}

std::vector<planner::trial> planner::problems_of(const call_kind& of, std::size_t bytes) const {
  std::vector<trial> all;
  if (size_known(of.of)) {  // all processes know the lengths, and with them how unequal they are
    for (const problem type : {problem::spikes, problem::two_blocks, problem::decreasing}) {
      const std::vector<int> lengths =
          lengths_of(type, p_, static_cast<int>(bytes / static_cast<std::size_t>(p_)));
      all.push_back({total(lengths), 0, lengths});
    }
    return all;
  }
  const bool rooted = is_rooted(of.of);
  for (const int block : block_lengths)
    for (const problem type : problems) {
      const std::vector<int> lengths = lengths_of(type, p_, block);
      all.push_back({total(lengths), 0, lengths});
      if (rooted && p_ > 1) all.push_back({total(lengths), middle_root(p_), lengths});
    }
  return all;
}

contender planner::best(const call_kind& of, std::size_t bytes) {
  reasoning r = model_.reason(of, bytes);
  std::erase_if(r.candidates, [](const candidate& c) { return c.excluded != nullptr; });
  std::ranges::stable_sort(r.candidates, {}, [](const candidate& c) { return c.predicted; });
  if (r.candidates.empty()) return {};
  if (!size_known(of.of) || of.lengths != imbalance::equal)
    return never_slow(r.candidates, problems_of(of, bytes));
  const auto before = known_.find({of.of, bytes});
  if (before != known_.end() && before->second.first <= of.op)
    for (const candidate& c : r.candidates)
      if (c.use == before->second.second.use) return before->second.second;
  const contender found = best_of(r.candidates, {bytes, 0, {}});
  known_[{of.of, bytes}] = {of.op, found};
  return found;
}

}  // namespace tutti
