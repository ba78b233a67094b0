#include <chrono>

#include "bench/clock.hpp"

// Alone in its file: in a simulated cluster another one takes its place (lab/bench.cpp).
namespace tutti::bench {

double now() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tutti::bench
