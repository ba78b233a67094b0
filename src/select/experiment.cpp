// Source: the phases drop contenders as in Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed
// bandits", ICML 2013 (sequential halving), but by intervals of medians: the rank of an order statistic is
// binomially distributed, whatever the distribution of the times.

#include "select/experiment.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "machine/splitmix.hpp"

namespace tutti {
namespace {

// The turns of each contender in the phases. The first turn alone shows contenders that make long calls much
// longer. Native calls join in the second phase.
constexpr int turns[] = {1, 1, 2, 9, 36};
constexpr int phases = sizeof turns / sizeof *turns;
constexpr int single = 2;  // the first phases with one turn each

// After a phase with one turn, contenders slower by the first factor are dropped if calls take a millisecond
// or more. A turn of a shorter call may have been slow because of a new connection or the system's scheduler.
// So for shorter calls, contenders are dropped if they were slower by the second factor in two turns. The
// later phases drop contenders slower by the third factor: noise hardly makes the fastest of four turns that
// slow.
constexpr double much_slower = 3, absurdly_slower = 10, slower = 1.5;
// Medians within this factor are equal: the MPI library's own algorithm is taken then.
constexpr double equal = 1.01;

constexpr std::size_t most_contenders = 4;  // choices::contenders() names three; the MPI library's own
// A contender may have more turns than its share: the calls of a window are not all of its class.
constexpr std::size_t most_times = 128;

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

experiment::experiment(const std::vector<decision>& contenders) {
  // Memory is allocated now: a process that had none later would decide differently from the others.
  constexpr auto most = static_cast<std::size_t>(std::ranges::max(turns));
  tried_.reserve(most * contenders.size());
  stamps_.reserve(2 * most * contenders.size());
  for (const decision& d : contenders) {
    all_.push_back({.what = d, .in = d.use != nullptr, .times = {}});
    all_.back().times.reserve(most_times);
  }
}

// In every `in` calls of a window, where `in` is the number of contenders that are still in, each of these
// has one turn if all calls are of the class. Their order is random, but depends on the number of the call
// alone. A program may repeat a pattern of calls, and a contender must not always get the same one of them.
std::size_t experiment::turn(unsigned call) const noexcept {
  if (!trying(call)) return best_;
  std::array<std::uint8_t, most_contenders> order{};
  unsigned in = 0;
  for (std::size_t k = 0; k < all_.size(); ++k)
    if (all_[k].in) order[in++] = static_cast<std::uint8_t>(k);
  const unsigned round = (call - opens_) / in;
  for (unsigned i = in; i > 1; --i) std::swap(order[i - 1], order[splitmix64(opens_ + 64 * round + i) % i]);
  return order[(call - opens_) % in];
}

void experiment::note(unsigned call, std::int64_t entry, std::int64_t exit) noexcept {
  ++calls_;
  fingerprint_ = splitmix64(fingerprint_ + call);
  if (!trying(call) || tried_.size() == wanted_) return;
  tried_.push_back(static_cast<std::uint8_t>(turn(call)));
  stamps_.insert(stamps_.end(), {entry, exit});
}

// The number of turns in this phase that the contender with the fewest lacks.
unsigned experiment::missing_turns() const noexcept {
  const auto all = static_cast<unsigned>(turns[phase_]);
  unsigned most = 0;
  for (const contender& c : all_)
    if (c.in && c.turns < all) most = std::max(most, all - c.turns);
  return most;
}

void experiment::open_window(unsigned call, unsigned recent, unsigned of_recent) noexcept {
  if (ended_ || length_ > 0 || calls_ < begins_ || recent == 0) return;
  const auto in = static_cast<unsigned>(std::ranges::count(all_, true, &contender::in));
  wanted_ = missing_turns() * in;
  const std::uint64_t usual = (std::uint64_t{wanted_} * of_recent + recent - 1) / recent;
  length_ = static_cast<unsigned>(std::clamp<std::uint64_t>(usual, wanted_, std::uint64_t{widest} * wanted_));
  opens_ = call;
}

void experiment::take_times(std::span<const std::int64_t> agreed) {
  for (std::size_t k = 0; k < tried_.size(); ++k) {
    contender& c = all_[tried_[k]];
    ++c.turns;
    const std::int64_t entry = agreed[2 * k], exit = agreed[2 * k + 1];
    if (entry != untimed && exit != untimed && exit > entry && c.times.size() < most_times)
      c.times.push_back(exit - entry);
  }
  for (contender& c : all_) std::ranges::sort(c.times);
  tried_.clear();
  stamps_.clear();
}

void experiment::drop_slow(std::int64_t millisecond) {
  const auto least = [](const contender& c) { return static_cast<double>(c.times.front()); };
  const contender& best = all_[best_];
  if (phase_ <= single) {
    // After four turns, the median of the best contender counts, since the minimum of four times says little
    // if the times vary. After fewer turns, its minimum counts, which is the minimum of all contenders.
    const double fastest =
        phase_ == single ? static_cast<double>(best.times[best.times.size() / 2]) : least(best);
    const bool is_long = fastest >= static_cast<double>(millisecond);
    const double limit = phase_ == single ? slower : is_long ? much_slower : absurdly_slower;
    for (contender& c : all_) {
      const bool surely = is_long || c.times.size() > 1;  // one short turn may have been interrupted
      if (c.in && &c != &best && surely && least(c) > limit * fastest) c.in = false;
    }
    return;
  }
  const double limit = slower * static_cast<double>(best.usual());
  for (contender& c : all_)
    if (c.in && &c != &best &&
        (interval(c.times).first > interval(best.times).second || static_cast<double>(c.usual()) > limit))
      c.in = false;
}

// Postpones the next phase until all trials cost no more than the budget. The costs are counted in calls of
// the fastest contender. No call counts as more than `absurdly_slower` of these, since most likely something
// else has taken the time.
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
  constexpr double never = 0x1p31;
  if (cost > budget * assumed_calls)
    begins_ = std::max(begins_, static_cast<unsigned>(std::min(cost / budget, never)));
}

void experiment::conclude(std::span<const std::int64_t> agreed, std::int64_t millisecond, bool crowded) {
  take_times(agreed);
  length_ = 0;
  if (missing_turns() > 0) return;
  // If most calls could not be timed, nothing is known.
  if (std::ranges::any_of(all_, [](const contender& c) { return c.in && c.times.empty(); })) {
    best_ = 0;
    ended_ = true;
    return;
  }
  for (std::size_t k = 0; k < all_.size(); ++k)
    if (all_[k].in && (!all_[best_].in || all_[k].usual() < all_[best_].usual())) best_ = k;
  drop_slow(millisecond);
  if (phase_ == 0 && !crowded)
    for (contender& c : all_)
      if (!c.what.use) c.in = true;
  ++phase_;
  for (contender& c : all_) c.turns = 0;
  ended_ = phase_ == phases || std::ranges::count(all_, true, &contender::in) == 1;
  if (!ended_) return wait_for_budget();
  const auto native = std::ranges::find_if(all_, [](const contender& c) { return !c.what.use; });
  if (native != all_.end() && native->in &&
      static_cast<double>(native->usual()) <= equal * static_cast<double>(all_[best_].usual()))
    best_ = static_cast<std::size_t>(native - all_.begin());
}

}  // namespace tutti
