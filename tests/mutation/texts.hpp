#pragma once

#include <cstddef>

#include "tutti/engine/cases.hpp"
#include "tutti/ranks.hpp"

/// Texts in which several kinds of mistakes are made, or which other texts call. With `wrong` the mistake is
/// made. Each text is followed by its entry.
namespace tutti::tests {

template <bool wrong>
task exchange_and_reduce(process& self, const_buffer in, buffer out, operation op) {  // p a power of two
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < self.size(); d *= 2) {
    const int partner = self.rank() ^ d;
    co_await self.sendrecv(out, partner, theirs, partner);
    if (wrong || partner < self.rank()) {  // the lower one's partial result is the left operand
      self.reduce(op, theirs, out);
    } else {
      self.reduce(op, out, theirs);
      self.copy(theirs, out);
    }
  }
}

template <bool wrong>
constexpr auto run_exchange =
    [](process& self, const call& c) { return exchange_and_reduce<wrong>(self, c.in, c.out, c.op); };

template <bool wrong>
task around_the_ring(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  for (int i = 1; i < p; ++i) {
    const buffer leaving = recv[ring(rank, 1 - i, p)];
    const buffer arriving = recv[ring(rank, wrong ? -i - 1 : -i, p)];
    co_await self.sendrecv(leaving, ring(rank, 1, p), arriving, ring(rank, -1, p));
  }
}

template <bool wrong>
constexpr auto run_ring =
    [](process& self, const call& c) { return around_the_ring<wrong>(self, c.in, c.recv); };

template <bool wrong>
task down_the_tree(process& self, buffer data, int asked) {
  const int p = self.size(), root = wrong ? 0 : asked;
  const int v = relative_rank(self.rank(), root, p);
  int bit = 1;
  while (bit < p && (v & bit) == 0) bit *= 2;
  if (v > 0) co_await self.recv(data, absolute_rank(v - bit, root, p));
  for (bit /= 2; bit > 0; bit /= 2)
    if (v + bit < p) co_await self.send(data, absolute_rank(v + bit, root, p));
}

template <bool wrong>
constexpr auto run_down =
    [](process& self, const call& c) { return down_the_tree<wrong>(self, c.out, c.root); };

template <bool wrong>
task up_the_tree(process& self, const_buffer in, buffer out, operation op, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const scratch room(self, in), theirs(self, in);
  buffer sum = v == 0 ? out : room.all();
  if (wrong && v != 0)
    sum.data = const_cast<std::byte*>(in.data);  // memory that must only be read
  else
    self.copy(in, sum);
  for (int bit = 1; bit < p; bit *= 2) {
    if ((v & bit) != 0) {
      co_await self.send(sum, absolute_rank(v - bit, root, p));
      co_return;
    }
    if (v + bit >= p) continue;
    co_await self.recv(theirs, absolute_rank(v + bit, root, p));
    self.reduce(op, theirs, sum);
  }
}

template <bool wrong>
constexpr auto run_up =
    [](process& self, const call& c) { return up_the_tree<wrong>(self, c.in, c.out, c.op, c.root); };

template <bool wrong>
task star(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0) co_await self.recv(data, root);
  const int served = wrong ? p - 1 : p;
  for (int to = 1; v == 0 && to < served; ++to) co_await self.send(data, absolute_rank(to, root, p));
}

template <bool wrong>
constexpr auto run_star = [](process& self, const call& c) { return star<wrong>(self, c.out, c.root); };

template <bool wrong>
task star_of_parts(process& self, const_blocks send, buffer out, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0) co_await self.recv(out, root);
  for (int k = 1; v == 0 && k < p; ++k) {
    const int to = absolute_rank(k, root, p);
    const const_buffer block = send[wrong ? k : to];  // blocks are in rank order, not counted from the root
    co_await self.send(block, to);
  }
  if (v == 0) self.copy(send[root], out);
}

template <bool wrong>
constexpr auto run_parts =
    [](process& self, const call& c) { return star_of_parts<wrong>(self, c.send, c.out, c.root); };

template <bool wrong>
task partial_sums(process& self, const_buffer in, buffer out, operation op) {  // exscan
  const int p = self.size(), rank = self.rank();
  const int before = rank > 0 ? rank - 1 : nobody, after = rank + 1 < p ? rank + 1 : nobody;
  const scratch sum(self, in);
  self.copy(in, sum);
  if (wrong && rank == 0) {
    const buffer untouched = out;
    const scratch zero(self, in);
    self.copy(sum, zero);
    self.reduce(op, sum, zero);
    self.copy(zero, untouched);
  }
  co_await self.recv(out, before);
  if (rank > 0 && after != nobody) self.reduce(op, out, sum);
  co_await self.send(sum, after);
}

template <bool wrong>
constexpr auto run_sums =
    [](process& self, const call& c) { return partial_sums<wrong>(self, c.in, c.out, c.op); };

template <bool wrong>
task all_into_one_place(process& self, const_buffer in, blocks recv, int root) {  // gather
  if (self.rank() != root) {
    co_await self.send(in, root);
    co_return;
  }
  const workspace<transfer> all(static_cast<std::size_t>(self.size()));
  std::size_t n = 0;
  for (int r = 0; r < self.size(); ++r)
    if (r != root) all[n++] = {const_buffer{}, nobody, recv[wrong ? (root + 1) % self.size() : r], r};
  self.copy(in, recv[root]);
  if (n > 0) co_await self.together(all.first(n));
}

template <bool wrong>
constexpr auto run_all_into_one =
    [](process& self, const call& c) { return all_into_one_place<wrong>(self, c.in, c.recv, c.root); };

template <bool wrong>
task chain_of_bytes(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const buffer whole = wrong ? buffer(data.data, data.bytes(), byte_type) : data;  // as if it were dense
  if (v > 0) co_await self.recv(whole, absolute_rank(v - 1, root, p));
  if (v + 1 < p) co_await self.send(whole, absolute_rank(v + 1, root, p));
}

template <bool wrong>
constexpr auto run_bytes =
    [](process& self, const call& c) { return chain_of_bytes<wrong>(self, c.out, c.root); };

}  // namespace tutti::tests
