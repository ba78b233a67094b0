// Wrong algorithms, for the reports of `tutti verify`: a broadcast that does not reach all, one that never
// ends, a gather that crashes, a barrier whose price is no number, one that ends the program, and a scan that
// throws.

#include <cstdlib>
#include <limits>
#include <stdexcept>

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

task gather_at_no_address(process& self, const_buffer in, blocks recv, int root) {
  int* volatile nowhere = nullptr;
  if (self.rank() == 1) *nowhere = 1;
  if (self.rank() == root) self.copy(in, recv[root]);
  co_return;
}

task leave(process& self) {
  if (self.rank() == 1) std::exit(0);
  co_return;
}

task scan_of_nothing(process& self) {
  if (self.rank() == 1) throw std::out_of_range("there is nothing at 7");
  co_return;
}

task dissemination(process& self) {
  for (int d = 1; d < self.size(); d *= 2)
    co_await self.sendrecv(const_buffer{}, ring(self.rank(), d, self.size()), buffer{},
                           ring(self.rank(), -d, self.size()));
}

cost price(const shape& s) {
  const int messages = (s.p - 1) / 2;
  return {.rounds = 1.0 * messages, .bytes = messages * s.bytes};
}

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

const algorithm crashing{
    .of = collective::gather,
    .name = "crashing",
    .summary = "process 1 writes to no address",
    .source = "nobody",
    .run = [](process& self, const call& c) { return gather_at_no_address(self, c.in, c.recv, c.root); },
    .price = price,
};

const algorithm priceless{
    .of = collective::barrier,
    .name = "priceless",
    .summary = "right, but for its price",
    .source = "nobody",
    .run = [](process& self, const call&) { return dissemination(self); },
    .price = [](const shape& s) { return cost{.rounds = s.p * std::numeric_limits<double>::quiet_NaN()}; },
};

const algorithm leaving{
    .of = collective::barrier,
    .name = "leaving",
    .summary = "process 1 ends the program, as if all were well",
    .source = "nobody",
    .run = [](process& self, const call&) { return leave(self); },
    .price = price,
};

const algorithm throwing{
    .of = collective::scan,
    .name = "throwing",
    .summary = "process 1 throws",
    .source = "nobody",
    .run = [](process& self, const call&) { return scan_of_nothing(self); },
    .price = price,
};

}  // namespace

TUTTI_PLUGIN_ALGORITHMS(&incomplete, &endless, &crashing, &priceless, &leaving, &throwing)
