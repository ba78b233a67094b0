#include "engine/sharing.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "engine/events.hpp"
#include "machine/hash.hpp"

namespace tutti {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// Sums in different orders may differ in their last bits.
constexpr double nearly = 1 + 1e-12;

}  // namespace

sharing::sharing(const topology* on, link_sharing rule)
    : on_(on), rule_(rule), bunch_index_(0, bunch_hash{this}, same_bunch{this}) {
  if (on_) links_.resize(static_cast<std::size_t>(on_->links()));
}

std::size_t sharing::bunch_hash::operator()(const bunch_key& p) const noexcept {
  std::uint64_t h = std::bit_cast<std::uint64_t>(p.max_share);
  for (const int l : p.route) h = mixed(h, static_cast<std::uint64_t>(l));
  return h;
}
std::size_t sharing::bunch_hash::operator()(std::uint32_t b) const noexcept {
  return (*this)(bunch_key{in->bunches_[b].route, in->bunches_[b].max_share});
}
bool sharing::same_bunch::operator()(const bunch_key& p, std::uint32_t b) const noexcept {
  const bunch& x = in->bunches_[b];
  return x.max_share == p.max_share && std::ranges::equal(x.route, p.route);
}

std::uint32_t sharing::bunch_of(const bunch_key& p) {
  if (const auto known = bunch_index_.find(p); known != bunch_index_.end()) return *known;
  std::uint32_t b = static_cast<std::uint32_t>(bunches_.size());
  if (free_.empty())
    bunches_.emplace_back();
  else
    b = free_.back(), free_.pop_back();
  bunch& x = bunches_[b];
  x.route.assign(p.route.begin(), p.route.end());
  x.max_share = p.max_share;
  x.speed = x.service = 0;
  x.outlook_time = never;
  for (const int l : x.route) at(l).bunches.push_back(b);
  bunch_index_.insert(b);
  return b;
}

void sharing::change(int l) {
  if (!at(l).changed) changed_.push_back(l);
  at(l).changed = true;
}

void sharing::serve(bunch& b, double now) const {
  b.service += b.speed * (now - b.since);
  b.since = now;
}

void sharing::add(std::uint32_t id, double now, double seconds_alone, std::span<const int> route,
                  double max_share) {
  const std::uint32_t b = bunch_of({route, max_share});
  bunch& x = bunches_[b];
  serve(x, now);
  x.messages.emplace_back(x.service + seconds_alone * max_share, id);
  std::ranges::push_heap(x.messages, std::greater<>());
  if (x.messages.front().second == id) {  // the valid outlook is that of another message
    x.speed = 0;
    x.outlook_time = never;
    ++x.version;
  }
  for (const int l : x.route) {
    ++at(l).messages;
    at(l).demand += max_share;
    change(l);
  }
}

std::optional<sharing::outlook> sharing::take_ended(std::uint32_t b, std::uint32_t version, double now,
                                                    std::vector<std::uint32_t>& ended) {
  bunch& x = bunches_[b];
  if (event::stored_version(x.version) != event::stored_version(version) || x.messages.empty()) return {};
  serve(x, now);
  const auto ends = [&] { return now + (x.messages.front().first - x.service) / x.speed; };
  const std::size_t before = ended.size();
  while (!x.messages.empty() && ends() <= now * nearly) {
    ended.push_back(x.messages.front().second);
    std::ranges::pop_heap(x.messages, std::greater<>());
    x.messages.pop_back();
    for (const int l : x.route) {
      --at(l).messages;
      at(l).demand = at(l).messages == 0 ? 0 : at(l).demand - x.max_share;
      change(l);
    }
  }
  ++x.version;
  x.outlook_time = never;
  if (x.messages.empty()) {
    for (const int l : x.route) std::erase(at(l).bunches, b);
    bunch_index_.erase(bunch_index_.find(b));
    free_.push_back(b);
  } else if (ended.size() == before) {
    return outlook{b, x.version, x.outlook_time = ends()};
  } else {
    x.speed = 0;  // settle() gives the next outlook
  }
  return {};
}

double sharing::equal_speed(const bunch& b) const {
  double speed = b.max_share;
  for (const int l : b.route) speed = std::min(speed, on_->capacity(l) / static_cast<double>(at(l).messages));
  return speed;
}

