#pragma once

// Transfers whose ends are both ready but that may have to wait for a port: transfers of lists with more
// transfers than ports, and all transfers if processes have operations.

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tutti {

enum class side : std::uint8_t { send, receive };

/// The order of service: first the transfer whose ends were ready first, then by position in the lists, then
/// by operation and rank.
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

/// A transfer that one of its ends proposes to start next.
struct nominee {
  service_order order;
  std::uint32_t id;
  int rank;
  side by;
};

/// The transfers that wait for a port of one side of a process, in the order of service. Most are added and
/// removed in that order, so the row begins at `first_` and few entries are moved.
class port_line {
 public:
  struct entry {
    service_order order;
    std::uint32_t id;
  };

  void add(const service_order& order, std::uint32_t id) {
    if (first_ == row_.size()) clear();
    if (row_.empty() || row_.back().order < order) {
      row_.push_back({order, id});
      return;
    }
    row_.insert(at(order), {order, id});
  }
  void remove(const service_order& order) {
    const auto found = at(order);
    if (found == begin())
      ++first_;
    else
      row_.erase(found);
  }
  [[nodiscard]] bool has(const service_order& order) const {
    const auto found = at(order);
    return found != row_.end() && found->order == order;
  }
  /// Calls f(order, id) for one after the other, beginning with `from` (null: the first), until it returns
  /// true.
  template <class F>
  void any(const service_order* from, F f) const {
    for (auto k = from ? at(*from) : begin(); k != row_.end(); ++k)
      if (f(k->order, k->id)) return;
  }

 private:
  void clear() {
    row_.clear();
    first_ = 0;
  }
  [[nodiscard]] std::vector<entry>::const_iterator begin() const {
    return row_.begin() + static_cast<std::ptrdiff_t>(first_);
  }
  /// The position of the entry, or the one where it would be inserted.
  [[nodiscard]] std::vector<entry>::const_iterator at(const service_order& order) const {
    if (begin() != row_.end() && begin()->order == order) return begin();
    return std::lower_bound(begin(), row_.end(), order,
                            [](const entry& e, const service_order& o) { return e.order < o; });
  }

  std::vector<entry> row_;
  std::size_t first_ = 0;
};

class port_queue {
 public:
  void add(const waiting_transfer& t) {
    line(t.sender, side::send).add(t.order, t.id);
    line(t.receiver, side::receive).add(t.order, t.id);
    ++size_;
  }
  void remove(const waiting_transfer& t) {
    line(t.sender, side::send).remove(t.order);
    line(t.receiver, side::receive).remove(t.order);
    --size_;
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool has(const waiting_transfer& t) { return line(t.sender, side::send).has(t.order); }

  /// Calls f(order, id) for the transfers that wait at that side, in the order of service, beginning with
  /// `from` (null: the first), until it returns true.
  template <class F>
  void any(int rank, side s, const service_order* from, F f) const {
    if (const std::size_t k = index(rank, s); k < lines_.size()) lines_[k].any(from, f);
  }

 private:
  static std::size_t index(int rank, side s) {
    return 2 * static_cast<std::size_t>(rank) + static_cast<std::size_t>(s);
  }
  port_line& line(int rank, side s) {
    const std::size_t k = index(rank, s);
    if (k >= lines_.size()) lines_.resize(k + 1);
    return lines_[k];
  }

  std::size_t size_ = 0;
  std::vector<port_line> lines_;  // two of each process: for its sends, for its receives
};

}  // namespace tutti
