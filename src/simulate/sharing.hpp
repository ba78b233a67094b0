#pragma once

// Messages that share links. A message needs a number of seconds of a link that it has for itself; on a link that
// carries c messages it gets capacity / c of that speed, at most all of it, and the slowest link of its route counts.

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/network.hpp"

namespace tutti {

class sharing {
 public:
  /// A new time at which a message will have ended, if nothing changes until then.
  struct outlook {
    std::uint32_t id, version;
    double end;
  };

  explicit sharing(const topology* on);

  void add(std::uint32_t id, double now, double seconds_alone, std::span<const int> route);
  void remove(std::uint32_t id);
  [[nodiscard]] bool is_current(std::uint32_t id, std::uint32_t version) const {
    return flows_[id].version == version;
  }
  /// To be called when all that happens at this time has happened: who ends when, of those that changed speed.
  const std::vector<outlook>& settle(double now);

 private:
  struct flow {
    double left = 0, speed = 0, since = 0;  // seconds alone; of 1; when `left` was right
    std::uint32_t version = 0;
    std::uint32_t visited = 0;
    std::vector<int> route;
  };
  [[nodiscard]] double speed_of(const flow& f) const;

  const topology* on_;
  std::vector<flow> flows_;
  std::vector<std::vector<std::uint32_t>> on_link_;
  std::vector<int> changed_;
  std::vector<bool> is_changed_;
  std::vector<outlook> outlooks_;
  std::uint32_t visit_ = 0;
};

}  // namespace tutti
