// Barriers that processes leave before all have entered.

#include "mutation.hpp"
#include "prices.hpp"
#include "texts.hpp"
#include "tutti/nodes.hpp"

namespace tutti::tests {
namespace {

task hear_of_all(process& self) {
  const int p = self.size(), rank = self.rank();
  for (int d = 1; d < p; d *= 2)
    co_await self.sendrecv(const_buffer{}, ring(rank, d, p), buffer{}, ring(rank, -d, p));
}

constexpr auto run_hear = [](process& self, const call&) { return hear_of_all(self); };

task nothing_at_all(process&) { co_return; }

constexpr auto run_nothing = [](process& self, const call&) { return nothing_at_all(self); };

// If sends waited for their receivers, all would have entered once process 0 has sent to each. But sends need
// not wait.
template <bool wrong>
task tell_all_twice(process& self) {
  const int p = self.size();
  if (self.rank() > 0) {
    if (wrong)
      co_await self.recv(buffer{}, 0);
    else
      co_await self.send(const_buffer{}, 0);
    co_await self.recv(buffer{}, 0);
    co_return;
  }
  for (int r = 1; r < p; ++r) {
    if (wrong)
      co_await self.send(const_buffer{}, r);
    else
      co_await self.recv(buffer{}, r);
  }
  for (int r = 1; r < p; ++r) co_await self.send(const_buffer{}, r);
}

template <bool wrong>
constexpr auto run_tell_twice = [](process& self, const call&) { return tell_all_twice<wrong>(self); };

template <bool wrong>
task leaders_hear(process& self, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  if (!wrong) co_await hear_of_all(node);  // leaders speak for nodes of which they have not heard
  if (h.leads()) {
    group leaders = h.leaders();
    co_await hear_of_all(leaders);
  }
  co_await down_the_tree<false>(node, buffer{}, 0);
}

template <bool wrong>
constexpr auto run_leaders_hear =
    [](process& self, const call& c) { return leaders_hear<wrong>(self, c.nodes); };

constexpr requirements by_nodes{.nodes = true};

}  // namespace

mutations of_barriers() {
  using enum collective;
  return {
      {"BarrierThatDoesNothing",
       {barrier, "dissemination", "", "", {}, run_hear, logarithmic},
       {barrier, "nothing", "", "", {}, run_nothing, free},
       4,
       0,
       "process 1 leaves the barrier before process 0 has entered it"},
      {"BarrierThatNeedsSendsToWait",
       {barrier, "star", "", "", {}, run_tell_twice<false>, there_and_back},
       {barrier, "twice", "", "", {}, run_tell_twice<true>, there_and_back},
       4,
       0,
       "process 0 leaves the barrier before process 1 has entered it"},
      {"BarrierOfLeaders",
       {barrier, "nodes", "", "", by_nodes, run_leaders_hear<false>, rounds_of_leaders},
       {barrier,
        "leaders",
        "",
        "",
        by_nodes,
        run_leaders_hear<true>,
        rounds_of_leaders,
        nullptr,
        {.bound = true}},
       4,
       0,
       "process 0 leaves the barrier before process 1 has entered it",
       {0, 0, 1, 1}},
  };
}

}  // namespace tutti::tests
