// Broadcasts that are wrong, for what `tutti verify` says of them: one does not reach all, one never ends.

#include "tutti/plugin.hpp"
#include "tutti/ranks.hpp"

namespace {

using namespace tutti;

task bcast_to_even(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0 && v % 2 == 0) co_await self.recv(data, root);
  for (int to = 2; v == 0 && to < p; to += 2) co_await self.send(data, absolute_rank(to, root, p));
}

task bcast_without_root(process& self, buffer data, int root) {
  if (self.rank() != root) co_await self.recv(data, root);
}

cost price(const shape& s) { return {.rounds = s.p / 2.0, .bytes = s.bytes * s.p / 2.0}; }

const algorithm incomplete{
    .of = collective::bcast,
    .name = "incomplete",
    .summary = "to every other process",
    .source = "nobody",
    .run = [](process& self, const call& c) { return bcast_to_even(self, c.out, c.root); },
    .price = price,
};

const algorithm endless{
    .of = collective::bcast,
    .name = "endless",
    .summary = "all wait for the root",
    .source = "nobody",
    .run = [](process& self, const call& c) { return bcast_without_root(self, c.out, c.root); },
    .price = price,
};

}  // namespace

TUTTI_PLUGIN_ALGORITHMS(&incomplete, &endless)
