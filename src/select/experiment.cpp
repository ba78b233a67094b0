// Source: the phases drop contenders as in Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed
// bandits", ICML 2013 (sequential halving), but by intervals of medians: the rank of an order statistic is
// binomially distributed, whatever the distribution of the times.

#include "select/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "machine/splitmix.hpp"

namespace tutti {
namespace {

// The turns of each contender in the phases. The first turn alone shows contenders that make long calls much
// longer. Native calls join in the second phase.
constexpr int turns[] = {1, 1, 2, 9, 36};
constexpr int phases = sizeof turns / sizeof *turns;
constexpr int single = 2;  // the first phases with one turn each

// After a phase with one turn, contenders slower by the first factor are dropped, but if calls take less than
// a millisecond, only by the second: there a new connection or the system's scheduler may have taken
// the time. After the later phases, those slower by the third one: noise hardly makes the fastest of four
// turns that slow.
constexpr double much_slower = 3, absurdly_slower = 10, slower = 1.5;
// Medians within this factor are equal: the MPI library's own algorithm is taken then.
constexpr double equal = 1.01;

// A permutation of the contenders for one round that depends on its number alone. A program may repeat a
// pattern of calls, and a contender must not always get the same one of them.
void shuffle(std::span<std::uint8_t> round, std::uint64_t seed) noexcept {
  for (std::size_t i = round.size(); i > 1; --i) std::swap(round[i - 1], round[splitmix64(seed + i) % i]);
}

// The 95 % confidence interval of the median of sorted times, by the normal approximation of the binomial
// distribution. For fewer than six times, all of them.
std::pair<std::int64_t, std::int64_t> interval(const std::vector<std::int64_t>& times) {
  const std::size_t n = times.size();
  const double half = 0.98 * std::sqrt(static_cast<double>(n));
  const double first = std::floor(static_cast<double>(n) / 2 - half);
  const std::size_t low = first > 0 ? static_cast<std::size_t>(first) : 0;
  return {times[low], times[n - 1 - low]};
}

}  // namespace

experiment::experiment(std::vector<decision> contenders, std::int64_t millisecond, bool crowded)
    : millisecond_(millisecond), crowded_(crowded) {
  // Memory is allocated now: a process that had none later would decide differently from the others.
  constexpr auto most = static_cast<std::size_t>(std::ranges::max(turns));
  order_.reserve(most * contenders.size());
  stamps_.reserve(2 * most * contenders.size() + 2);
  for (const decision& d : contenders) {
    all_.push_back({.what = d, .in = d.use != nullptr, .times = {}});
    all_.back().times.reserve(static_cast<std::size_t>(std::reduce(std::begin(turns), std::end(turns))));
  }
  prepare();
}

// Prepares the next phase, once it is known which contenders are in.
void experiment::prepare() {
  order_.clear();
  for (int t = 0; t < turns[phase_]; ++t) {
    const std::size_t round = order_.size();
    for (std::size_t k = 0; k < all_.size(); ++k)
      if (all_[k].in) order_.push_back(static_cast<std::uint8_t>(k));
    shuffle(std::span(order_).subspan(round), calls_ + 64 * static_cast<std::uint64_t>(t));
  }
  stamps_.assign(2 * order_.size() + 2, untimed);
  stamps_[2 * order_.size()] = millisecond_;
  stamps_.back() = crowded_ ? 1 : 0;
}

void experiment::note(std::int64_t entry, std::int64_t exit) noexcept {
  if (timing()) {
    const std::size_t k = calls_ - begins_;
    stamps_[2 * k] = entry;
    stamps_[2 * k + 1] = exit;
    agrees_ = k + 1 == order_.size();
  }
  ++calls_;
}

void experiment::take_times() {
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::int64_t entry = stamps_[2 * k], exit = stamps_[2 * k + 1];
    if (entry != untimed && exit != untimed && exit > entry) all_[order_[k]].times.push_back(exit - entry);
  }
  for (contender& c : all_) std::ranges::sort(c.times);
}

void experiment::drop_slow() {
  const auto least = [](const contender& c) { return static_cast<double>(c.times.front()); };
  const contender& best = all_[best_];
  if (phase_ <= single) {
    // The least of four turns says little of a contender whose times vary. Of fewer turns, the best one has
    // the least of all.
    const double fastest =
        phase_ == single ? static_cast<double>(best.times[best.times.size() / 2]) : least(best);
    const auto millisecond = static_cast<double>(stamps_[2 * order_.size()]);
    const double limit = phase_ == single ? slower : fastest >= millisecond ? much_slower : absurdly_slower;
    for (contender& c : all_)
      if (c.in && &c != &best && least(c) > limit * fastest) c.in = false;
    return;
  }
  const double limit = slower * static_cast<double>(best.usual());
  for (contender& c : all_)
    if (c.in && &c != &best &&
        (interval(c.times).first > interval(best.times).second || static_cast<double>(c.usual()) > limit))
      c.in = false;
}

// Postpones the next phase until all trials cost no more than the budget. The costs are in calls of the
// fastest contender. No call counts as more than `absurdly_slower` of them: most likely something else has
// taken the time.
void experiment::wait_for_budget() {
  double cost = 0;
  for (const contender& c : all_) {
    if (c.times.empty()) continue;  // it joins
    const double slowdown =
        std::min(static_cast<double>(c.usual()) / static_cast<double>(all_[best_].usual()), absurdly_slower);
    const std::size_t turns_so_far = c.times.size() + (c.in ? static_cast<std::size_t>(turns[phase_]) : 0);
    cost += static_cast<double>(turns_so_far) * std::max(0.0, slowdown - 1);
  }
  begins_ = calls_;
  constexpr double never = 0x1p53;
  if (cost > budget * assumed_calls)
    begins_ = std::max(begins_, static_cast<std::size_t>(std::min(cost / budget, never)));
}

void experiment::conclude() {
  agrees_ = false;
  take_times();
  // If most calls could not be timed, nothing is known.
  if (std::ranges::any_of(all_, [](const contender& c) { return c.in && c.times.empty(); })) {
    best_ = 0;
    ended_ = true;
    return;
  }
  for (std::size_t k = 0; k < all_.size(); ++k)
    if (all_[k].in && (!all_[best_].in || all_[k].usual() < all_[best_].usual())) best_ = k;
  drop_slow();
  if (phase_ == 0 && stamps_.back() == 0)
    for (contender& c : all_)
      if (!c.what.use) c.in = true;
  ++phase_;
  ended_ = phase_ == phases || std::ranges::count(all_, true, &contender::in) == 1;
  if (!ended_) {
    wait_for_budget();
    prepare();
    return;
  }
  const auto native = std::ranges::find_if(all_, [](const contender& c) { return !c.what.use; });
  if (native != all_.end() && native->in &&
      static_cast<double>(native->usual()) <= equal * static_cast<double>(all_[best_].usual()))
    best_ = static_cast<std::size_t>(native - all_.begin());
}

}  // namespace tutti
