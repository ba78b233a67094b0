#pragma once

// Messages that share links. A message needs a link for a number of seconds if no other message uses the
// link. Its speed beside other messages follows a rule: see link_sharing.
//
// Messages of one route that can be equally fast form a bunch, all with one speed. A bunch counts the service
// that each of its messages has had. A message ends when this count reaches the value that was computed when
// it was added. So the effect of a message on the speeds of others costs a step for each bunch, not for each
// message.

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tutti/machine/network.hpp"

namespace tutti {

class sharing {
 public:
  /// A time at which to examine a bunch: its next message ends then, unless something changes before.
  struct outlook {
    std::uint32_t bunch, version;
    double at;
  };

  sharing(const topology* on, link_sharing rule);

  /// Adds a message. Alone it takes `seconds_alone` seconds, and up to `max_share` of each link's capacity.
  void add(std::uint32_t id, double now, double seconds_alone, std::span<const int> route,
           double max_share = 1);
  /// Removes the messages of a bunch that have ended, at an outlook that is still valid. If none has ended
  /// yet, removes none and returns the next outlook.
  std::optional<outlook> take_ended(std::uint32_t bunch, std::uint32_t version, double now,
                                    std::vector<std::uint32_t>& ended);
  /// The most messages that have been on one link at once, divided by its capacity.
  [[nodiscard]] double congestion() const { return congestion_; }
  /// Call this after all events of this time. Returns new outlooks, for messages that end earlier than
  /// expected so far.
  const std::vector<outlook>& settle(double now);

 private:
  struct bunch_key {
    std::span<const int> route;
    double max_share;
  };
  struct bunch {
    std::vector<int> route;
    double max_share = 1;         // share of a link's capacity that each message takes at most
    double speed = 0, since = 0;  // of each message; from when on
    double service = 0;           // that each message has had, at `since`, in seconds of a link
    double outlook_time = 0;      // the time of the valid outlook
    std::uint32_t version = 0;    // of outlooks
    std::uint32_t visited = 0;
    bool filled = false;
    // A heap of (service at which it ends, id), the lowest first.
    std::vector<std::pair<double, std::uint32_t>> messages;
  };
  struct link {
    std::vector<std::uint32_t> bunches;
    std::size_t messages = 0;
    double demand = 0;  // the sum of their `max_share`
    bool changed = false;
    // During fill(): the remaining capacity, and the number of messages that it is for.
    std::uint32_t visited = 0;
    double left = 0;
    std::size_t unfilled = 0;
  };
  struct offer {  // of a link to each message that has no speed yet
    double speed;
    int by;
    friend bool comes_later(const offer& a, const offer& b) {
      return a.speed != b.speed ? a.speed > b.speed : a.by > b.by;
    }
  };
  struct bunch_hash {
    using is_transparent = void;
    std::size_t operator()(const bunch_key& p) const noexcept;
    std::size_t operator()(std::uint32_t b) const noexcept;
    const sharing* in;
  };
  struct same_bunch {
    using is_transparent = void;
    bool operator()(std::uint32_t a, std::uint32_t b) const noexcept { return a == b; }
    bool operator()(const bunch_key& p, std::uint32_t b) const noexcept;
    bool operator()(std::uint32_t b, const bunch_key& p) const noexcept { return (*this)(p, b); }
    const sharing* in;
  };

  [[nodiscard]] link& at(int l) { return links_[static_cast<std::size_t>(l)]; }
  [[nodiscard]] const link& at(int l) const { return links_[static_cast<std::size_t>(l)]; }
  [[nodiscard]] bool is_scarce(int l) const { return at(l).demand > on_->capacity(l) * (1 + 1e-9); }
  [[nodiscard]] double equal_speed(const bunch& b) const;
  std::uint32_t bunch_of(const bunch_key& p);
  void change(int l);
  void visit(std::uint32_t b);
  void serve(bunch& b, double now) const;
  void accelerate(std::uint32_t b, double speed, double now);
  void fill(double now);

  const topology* on_;
  link_sharing rule_;
  std::vector<bunch> bunches_;
  std::vector<std::uint32_t> free_;
  // bunches with messages, by their keys
  std::unordered_set<std::uint32_t, bunch_hash, same_bunch> bunch_index_;
  std::vector<link> links_;
  std::vector<int> changed_;
  std::vector<outlook> outlooks_;
  std::vector<std::uint32_t> reached_;  // bunches whose speed may have changed
  std::vector<offer> offers_;           // a heap, the lowest first
  std::vector<std::uint32_t> slowest_;  // bunches in the order of their `max_share`
  std::uint32_t visit_ = 0;
  double congestion_ = 0;
};

}  // namespace tutti
