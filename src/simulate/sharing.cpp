#include "simulate/sharing.hpp"

#include <algorithm>

namespace tutti {

sharing::sharing(const topology* on) : on_(on) {
  if (!on_) return;
  on_link_.resize(static_cast<std::size_t>(on_->links()));
  is_changed_.resize(on_link_.size());
}

void sharing::add(std::uint32_t id, double now, double seconds_alone, std::span<const int> route) {
  if (id >= flows_.size()) flows_.resize(id + 1);
  flow& f = flows_[id];
  f.left = seconds_alone;
  f.speed = 0;
  f.since = now;
  ++f.version;
  f.route.assign(route.begin(), route.end());
  for (const int l : route) {
    const auto k = static_cast<std::size_t>(l);
    on_link_[k].push_back(id);
    if (!is_changed_[k]) changed_.push_back(l);
    is_changed_[k] = true;
  }
}

void sharing::remove(std::uint32_t id) {
  flow& f = flows_[id];
  for (const int l : f.route) {
    const auto k = static_cast<std::size_t>(l);
    std::erase(on_link_[k], id);
    if (!is_changed_[k]) changed_.push_back(l);
    is_changed_[k] = true;
  }
  f.route.clear();
  f.speed = 0;
  ++f.version;
}

double sharing::speed_of(const flow& f) const {
  double speed = 1;
  for (const int l : f.route) {
    const auto load = static_cast<double>(on_link_[static_cast<std::size_t>(l)].size());
    speed = std::min(speed, on_->capacity(l) / load);
  }
  return speed;
}

const std::vector<sharing::outlook>& sharing::settle(double now) {
  outlooks_.clear();
  ++visit_;
  for (const int l : changed_) {
    is_changed_[static_cast<std::size_t>(l)] = false;
    for (const std::uint32_t id : on_link_[static_cast<std::size_t>(l)]) {
      flow& f = flows_[id];
      if (f.visited == visit_) continue;
      f.visited = visit_;
      const double speed = speed_of(f);
      if (speed == f.speed) continue;
      f.left = std::max(0.0, f.left - f.speed * (now - f.since));
      f.since = now;
      f.speed = speed;
      outlooks_.push_back({id, ++f.version, now + f.left / speed});
    }
  }
  changed_.clear();
  return outlooks_;
}

}  // namespace tutti
