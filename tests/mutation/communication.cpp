// Partners that are missing, lengths that differ, loops without an end, exceptions.

#include <array>
#include <cstddef>

#include "mutation.hpp"
#include "prices.hpp"
#include "texts.hpp"

namespace tutti::tests {
namespace {

// Serves all processes, and `more` that do not exist.
template <int more>
task star_to(process& self, buffer data, int root) {
  if (self.rank() != root) co_await self.recv(data, root);
  for (int to = 0; self.rank() == root && to < self.size() + more; ++to)
    if (to != root) co_await self.send(data, to);
}

template <int more>
constexpr auto run_star_to = [](process& self, const call& c) { return star_to<more>(self, c.out, c.root); };

// A star on machines on which messages take long to arrive.
template <bool wrong>
constexpr auto run_star_if_far = [](process& self, const call& c) {
  return is_far(c.logp) ? run_star<wrong>(self, c) : run_down<false>(self, c);
};
constexpr loggp_levels far{.within = {}, .between{{.L = 1, .g = 1e-6}}};

// Receives the data forever: no process sends them.
task wait_in_vain(process& self, buffer data, int root) {
  while (self.rank() != root) co_await self.recv(data, nobody);
}

constexpr auto run_waits_in_vain = [](process& self, const call& c) {
  return wait_in_vain(self, c.out, c.root);
};

template <bool wrong>
task star_of_sums(process& self, const_buffer in, buffer out, operation op, int root) {
  if (wrong || self.rank() == root) self.copy(in, out);
  if (self.rank() != root) {
    co_await self.send(in, root);
    co_return;
  }
  const scratch theirs(self, in);
  for (int r = 0; r < self.size(); ++r) {
    if (r == root) continue;
    co_await self.recv(theirs, r);
    self.reduce(op, theirs, out);
  }
}

template <bool wrong>
constexpr auto run_star_of_sums =
    [](process& self, const call& c) { return star_of_sums<wrong>(self, c.in, c.out, c.op, c.root); };

template <bool wrong>
task whole_and_less(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const buffer room = data.slice(0, wrong && data.count > 0 ? data.count - 1 : data.count);
  if (v > 0) co_await self.recv(room, absolute_rank(v - 1, root, p));
  if (v + 1 < p) co_await self.send(data, absolute_rank(v + 1, root, p));
}

template <bool wrong>
constexpr auto run_less =
    [](process& self, const call& c) { return whole_and_less<wrong>(self, c.out, c.root); };

template <bool wrong>
task chain_by_table(process& self, buffer data, int root) {
  const std::array<int, 4> table{0, 1, 2, 3};  // too small
  if (wrong && table.at(static_cast<std::size_t>(self.rank())) < 0) co_return;
  co_await chain_of_bytes<false>(self, data, root);
}

template <bool wrong>
constexpr auto run_table =
    [](process& self, const call& c) { return chain_by_table<wrong>(self, c.out, c.root); };

task chain_that_throws_a_number(process& self, buffer data, int root) {
  co_await chain_of_bytes<false>(self, data, root);
  if (self.rank() == 1) throw 1;
}

constexpr auto run_throws_a_number = [](process& self, const call& c) {
  return chain_that_throws_a_number(self, c.out, c.root);
};

}  // namespace

mutations of_communication() {
  using enum collective;
  return {
      {"MessageDropped",
       {bcast, "star", "", "", {}, run_star<false>, one_by_one},
       {bcast, "star_but_one", "", "", {}, run_star<true>, one_by_one},
       4,
       1,
       "deadlock: 1 of 4 processes waits for ever\n"
       "  process 0 waits to receive 96 bytes from 1 (which has ended), in texts.hpp:"},
      {"MessageDroppedOnSomeMachines",
       {bcast, "tree_or_star", "", "", {}, run_star_if_far<false>, star_if_far},
       {bcast, "tree_or_star_but_one", "", "", {}, run_star_if_far<true>, star_if_far},
       4,
       1,
       "deadlock: 1 of 4 processes waits for ever\n"
       "  process 0 waits to receive 96 bytes from 1 (which has ended), in texts.hpp:",
       {},
       {.machine = &far}},
      {"RoomTooSmall",
       {bcast, "chain", "", "", {}, run_less<false>, one_by_one},
       {bcast, "less", "", "", {}, run_less<true>, one_by_one},
       3,
       0,
       "message from process 0 to process 1: 96 bytes into room for 88, sent in communication.cpp:"},
      {"ResultOnAllProcesses",
       {reduce, "star", "", "", {.commutative = true}, run_star_of_sums<false>, one_by_one_reduced},
       {reduce, "star_to_all", "", "", {.commutative = true}, run_star_of_sums<true>, one_by_one_reduced},
       4,
       0,
       "process 1: copies 96 bytes into room for 0 (an empty buffer, as c.out and c.recv are on a process "
       "without a result)"},
      {"PartnerThatIsNotThere",
       {bcast, "star", "", "", {}, run_star<false>, one_by_one},
       {bcast, "star_and_one_more", "", "", {}, run_star_to<1>, one_by_one},
       4,
       0,
       "process 0 sends to 4, outside 0..3, in communication.cpp:"},
      {"LoopWithoutEnd",
       {bcast, "star", "", "", {}, run_star<false>, one_by_one},
       {bcast, "waits_in_vain", "", "", {}, run_waits_in_vain, one_by_one},
       4,
       0,
       "process 1 does not end: its last 1048576 communications had no partner, in communication.cpp:"},
      {"ThrowsSomething",
       {bcast, "chain", "", "", {}, run_table<false>, one_by_one},
       {bcast, "table", "", "", {}, run_table<true>, one_by_one},
       5,
       0,
       "process 4 threw: array::at"},
      {"ThrowsNoException",
       {bcast, "chain", "", "", {}, run_table<false>, one_by_one},
       {bcast, "number", "", "", {}, run_throws_a_number, one_by_one},
       3,
       0,
       "process 1 threw what is no std::exception, after texts.hpp:"},
  };
}

}  // namespace tutti::tests
