#include "bench/repetitions.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "measure/statistics.hpp"

namespace tutti::bench {

repetitions::repetitions(const measure::policy& how, std::size_t contenders)
    : how_(how), most_seconds_(how.budget * static_cast<double>(contenders)), times_(contenders) {}

bool repetitions::allow_warm_up(double seconds) const {
  return now() - entered_ + seconds < most_seconds_ / 2;
}

void repetitions::begin() {
  begun_ = now();
  allowed_ = how_.in_time ? std::max(0.0, most_seconds_ - (begun_ - entered_)) : most_seconds_;
}

bool repetitions::enough() const {
  std::size_t least = SIZE_MAX;
  for (const auto& t : times_) least = std::min(least, t.size());
  const auto n = static_cast<int>(least);
  if (n >= how_.most || (n > 0 && spent() >= allowed_)) return true;
  if (n == 0 && spent() >= std::max(1.0, 10 * most_seconds_))
    throw std::runtime_error(
        "no window was wide enough: processes are late, as with more of them than processors; use --sync "
        "barrier");
  return n >= how_.least && std::ranges::all_of(times_, [this](const auto& t) { return known(t); });
}

// The median is known well enough, or the least time has not changed for some repetitions.
bool repetitions::known(const std::vector<double>& times) const {
  if (how_.unchanged == 0) return measure::tight(times, how_.precision, how_.confidence);
  return times.end() - std::ranges::min_element(times) > how_.unchanged;
}

int repetitions::first(double each) const {
  return fitting(std::max(1, std::min({how_.least, how_.most, 5})), each);
}

int repetitions::after(int rounds) const {
  const auto so_far = static_cast<int>(times_[0].size());
  const double each = spent() / std::max(1, so_far);
  int next = rounds;
  if (each * rounds < 0.1 * most_seconds_) next = std::min(200, rounds + rounds / 2 + 1);
  return fitting(std::clamp(next, 1, std::max(1, how_.most - so_far)), each);
}

int repetitions::fitting(int rounds, double each) const {
  const double fit = (allowed_ - spent()) / std::max(each, 1e-9);
  return how_.in_time && fit < rounds ? std::max(1, static_cast<int>(fit)) : rounds;
}

}  // namespace tutti::bench
