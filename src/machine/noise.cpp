#include "tutti/machine/noise.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "machine/splitmix.hpp"
#include "text/options.hpp"
#include "text/quantity.hpp"

namespace tutti {

// The periods of different processes begin at different times. So at time 0, when a collective begins, some
// processes may be interrupted and others not.
double interruptions::first_period(int rank) const {
  return splitmix(splitmix64(seed) ^ static_cast<std::uint64_t>(rank)).unit() * period;
}

double interruptions::period_at(int rank, double time) const {
  return std::floor((time - first_period(rank)) / period);
}

// An interruption lies within its period, so that each period has one. It is shorter than half of the period,
// so sooner or later any two processes are free at once.
double interruptions::begin_of(int rank, double number) const {
  const double begin = first_period(rank) + number * period;
  if (!random) return begin;
  const auto of_rank = splitmix64(splitmix64(seed) ^ static_cast<std::uint64_t>(rank));
  return begin + splitmix(of_rank ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(number))).unit() *
                     (period - length);
}

double interruptions::free_from(int rank, double time) const {
  const double begin = begin_of(rank, period_at(rank, time));
  return begin <= time && time < begin + length ? begin + length : time;
}

double interruptions::free_from(int rank, int other, double time) const {
  for (double last = -1; last != time;) {
    last = time;
    time = free_from(other, free_from(rank, time));
  }
  return time;
}

double interruptions::after(int rank, double time, double seconds) const {
  double at = free_from(rank, time);
  for (double number = period_at(rank, at);; ++number) {
    const double begin = begin_of(rank, number);
    if (begin < at) continue;
    if (at + seconds <= begin) return at + seconds;
    seconds -= begin - at;
    at = begin + length;
  }
}

interruptions make_interruptions(std::string_view text) {
  interruptions n;
  if (text.empty()) return n;
  description d = split_description("noise:" + std::string(text));
  n.random = std::erase(d.parts, "random") > 0;
  const auto seed =
      std::ranges::find_if(d.parts, [](const auto& part) { return split_pair(part).first == "seed"; });
  if (seed != d.parts.end()) {
    const long long given = parse_integer(split_pair(*seed).second, "noise: seed");
    if (given < 0) throw std::invalid_argument("noise: seed must not be negative");
    n.seed = static_cast<std::uint64_t>(given);
    d.parts.erase(seed);
  }
  options o(d, "noise");
  n.period = o.time("period");
  n.length = o.time("length");
  o.done();
  if (n.period < 1e-6) throw std::invalid_argument("noise: period must be at least 1us");
  if (!(n.length > 0) || 2 * n.length >= n.period)
    throw std::invalid_argument("noise: length must be above 0, and less than half of the period");
  return n;
}

}  // namespace tutti
