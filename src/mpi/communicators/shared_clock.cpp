// Source: Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989: of several round
// trips, the fastest one is the most accurate.

#include "mpi/communicators/shared_clock.hpp"

#include <algorithm>
#include <span>

#include "mpi/runtime/run_state.hpp"
#include "mpi/start/world.hpp"
#include "record/clock.hpp"
#include "tutti/bundle.hpp"

namespace tutti::mpi {

shared_clock::shared_clock(const route& via) : ns_a_tick_(this_run.nanoseconds_a_tick) {
  const world& w = *this_world();
  const auto node = [&](int r) { return w.nodes[static_cast<std::size_t>(via.in_world(r))]; };
  std::vector<int> names;
  for (int r = 0; r < via.size; ++r) {
    const auto known = std::ranges::find(names, node(r));
    if (known == names.end()) {
      names.push_back(node(r));
      firsts_.push_back(r);
    }
    if (node(r) != node(via.rank)) continue;
    node_ = static_cast<std::size_t>(std::ranges::find(names, node(r)) - names.begin());
    if (firsts_[node_] == via.rank && r != via.rank) others_.push_back(r);
  }
}

std::int64_t shared_clock::nanoseconds_at(std::uint64_t ticks) const noexcept {
  constexpr std::int64_t long_enough = 50'000'000;  // ns: errors of a comparison hardly change the rate
  double rate = ns_a_tick_;
  if (earlier_ && last_.there - earlier_->there >= long_enough)
    rate =
        static_cast<double>(last_.there - earlier_->there) / static_cast<double>(last_.here - earlier_->here);
  return last_.there +
         static_cast<std::int64_t>(static_cast<double>(static_cast<std::int64_t>(ticks - last_.here)) * rate);
}

task shared_clock::compare(process& self) {
  const bool first = firsts_[node_] == self.rank();
  const bool known = last_.here != 0;
  moment now{record::ticks(), 0};
  if (self.rank() == 0) now.there = nanoseconds_at(now.here);
  if (first) {
    std::size_t d = 1;
    if (node_ > 0) {
      while (2 * d <= node_) d *= 2;
      co_await ask(self, firsts_[node_ - d], now);
      d *= 2;
    }
    if (known) earlier_ = last_;
    last_ = now;
    for (; node_ + d < firsts_.size(); d *= 2) co_await answer(self, firsts_[node_ + d]);
    for (const int other : others_) co_await self.send(message_of(std::span(&now, 1)), other);
    co_return;
  }
  co_await self.recv(message_of(std::span(&now, 1)), firsts_[node_]);
  if (known) earlier_ = last_;
  last_ = now;
}

constexpr int round_trips = 5;

task shared_clock::ask(process& self, int whom, moment& best) {
  std::uint64_t shortest = UINT64_MAX;
  for (int k = 0; k < round_trips; ++k) {
    std::int64_t there = 0;
    const std::uint64_t begin = record::ticks();
    co_await self.send(message_of(std::span(&there, 1)), whom);
    co_await self.recv(message_of(std::span(&there, 1)), whom);
    const std::uint64_t passed = record::ticks() - begin;
    if (passed < shortest) shortest = passed, best = {begin + passed / 2, there};
  }
}

task shared_clock::answer(process& self, int whom) {
  for (int k = 0; k < round_trips; ++k) {
    std::int64_t now = 0;
    co_await self.recv(message_of(std::span(&now, 1)), whom);
    now = nanoseconds_at(record::ticks());
    co_await self.send(message_of(std::span(&now, 1)), whom);
  }
}

}  // namespace tutti::mpi
