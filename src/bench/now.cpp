#include <chrono>

#include "bench/clock.hpp"

// Alone in its file, so that a simulated cluster can replace it (lab/bench.cpp).
namespace tutti::bench {

double now() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tutti::bench
