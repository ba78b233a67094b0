#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>

#include "tutti/engine/simulate.hpp"

/// Shared by the tests of the engine: networks, and programs without data that run on them.
namespace tutti::tests {

inline constexpr machine unit{.alpha = 1, .beta = 0, .gamma = 0};
inline constexpr machine slow{.alpha = 3, .beta = 0.5, .gamma = 0.25};

// Messages as MPI libraries send them: alpha 10 of which 2 at each end, beta 1, eager up to 16 bytes.
inline network with_protocols() {
  network on(machine{.alpha = 10, .beta = 1, .gamma = 0});
  on.overhead = 2;
  on.eager = 16;
  return on;
}

// LogP and LogGP: the lecture's "A more detailed model".
inline constexpr loggp parameters{.L = 6, .o = 2, .g = 4, .G = 0.5};

inline network logp_network(const loggp& m) {
  network on;
  on.model = loggp_model(m);
  return on;
}

// Buffers of a run without data.
inline buffer room(std::size_t bytes) { return {nullptr, bytes, byte_type}; }

inline double time_of(int p, const network& on, const std::function<task(process&)>& program,
                      const arrival& skews = {}, trace* record = nullptr) {
  world w(p, on);
  w.without_data();
  if (!skews.empty()) w.begin_at(skews);
  if (record) w.record(*record);
  w.run(program);
  return w.time();
}

inline task one_message(process& self, std::size_t bytes) {
  const buffer data = room(bytes);
  if (self.rank() == 0) co_await self.send(data, 1);
  if (self.rank() == 1) co_await self.recv(data, 0);
}

inline task exchange_with(process& self, int to, int from, std::size_t bytes) {
  const buffer data = room(bytes);
  co_await self.sendrecv(data, to, data, from);
}

// Process 0 sends to all others at once.
inline task star(process& self, std::size_t bytes) {
  const buffer data = room(bytes);
  if (self.rank() > 0) {
    co_await self.recv(data, 0);
    co_return;
  }
  const workspace<transfer> all(static_cast<std::size_t>(self.size() - 1));
  for (int r = 1; r < self.size(); ++r) all[static_cast<std::size_t>(r - 1)] = {data, r, buffer{}, nobody};
  const std::span<transfer> list(all.data(), all.size());
  co_await self.together(list);
}

// All send to and receive from all others at once, in shifted order.
inline task everything_at_once(process& self, std::size_t bytes) {
  const int p = self.size();
  const buffer data = room(bytes);
  const workspace<transfer> all(static_cast<std::size_t>(p - 1));
  for (int k = 1; k < p; ++k)
    all[static_cast<std::size_t>(k - 1)] = {data, ring(self.rank(), k, p), data, ring(self.rank(), -k, p)};
  const std::span<transfer> list(all.data(), all.size());
  co_await self.together(list);
}

inline task overwrite(process& self, int* seen, int reader) {
  int value = 7;
  if (self.rank() == 0) {
    const const_buffer out(reinterpret_cast<const std::byte*>(&value), sizeof value, byte_type);
    co_await self.send(out, reader);
    value = 8;  // the send has ended: the buffer is free, though the message is under way
  } else if (self.rank() == reader) {
    const buffer in(reinterpret_cast<std::byte*>(seen), sizeof *seen, byte_type);
    co_await self.recv(in, 0);
  }
}

}  // namespace tutti::tests
