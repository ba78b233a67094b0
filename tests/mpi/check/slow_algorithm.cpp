// An allreduce that is right, and late by 20 ms in each call: tutti run --compare has to find it.

#include <unistd.h>

#include "tutti/plugin.hpp"

namespace {

using namespace tutti;

task to_first_and_back(process& self, const_buffer in, buffer out, operation op) {
  usleep(20000);
  self.copy(in, out);
  const int p = self.size();
  if (self.rank() > 0) {
    co_await self.send(out, 0);
    co_await self.recv(out, 0);
    co_return;
  }
  scratch theirs(self, in.count, *in.type);
  for (int r = 1; r < p; ++r) {
    co_await self.recv(theirs, r);
    self.reduce(op, theirs, out);
  }
  for (int r = 1; r < p; ++r) co_await self.send(out, r);
}

const algorithm slow{
    .of = collective::allreduce,
    .name = "slow",
    .summary = "sleeps, then gathers on process 0",
    .source = "this test",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return to_first_and_back(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const double r = s.p - 1;
          return cost{.rounds = 2 * r, .bytes = 2 * r * s.bytes, .reduced = r * s.bytes};
        },
};

}  // namespace

TUTTI_PLUGIN_ALGORITHMS(&slow)
