#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "tutti/cost.hpp"
#include "tutti/memory.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// The `Radix` of an entry that runs on all ports of the machine. Its price is that on these ports, so the
/// messages of a round count as one, the longest; the price of any other radix is that on one port.
inline constexpr int by_ports = 0;

/// The radix in which an entry's algorithm runs, one more than the ports that it uses: the entry's own, or
/// that of the machine's ports. No more than p, since a process has no more than p - 1 partners.
template <int Radix>
constexpr int radix_on(const loggp_levels* machine, int p) noexcept {
  if constexpr (Radix != by_ports) return Radix;
  return std::min(machine ? machine->ports : 1, std::max(p, 2) - 1) + 1;
}

/// The messages of a round over some ports. Those of up to three ports take no block from the pool of memory.
class port_messages {
 public:
  explicit port_messages(int ports) : ports_(static_cast<std::size_t>(ports)) {
    if (ports_ > few_.size()) many_.emplace(ports_);
  }
  port_messages(const port_messages&) = delete;
  port_messages& operator=(const port_messages&) = delete;
  [[nodiscard]] std::span<transfer> all() noexcept {
    return many_ ? std::span<transfer>(*many_) : std::span(few_).first(ports_);
  }

 private:
  std::size_t ports_;
  std::array<transfer, 3> few_;
  std::optional<workspace<transfer>> many_;
};

/// The rounds that spread data among p processes, or collect them, on all k ports of the machine:
/// ceil(log_(k+1) p).
inline double rounds_on_ports(const shape& s) noexcept {
  return ceil_log(s.p, (s.logp ? s.logp->ports : 1) + 1);
}

}  // namespace tutti
