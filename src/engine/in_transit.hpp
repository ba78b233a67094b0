#pragma once

// Messages under way hop by hop, for cost models that store and forward: which link each is on.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tutti {

class in_transit {
 public:
  /// Begins the route of message `id`: the caller adds its links in order, none if its ends share no link.
  /// The reference is valid until the next call.
  std::vector<int>& plan(std::uint32_t id) {
    if (id >= all_.size()) all_.resize(id + 1);
    all_[id].at = 0;
    all_[id].route.clear();
    return all_[id].route;
  }
  /// True if the message is on its first link or about to enter it.
  [[nodiscard]] bool leaves(std::uint32_t id) const { return all_[id].at == 0; }
  /// True if the message is on its last link or about to enter it.
  [[nodiscard]] bool arrives(std::uint32_t id) const { return all_[id].at + 1 >= all_[id].route.size(); }
  /// The link that the message is on or about to enter; empty if its route is.
  [[nodiscard]] std::span<const int> link(std::uint32_t id) const {
    const position& j = all_[id];
    return std::span(j.route).subspan(j.at, j.route.empty() ? 0 : 1);
  }
  void go_on(std::uint32_t id) { ++all_[id].at; }

 private:
  struct position {
    std::vector<int> route;
    std::size_t at = 0;
  };
  std::vector<position> all_;  // of each active message
};

}  // namespace tutti
