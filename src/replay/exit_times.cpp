#include "replay/exit_times.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace tutti::replay {
namespace {

// Entries that differ by less than this part of the operation's time count as one moment.
constexpr double together_within = 1e-3;

constexpr float independent = -std::numeric_limits<float>::infinity();

}  // namespace

exit_times::exit_times(std::size_t processes, std::size_t operations, simulation run)
    : p_(processes), operations_(operations), run_(std::move(run)), delays_(processes), order_(processes) {}

const std::vector<double>& exit_times::together() {
  if (together_.empty()) {
    simulated found = run_(std::vector<double>(p_));
    together_ = std::move(found.exits);
    longest_ = std::ranges::max(together_);
    late_ = std::clamp<std::size_t>(most_messages / std::max<std::size_t>(found.messages, 1), 1,
                                    std::min(p_, most_late));
  }
  return together_;
}

void exit_times::find(std::span<const double> entries, std::span<double> exits) {
  together();
  const auto [first, last] = std::ranges::minmax(entries);
  if (last - first <= together_within * longest_) {
    for (std::size_t r = 0; r < p_; ++r) exits[r] = std::max(entries[r], first + together_[r]);
    return;
  }
  if (operations_ <= late_) {
    std::vector<double> apart(entries.begin(), entries.end());
    for (double& t : apart) t -= first;
    const std::vector<double> found = run_(apart).exits;
    for (std::size_t r = 0; r < p_; ++r) exits[r] = first + found[r];
    return;
  }
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  const auto late = order_.begin() + static_cast<std::ptrdiff_t>(late_);
  if (late != order_.end())
    std::ranges::nth_element(order_, late,
                             [&](std::size_t x, std::size_t y) { return entries[x] > entries[y]; });
  const double others = late == order_.end() ? first : entries[*late];
  for (std::size_t r = 0; r < p_; ++r) exits[r] = std::max(entries[r], others + together_[r]);
  for (auto s = order_.begin(); s != late; ++s) {
    const std::vector<float>& delay = delays_by(*s);
    const double entry = entries[*s];
    for (std::size_t r = 0; r < p_; ++r) exits[r] = std::max(exits[r], entry + static_cast<double>(delay[r]));
  }
}

const std::vector<float>& exit_times::delays_by(std::size_t late) {
  std::vector<float>& delay = delays_[late];
  if (!delay.empty()) return delay;
  // By then, everything that does not need this process has ended.
  const double lateness = 4 * longest_;
  std::vector<double> entries(p_);
  entries[late] = lateness;
  const std::vector<double> exits = run_(entries).exits;
  delay.resize(p_);
  for (std::size_t r = 0; r < p_; ++r)
    delay[r] = exits[r] >= lateness ? static_cast<float>(exits[r] - lateness) : independent;
  return delay;
}

}  // namespace tutti::replay
