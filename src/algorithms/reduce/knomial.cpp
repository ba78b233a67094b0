// Reduction along a k-nomial tree in rank order, for processes with k ports: a parent receives from k
// children at once.
// Source: Traeff, HPC lecture "Collectives", "Binomial and k-nomial trees".
// Cost with k ports: ceil(log_{k+1} p) (alpha + beta m + k gamma m). The price of a fixed radix is that of
// one port, where the k children of a level are received one after the other: at most k ceil(log_{k+1} p)
// rounds. Any p, any root, any operator, any layout; nothing is cut. A parent has memory for k + 1 vectors.
// As in reduce.binomial the range of ranks is split, so that every partial result is that of consecutive
// ranks, whatever the root.

#include "algorithms/shapes/knomial.hpp"

#include <algorithm>
#include <array>

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {
namespace {

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::reduce,
      .name = name,
      .summary = summary,
      .source = "folklore; Traeff, HPC lecture",
      .needs = {.ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return reduce_knomial(self, c.in, c.out, c.op, c.root, radix_on<Radix>(c.logp, self.size()));
          },
      .price =
          [](const shape& s) {
            const double received = knomial_range::rounds(s.p, radix_on<Radix>(s.logp, s.p));
            const double rounds = Radix == by_ports ? rounds_on_ports(s) : received;
            return cost{.rounds = rounds, .bytes = rounds * s.bytes, .reduced = received * s.bytes};
          },
      .traits = {.bound = true,  // for the worst root: one in a smaller part has less to wait for
                 .worst_root = true,
                 .same_for_elements = true},
  };
}

}  // namespace

task reduce_knomial(process& self, const_buffer in, buffer out, operation op, int root, int radix) {
  assert(2 <= radix);
  const int rank = self.rank();
  // The ranges whose root this process is, the largest first.
  std::array<knomial_range, most_rounds> ranges;
  std::size_t n = 0;
  int parent = nobody;
  for (knomial_range range(self.size(), root, radix); !range.single();
       range = range.sub(range.part_of(rank))) {
    if (rank == range.root())
      ranges[n++] = range;
    else if (rank == range.root_of(range.part_of(rank)))
      parent = range.root();
  }

  // Places for the vectors of a range's parts. One place holds the partial result, which at first is `in`.
  const std::size_t places = n > 0 ? static_cast<std::size_t>(ranges[0].parts()) : 0;
  const scratch memory(self, places * in.count, *in.type);
  const auto place = [&](std::size_t i) { return memory.slice(i * in.count, in.count); };
  constexpr std::size_t none = SIZE_MAX;
  std::size_t holder = none;
  const auto sum = [&] { return holder == none ? in : const_buffer(place(holder)); };

  const workspace<std::size_t> at(places);  // the place of each part
  const workspace<transfer> children(places);
  while (n-- > 0) {
    const knomial_range& range = ranges[n];
    const auto own = static_cast<std::size_t>(range.part_of(rank)),
               parts = static_cast<std::size_t>(range.parts());
    std::size_t count = 0, next = 0;
    for (std::size_t part = 0; part < parts; ++part) {
      if (part == own) continue;
      if (next == holder) ++next;
      at[part] = next++;
      children[count++] = {.in = place(at[part]), .from = range.root_of(static_cast<int>(part))};
    }
    const std::span now = children.first(count);
    co_await self.together(now);

    // right = left op right: the sum is combined into a vector from higher ranks; a vector from lower ranks
    // is combined into the sum, unless the operator commutes. `in` is only read.
    const auto take_in = [&](std::size_t part) {
      self.reduce(op, sum(), place(at[part]));
      holder = at[part];
    };
    for (std::size_t part = own + 1; part < parts; ++part) take_in(part);
    for (std::size_t part = own; part-- > 0;) {
      if (op.commutative) {
        take_in(part);
        continue;
      }
      if (holder == none) {
        holder = parts - 1;  // so far only the places before are used
        self.copy(in, place(holder));
      }
      self.reduce(op, place(at[part]), place(holder));
    }
  }
  if (rank == root)
    self.copy(sum(), out);
  else
    co_await self.send(sum(), parent);
}

extern const algorithm reduce_knomial3_entry =
    entry<3>("knomial3", "3-nomial tree in rank order, for 2 ports");
extern const algorithm reduce_knomial4_entry =
    entry<4>("knomial4", "4-nomial tree in rank order, for 3 ports");
extern const algorithm reduce_knomial8_entry =
    entry<8>("knomial8", "8-nomial tree in rank order, for 7 ports");
extern const algorithm reduce_knomial_ported_entry =
    entry<by_ports>("knomial_ported", "(k + 1)-nomial tree in rank order, for the machine's k ports");

}  // namespace tutti
