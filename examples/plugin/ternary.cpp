// An algorithm of your own in a shared object: a broadcast on a ternary tree.
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

}  // namespace

TUTTI_PLUGIN_ALGORITHMS(&ternary)
