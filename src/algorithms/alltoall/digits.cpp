// Alltoall with combined messages, by the digits of the distances that blocks have to travel.
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997; without rotations and further memory
// for blocks: Traeff, Rougier, Hunold, "Implementing a classic", ICS 2014, here with packing in place of
// derived datatypes. The messages of one digit begin together, as for k ports in the first source.

#include "algorithms/alltoall/digits.hpp"

#include <algorithm>
#include <utility>

namespace tutti {

long long blocks_with_digit(int p, int radix, int weight, int z) noexcept {
  const long long period = 1LL * radix * weight;
  return p / period * weight + std::clamp<long long>(p % period - 1LL * z * weight, 0, weight);
}

namespace {

// True if it is known which messages stay on their nodes.
bool by_rank(const shape& s) { return s.nodes > 1 && s.consecutive; }

// The number of a node's processes whose messages leave the node, for messages that go `distance` far: at
// most the distance, since the other messages stay on the node.
int leaving(const shape& s, int distance) {
  return by_rank(s) ? std::min({distance, s.p - distance, s.per_node}) : s.per_node;
}

}  // namespace

task alltoall_by_digits(process& self, const_blocks send, blocks recv, int radix, walk step) {
  const int p = self.size(), rank = self.rank();
  const std::size_t n = send[rank].bytes();
  self.copy_meanwhile(send[rank], recv[rank]);
  if (n == 0) co_return;

  for (long long weight = 1; weight < p; weight *= radix) {
    const int w = static_cast<int>(weight);
    // Calls visit() with each distance whose digit of weight w is z: z w, ..., z w + w - 1, then radix w
    // further, ...
    const auto each = [&](int z, auto&& visit) {
      for (long long first = 1LL * z * w; first < p; first += 1LL * radix * w)
        for (long long j = first; j < std::min<long long>(first + w, p); ++j) visit(static_cast<int>(j));
    };
    const auto here = [&](int j) -> const_buffer {  // a block that has not travelled yet is still in send
      return j % w == 0 ? send[step(rank, j, p)] : const_buffer(recv[step(rank, -j, p)]);
    };
    const auto there = [&](int j) { return recv[step(rank, -j, p)]; };
    // The number of blocks packed into the message of value z: 0 if it has only the block of z w, which is in
    // send.
    const auto packed = [&](int z) {
      const auto many = static_cast<std::size_t>(blocks_with_digit(p, radix, w, z));
      return many > 1 ? many : 0;
    };

    // The messages of all values at once: none sends a block that another one receives.
    std::size_t travelling = 0, started = 0;
    const int values = digit_values(p, radix, w);
    for (int z = 1; z <= values; ++z) travelling += packed(z);
    const scratch out(self, travelling * n), received(self, travelling * n);
    workspace<transfer> round(static_cast<std::size_t>(values));
    std::size_t left = 0;
    for (int z = 1; z <= values; ++z) {
      const int to = step(rank, z * w, p), from = step(rank, -z * w, p);
      const std::size_t length = packed(z) * n;
      if (length == 0) {
        round[started++] = {here(z * w), to, there(z * w), from};
        continue;
      }
      round[started++] = {out.slice(left, length), to, received.slice(left, length), from};
      each(z, [&](int j) { self.copy(here(j), out.slice(std::exchange(left, left + n), n)); });
    }
    const std::span<transfer> now = round.first(started);
    co_await self.together(now);
    left = 0;
    for (int z = 1; z <= values; ++z)
      if (packed(z) > 0)
        each(z, [&](int j) { self.copy(received.slice(std::exchange(left, left + n), n), there(j)); });
  }
}

// Of successive messages whose distances add up to at most per_node, at most one leaves the node.
cost price_by_digits(const shape& s, int radix) noexcept {
  cost c;
  if (s.bytes <= 0) return c;
  long long gone = 0;
  for (long long w = 1; w < s.p; w *= radix)
    for (int z = 1; z <= digit_values(s.p, radix, w); ++z) {
      const int distance = static_cast<int>(z * w);
      const auto many = static_cast<double>(blocks_with_digit(s.p, radix, static_cast<int>(w), z));
      const int together = z > 1 ? 1 : 0;  // with the message of value 1
      c.rounds += 1;
      c.behind += together;
      const double bytes = many * s.bytes / s.p;
      c.bytes += bytes;
      c.link_bytes += leaving(s, distance) * bytes;
      gone += distance;
      if (by_rank(s) && c.rounds > 1 && gone <= s.per_node) c.near_rounds += 1, c.near_behind += together;
    }
  return c;
}

}  // namespace tutti
