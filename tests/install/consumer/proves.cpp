// Writes a collective outside the library, prices it and proves it, with nothing but the installed headers.

#include <cstdio>

#include "tutti/engine/proof.hpp"

namespace {

// The root sends to each process in turn.
tutti::task bcast_star(tutti::process& self, tutti::buffer data, int root) {
  if (self.rank() != root) {
    co_await self.recv(data, root);
    co_return;
  }
  for (int v = 1; v < self.size(); ++v) co_await self.send(data, tutti::absolute_rank(v, root, self.size()));
}

const tutti::algorithm star{
    .of = tutti::collective::bcast,
    .name = "star",
    .summary = "the root sends to each in turn",
    .source = "this test",
    .run = [](tutti::process& self, const tutti::call& c) { return bcast_star(self, c.out, c.root); },
    .price =
        [](const tutti::shape& s) { return tutti::cost{.rounds = s.p - 1.0, .bytes = (s.p - 1) * s.bytes}; },
};

}  // namespace

int main() {
  for (int p = 1; p <= 9; ++p) {
    const tutti::finding f = tutti::prove({.of = &star, .p = p, .root = p / 2, .count = 3});
    for (const std::string& wrong : f.wrong) std::printf("%s\n", wrong.c_str());
    if (!f.wrong.empty() || f.rounds != p - 1) return 1;
  }
  std::printf("proved; the catalogue has %zu algorithms\n", tutti::catalogue().size());
  return tutti::catalogue().empty();
}
