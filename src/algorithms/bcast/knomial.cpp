// Broadcast along a k-nomial tree, for processes with k ports: a parent serves k children at once.
// Source: Traeff, HPC lecture "Collectives", "Binomial and k-nomial trees".
// Cost with k ports: ceil(log_{k+1} p) (alpha + beta m). The price of a fixed radix is that of one
// port, where the k children of a level are served one after the other: at most k ceil(log_{k+1} p) rounds.
// Any p, any root, any layout; the data is never cut.

#include "algorithms/shapes/knomial.hpp"

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {
namespace {

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::bcast,
      .name = name,
      .summary = summary,
      .source = "folklore; Traeff, HPC lecture",
      .needs = {.ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return bcast_knomial(self, c.out, c.root, radix_on<Radix>(c.logp, self.size()));
          },
      .price =
          [](const shape& s) {
            const double rounds = Radix == by_ports ? rounds_on_ports(s) : knomial_range::rounds(s.p, Radix);
            return cost{.rounds = rounds, .bytes = rounds * s.bytes};
          },
  };
}

}  // namespace

task bcast_knomial(process& self, buffer data, int root, int radix) {
  assert(2 <= radix);
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  for (knomial_range range(p, 0, radix); !range.single(); range = range.sub(range.part_of(v))) {
    if (v == range.root()) {
      port_messages messages(range.parts() - 1);
      const std::span children = messages.all();
      for (int part = 1; part < range.parts(); ++part)  // the root is the first of its range
        children[static_cast<std::size_t>(part) - 1] = {.out = data,
                                                        .to = absolute_rank(range.root_of(part), root, p)};
      co_await self.together(children);
    } else if (v == range.root_of(range.part_of(v))) {
      co_await self.recv(data, absolute_rank(range.root(), root, p));
    }
  }
}

extern const algorithm bcast_knomial3_entry = entry<3>("knomial3", "3-nomial tree, for 2 ports");
extern const algorithm bcast_knomial4_entry = entry<4>("knomial4", "4-nomial tree, for 3 ports");
extern const algorithm bcast_knomial8_entry = entry<8>("knomial8", "8-nomial tree, for 7 ports");
extern const algorithm bcast_knomial_ported_entry =
    entry<by_ports>("knomial_ported", "(k + 1)-nomial tree, for the machine's k ports");

}  // namespace tutti
