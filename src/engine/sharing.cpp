#include "engine/sharing.hpp"

#include <algorithm>
#include <limits>

namespace tutti {

sharing::sharing(const topology* on, link_sharing rule) : on_(on), rule_(rule) {
  if (on_) links_.resize(static_cast<std::size_t>(on_->links()));
}

void sharing::change(int l) {
  if (!at(l).changed) changed_.push_back(l);
  at(l).changed = true;
}

void sharing::add(std::uint32_t id, double now, double seconds_alone, std::span<const int> route, double most) {
  if (id >= flows_.size()) flows_.resize(id + 1);
  flow& f = flows_[id];
  f.left = seconds_alone * most;
  f.speed = 0;
  f.most = most;
  f.since = now;
  f.said = std::numeric_limits<double>::infinity();
  ++f.version;
  f.route.assign(route.begin(), route.end());
  for (const int l : route) {
    at(l).flows.push_back(id);
    at(l).wanted += most;
    change(l);
  }
}

void sharing::remove(std::uint32_t id) {
  flow& f = flows_[id];
  for (const int l : f.route) {
    std::erase(at(l).flows, id);
    at(l).wanted = at(l).flows.empty() ? 0 : at(l).wanted - f.most;
    change(l);
  }
  f.route.clear();
  f.speed = 0;
  ++f.version;
}

double sharing::equal_speed(const flow& f) const {
  double speed = f.most;
  for (const int l : f.route)
    speed = std::min(speed, on_->capacity(l) / static_cast<double>(at(l).flows.size()));
  return speed;
}

void sharing::visit(std::uint32_t id) {
  flow& f = flows_[id];
  if (f.visited == visit_) return;
  f.visited = visit_;
  reached_.push_back(id);
}

void sharing::accelerate(std::uint32_t id, double speed, double now) {
  flow& f = flows_[id];
  if (speed == f.speed) return;
  f.left = std::max(0.0, f.left - f.speed * (now - f.since));
  f.since = now;
  f.speed = speed;
  f.end = now + f.left / speed;
  // A message that has become slower is looked at again when the outlook that stands comes: most change often.
  if (f.end < f.said) outlooks_.push_back({id, ++f.version, f.said = f.end});
}

const std::vector<sharing::outlook>& sharing::settle(double now) {
  outlooks_.clear();
  reached_.clear();
  ++visit_;
  for (const int l : changed_) {
    at(l).changed = false;
    congestion_ = std::max(congestion_, static_cast<double>(at(l).flows.size()) / on_->capacity(l));
    for (const std::uint32_t id : at(l).flows) visit(id);
  }
  changed_.clear();
  if (rule_ == link_sharing::max_min)
    fill(now);
  else
    for (const std::uint32_t id : reached_) accelerate(id, equal_speed(flows_[id]), now);
  return outlooks_;
}

// Progressive filling. The speeds of all messages grow together; where a link is full, those on it have their speeds. So
// the link with the least to offer to each of its messages goes first, and what they do not use is left to the others.
//
// Where a flow takes no more than the least offer, its own most is what bounds it.
//
//   capacity 1 each:  a ==== b ==== c      f: a to c, g: a to b, h: a to b        a-b offers 1/3: f, g, h are filled
//                                          i: b to c                              b-c offers 1 - 1/3: i has 2/3
//
// Messages that share no scarce link, one with more messages than it can carry at full speed, do not know of each other:
// only those are filled that such links connect to one that has changed.
void sharing::fill(double now) {
  const auto later = [](const offer& a, const offer& b) { return comes_later(a, b); };
  offers_.clear();
  for (std::size_t k = 0; k < reached_.size(); ++k) {  // it grows meanwhile
    flows_[reached_[k]].filled = false;
    for (const int l : flows_[reached_[k]].route) {
      if (at(l).visited == visit_ || !is_scarce(l)) continue;
      at(l).visited = visit_;
      at(l).left = on_->capacity(l);
      at(l).unfilled = at(l).flows.size();
      offers_.push_back({at(l).left / static_cast<double>(at(l).unfilled), l});
      for (const std::uint32_t id : at(l).flows) visit(id);
    }
  }
  std::make_heap(offers_.begin(), offers_.end(), later);
  const auto give = [&](std::uint32_t id, double speed) {
    flow& f = flows_[id];
    f.filled = true;
    for (const int l : f.route)
      if (at(l).visited == visit_) at(l).left -= speed, --at(l).unfilled;
    accelerate(id, speed, now);
  };
  slowest_.assign(reached_.begin(), reached_.end());
  const auto by_most = [this](std::uint32_t a, std::uint32_t b) { return flows_[a].most < flows_[b].most; };
  if (!std::ranges::is_sorted(slowest_, by_most)) std::ranges::stable_sort(slowest_, by_most);
  std::size_t next = 0;
  // Those that take less than any link offers have all they can use.
  const auto give_below = [&](double offered) {
    for (; next < slowest_.size(); ++next) {
      const flow& f = flows_[slowest_[next]];
      if (f.filled) continue;
      if (f.most > offered) return;
      give(slowest_[next], f.most);
    }
  };
  while (!offers_.empty()) {
    std::pop_heap(offers_.begin(), offers_.end(), later);
    const offer o = offers_.back();
    offers_.pop_back();
    const link& here = at(o.by);
    if (here.unfilled == 0) continue;
    const std::size_t before = next;
    give_below(o.speed);
    if (here.unfilled == 0) continue;
    const double speed = here.left / static_cast<double>(here.unfilled);
    if (next > before || speed > o.speed * (1 + 1e-12)) {  // others have been filled since and left more than their share
      offers_.push_back({speed, o.by});
      std::push_heap(offers_.begin(), offers_.end(), later);
      continue;
    }
    for (const std::uint32_t id : here.flows)
      if (!flows_[id].filled) give(id, o.speed);
  }
  give_below(std::numeric_limits<double>::infinity());
}

}  // namespace tutti
