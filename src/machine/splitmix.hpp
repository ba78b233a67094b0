#pragma once

#include <cstdint>

namespace tutti {

// splitmix64, of Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014: the same
// numbers on every machine, unlike the distributions of <random>.

inline constexpr std::uint64_t splitmix_step = 0x9e3779b97f4a7c15ULL;

/// The output of splitmix64 in state x. It depends on every bit of x.
constexpr std::uint64_t splitmix64(std::uint64_t x) noexcept {
  x += splitmix_step;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

class splitmix {
 public:
  explicit splitmix(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept {
    const std::uint64_t x = splitmix64(state_);
    state_ += splitmix_step;
    return x;
  }
  double unit() noexcept { return static_cast<double>(next() >> 11U) * 0x1p-53; }  // in [0, 1)

 private:
  std::uint64_t state_;
};

}  // namespace tutti
