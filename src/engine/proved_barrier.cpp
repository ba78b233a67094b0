#include "engine/proved_barrier.hpp"

namespace tutti {

void for_each_last(int p, const std::function<bool(int last, const network& on, const arrival& times)>& run) {
  constexpr int many = 128;
  network on;
  on.model = loggp_model({.L = 1, .capacity = false});
  const int step = p / many | 1;  // odd, so that even and odd ranks are last
  for (int last = 0; last < p; last += step) {
    arrival times(static_cast<std::size_t>(p), 0.0);
    times[static_cast<std::size_t>(last)] = late;
    if (!run(last, on, times)) return;
  }
}

void check_barrier(proved_call& c, int p, std::vector<std::string>& wrong) {
  for_each_last(p, [&](int last, const network& on, const arrival& times) {
    world w(p, on);
    w.begin_at(times);
    w.run([&](process& self) { return c.run(self); });
    for (int r = 0; r < p; ++r) {
      if (w.of(r).clock >= late) continue;
      wrong.push_back("process " + std::to_string(r) + " leaves the barrier before process " +
                      std::to_string(last) + " has entered it");
      return false;
    }
    return true;
  });
}

}  // namespace tutti
