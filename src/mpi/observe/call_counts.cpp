#include "mpi/observe/call_counts.hpp"

#include <cmath>
#include <numeric>

namespace tutti::mpi {

double histogram::middle(std::size_t k) noexcept {
  if (k < 8) return static_cast<double>(k);
  const double octave = std::exp2(static_cast<double>(k / 8 + 2));
  return octave * (1 + (static_cast<double>(k % 8) + 0.5) / 8);
}

double histogram::median() const noexcept {
  const std::uint64_t all = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  std::uint64_t below = 0;
  for (std::size_t k = 0; k < classes && all > 0; ++k) {
    below += counts_[k];
    if (2 * below >= all) return middle(k);
  }
  return 0;
}

void call_counts::add(const call_counts& other, bool with_native_times) {
  staged_ += other.staged_;
  for (const entry& o : other.entries_) {
    entry& e = find(o.of, o.size_class, o.use, o.why);
    e.calls += o.calls;
    e.operations += o.operations;
    e.bytes += o.bytes;
    e.nanoseconds += o.nanoseconds;
    e.times.add(o.times);
    if (with_native_times) e.calls_with_native_times += o.calls;
  }
}

}  // namespace tutti::mpi
