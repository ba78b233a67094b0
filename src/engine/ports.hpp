#pragma once

// Transfers whose both ends are ready but which have to wait for a port. Rare: only lists with more transfers
// than ports come here.

#include <compare>
#include <cstdint>
#include <limits>
#include <set>

namespace tutti {

enum class side : std::uint8_t { send, receive };

/// Who is served first: whose ends were ready first, then the order of the lists, then operations and ranks.
struct service_order {
  double ready;
  std::uint32_t send_at, receive_at;
  int from, to;
  friend auto operator<=>(const service_order&, const service_order&) = default;
};

struct waiting_transfer {
  service_order order;
  std::uint32_t id;
  int sender, receiver;  // the processes whose ports it needs
};

/// A transfer that one of its ends would like to start next.
struct nominee {
  service_order order;
  std::uint32_t id;
  int rank;
  side by;
};

class port_queue {
 public:
  void add(const waiting_transfer& t) {
    waiting_.insert({t.sender, side::send, t.order, t.id});
    waiting_.insert({t.receiver, side::receive, t.order, t.id});
  }
  void remove(const waiting_transfer& t) {
    waiting_.erase({t.sender, side::send, t.order, t.id});
    waiting_.erase({t.receiver, side::receive, t.order, t.id});
  }
  [[nodiscard]] bool has(const waiting_transfer& t) const {
    return waiting_.contains({t.sender, side::send, t.order, t.id});
  }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  static constexpr service_order first{-std::numeric_limits<double>::infinity(), 0, 0, 0, 0};

  /// Calls f(order, id) in the order of service, beginning with `from`, until it returns true.
  template <class F>
  bool any(int rank, side s, const service_order& from, F f) const {
    for (auto at = waiting_.lower_bound({rank, s, from, 0});
         at != waiting_.end() && at->rank == rank && at->by == s; ++at)
      if (f(at->order, at->id)) return true;
    return false;
  }

 private:
  struct entry {
    int rank;
    side by;
    service_order order;
    std::uint32_t id;
    friend auto operator<=>(const entry&, const entry&) = default;
  };
  std::set<entry> waiting_;
};

}  // namespace tutti
