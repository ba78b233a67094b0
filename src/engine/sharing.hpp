#pragma once

// Messages that share links. A message needs a number of seconds of a link that it has for itself; how fast it is where it
// meets others is said by the rule: see link_sharing.

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/machine/network.hpp"

namespace tutti {

class sharing {
 public:
  /// A time at which a message should be looked at again: it will have ended if nothing changes until then.
  struct outlook {
    std::uint32_t id, version;
    double end;
  };

  sharing(const topology* on, link_sharing rule);

  /// Alone it takes so many seconds, and of each link's capacity as much as `most`.
  void add(std::uint32_t id, double now, double seconds_alone, std::span<const int> route, double most = 1);
  void remove(std::uint32_t id);
  /// Whether that outlook still stands. One that does may have become too early meanwhile: see ends().
  [[nodiscard]] bool is_current(std::uint32_t id, std::uint32_t version) const {
    return flows_[id].version == version;
  }
  /// When the message ends, as things are now: that is its outlook from now on.
  double ends(std::uint32_t id) { return flows_[id].said = flows_[id].end; }
  /// The most messages that have been on one link at once, divided by its capacity.
  [[nodiscard]] double congestion() const { return congestion_; }
  /// To be called when all that happens at this time has happened: who ends when, of those that changed speed and end before
  /// the time that was said last.
  const std::vector<outlook>& settle(double now);

 private:
  struct flow {
    // What is left, its speed and the most of that, in units of a link's capacity; when `left` was right.
    double left = 0, speed = 0, most = 1, since = 0;
    double end = 0, said = 0;  // when it ends, and the outlook that stands
    std::uint32_t version = 0;
    std::uint32_t visited = 0;
    bool filled = false;
    std::vector<int> route;
  };
  struct link {
    std::vector<std::uint32_t> flows;
    double wanted = 0;  // what all of these take at their most
    bool changed = false;
    // While speeds are filled: what is left of its capacity, and for how many.
    std::uint32_t visited = 0;
    double left = 0;
    std::size_t unfilled = 0;
  };
  struct offer {  // of a link to each flow that it still has to fill
    double speed;
    int by;
    friend bool comes_later(const offer& a, const offer& b) {
      return a.speed != b.speed ? a.speed > b.speed : a.by > b.by;
    }
  };

  [[nodiscard]] link& at(int l) { return links_[static_cast<std::size_t>(l)]; }
  [[nodiscard]] const link& at(int l) const { return links_[static_cast<std::size_t>(l)]; }
  [[nodiscard]] bool is_scarce(int l) const {
    return at(l).wanted > on_->capacity(l) * (1 + 1e-9);
  }
  [[nodiscard]] double equal_speed(const flow& f) const;
  void change(int l);
  void visit(std::uint32_t id);
  void accelerate(std::uint32_t id, double speed, double now);
  void fill(double now);

  const topology* on_;
  link_sharing rule_;
  std::vector<flow> flows_;
  std::vector<link> links_;
  std::vector<int> changed_;
  std::vector<outlook> outlooks_;
  std::vector<std::uint32_t> reached_;  // flows whose speed may have changed
  std::vector<offer> offers_;           // a heap, the least first
  std::vector<std::uint32_t> slowest_;  // flows by the most that they take
  std::uint32_t visit_ = 0;
  double congestion_ = 0;
};

}  // namespace tutti