void sharing::visit(std::uint32_t b) {
  bunch& x = bunches_[b];
  if (x.visited == visit_) return;
  x.visited = visit_;
  reached_.push_back(b);
}

void sharing::accelerate(std::uint32_t b, double speed, double now) {
  bunch& x = bunches_[b];
  if (speed == x.speed) return;
  serve(x, now);
  x.speed = speed;
  // A bunch that has become slower keeps its outlook and is examined at that time, since speeds change often.
  const double end = now + std::max(0.0, x.messages.front().first - x.service) / speed;
  if (end < x.outlook_time) outlooks_.push_back({b, ++x.version, x.outlook_time = end});
}

const std::vector<sharing::outlook>& sharing::settle(double now) {
  outlooks_.clear();
  reached_.clear();
  ++visit_;
  for (const int l : changed_) {
    at(l).changed = false;
    congestion_ = std::max(congestion_, static_cast<double>(at(l).messages) / on_->capacity(l));
    for (const std::uint32_t b : at(l).bunches) visit(b);
  }
  changed_.clear();
  if (rule_ == link_sharing::max_min)
    fill(now);
  else
    for (const std::uint32_t b : reached_) accelerate(b, equal_speed(bunches_[b]), now);
  return outlooks_;
}

// Progressive filling. The speeds of all messages grow together; when a link is full, the speeds of the
// messages on it are final. So the link that offers each message the lowest speed is filled first, and the
// other links distribute the capacity that its messages do not use.
//
// A message that takes no more than the least offer is bounded by its own `max_share`.
//
//   capacity 1 each:  a ==== b ==== c   f: a to c, g: a to b, h: a to b   a-b offers 1/3: f, g, h are filled
//                                       i: b to c                         b-c offers 1 - 1/3: i has 2/3
//
// Messages that share no scarce link (one with more messages than it can carry at full speed) do not affect
// each other. So only the messages that scarce links connect to a changed link get new speeds.
void sharing::fill(double now) {
  const auto later = [](const offer& a, const offer& b) { return comes_later(a, b); };
  offers_.clear();
  for (std::size_t k = 0; k < reached_.size(); ++k) {  // reached_ grows meanwhile
    bunches_[reached_[k]].filled = false;
    for (const int l : bunches_[reached_[k]].route) {
      if (at(l).visited == visit_ || !is_scarce(l)) continue;
      at(l).visited = visit_;
      at(l).left = on_->capacity(l);
      at(l).unfilled = at(l).messages;
      offers_.push_back({at(l).left / static_cast<double>(at(l).unfilled), l});
      for (const std::uint32_t b : at(l).bunches) visit(b);
    }
  }
  std::ranges::make_heap(offers_, later);
  const auto give = [&](std::uint32_t b, double speed) {
    bunch& x = bunches_[b];
    x.filled = true;
    for (const int l : x.route)
      if (at(l).visited == visit_)
        at(l).left -= speed * static_cast<double>(x.messages.size()), at(l).unfilled -= x.messages.size();
    accelerate(b, speed, now);
  };
  slowest_ = reached_;
  const auto max_share = [this](std::uint32_t b) { return bunches_[b].max_share; };
  if (!std::ranges::is_sorted(slowest_, {}, max_share)) std::ranges::stable_sort(slowest_, {}, max_share);
  std::size_t next = 0;
  // Bunches that can take less than any link offers get all that they can take.
  const auto give_below = [&](double offered) {
    for (; next < slowest_.size(); ++next) {
      const bunch& x = bunches_[slowest_[next]];
      if (x.filled) continue;
      if (x.max_share > offered) return;
      give(slowest_[next], x.max_share);
    }
  };
  while (!offers_.empty()) {
    std::ranges::pop_heap(offers_, later);
    const offer o = offers_.back();
    offers_.pop_back();
    const link& here = at(o.by);
    const std::size_t before = next;
    give_below(o.speed);
    if (here.unfilled == 0) continue;
    const double speed = here.left / static_cast<double>(here.unfilled);
    if (next > before ||
        speed > o.speed * nearly) {  // others have been filled since and left more than their share
      offers_.push_back({speed, o.by});
      std::ranges::push_heap(offers_, later);
      continue;
    }
    for (const std::uint32_t b : here.bunches)
      if (!bunches_[b].filled) give(b, o.speed);
  }
  give_below(never);
}

}  // namespace tutti
