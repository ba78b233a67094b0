// Algorithms of your own in a shared object: a broadcast and an allreduce on a ternary tree.
//
//     c++ -std=c++20 -O2 -shared -fPIC ternary.cpp -o libternary.so $(pkg-config --cflags --libs tutti)
//     export TUTTI_PLUGIN=./libternary.so
//     tutti verify bcast.ternary --p 1..64
//     tutti run --set bcast=ternary mpirun -n 4 ./app

#include "tutti/plugin.hpp"
#include "tutti/ranks.hpp"

namespace {

using namespace tutti;

//              0            A process v, counted from the root, sends to 3v + 1, 3v + 2 and 3v + 3.
//        1     2     3
//      4 5 6  7 8 9  ...
task bcast_ternary(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0) co_await self.recv(data, absolute_rank((v - 1) / 3, root, p));
  for (int child = 3 * v + 1; child <= 3 * v + 3 && child < p; ++child)
    co_await self.send(data, absolute_rank(child, root, p));
}

// Process v waits for its parent, which first serves the siblings before v.
double rounds(int p) {
  double most = 0;
  for (int v = 1; v < p; ++v) {
    double r = 0;
    for (int u = v; u > 0; u = (u - 1) / 3) r += (u - 1) % 3 + 1;
    most = r > most ? r : most;
  }
  return most;
}

const algorithm ternary{
    .of = collective::bcast,
    .name = "ternary",
    .summary = "ternary tree",
    .source = "this example",
    .run = [](process& self, const call& c) { return bcast_ternary(self, c.out, c.root); },
    .price = [](const shape& s) { return cost{.rounds = rounds(s.p), .bytes = rounds(s.p) * s.bytes}; },
};

// Partial sums go up the tree, the sum comes down. The sum of a subtree is that of no consecutive ranks, so
// the operator must commute. The last child is the first to be received: it has the smallest subtree.
task allreduce_ternary(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), v = self.rank(), first = 3 * v + 1;
  self.copy(in, out);
  scratch partial(self, first < p ? in.count : 0, *in.type);
  for (int child = first + 2; child >= first; --child) {
    if (child >= p) continue;
    co_await self.recv(partial, child);
    self.reduce(op, partial, out);
  }
  if (v > 0) co_await self.send(out, (v - 1) / 3);
  co_await bcast_ternary(self, out, 0);
}

const algorithm ternary_allreduce{
    .of = collective::allreduce,
    .name = "ternary",
    .summary = "reduce, then broadcast, on a ternary tree",
    .source = "this example",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return allreduce_ternary(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const double r = rounds(s.p);
          return cost{.rounds = 2 * r, .bytes = 2 * r * s.bytes, .reduced = r * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace

TUTTI_PLUGIN_ALGORITHMS(&ternary, &ternary_allreduce)
