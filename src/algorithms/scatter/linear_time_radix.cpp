// Irregular scatter in linear time for processes with r - 1 ports: the tree of gatherv.linear_time_radix3, 4
// or _ported, built from the leaves on, then traversed from the root, the largest cubes first.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, the remark on k ports after Theorem 1.
// Cost: as the gather. Any p, any root, any lengths; in rank order.
// Requires: nothing. A process receives its own block in place; the root sends each block in place.

#include "algorithms/gather/ported_cubes.hpp"
#include "algorithms/scatter/scatter.hpp"
#include "algorithms/shapes/radix.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {
namespace {

task from_root(process& self, buffer out, int root, int radix) {
  ported_place place(self.rank(), self.size(), root, radix, out.bytes());
  co_await place.build(self);
  if (place.parent() == nobody) co_return;
  const scratch left(self, place.bytes_left()), right(self, place.bytes_right());
  bundle message(2 + count_parts(out));
  message.add(left);
  message.add(out);
  message.add(right);
  co_await self.recv(message, place.parent());
  std::size_t begin = 0, end = place.bytes_right();  // of the data not yet passed on
  const workspace<transfer> all(place.ports());
  for (int d = place.levels(); d-- > 0;) {
    std::size_t n = 0;
    const auto to = [&](const buffer& from, int child) { all[n++] = {from, child, buffer{}, nobody}; };
    // The siblings of a level lie side by side, the nearest one next to the data that stay.
    std::size_t lefts = 0, rights = 0;
    place.each_child(
        d, [&](std::size_t bytes, int) { lefts += bytes; }, [&](std::size_t bytes, int) { rights += bytes; });
    begin += lefts;
    end -= rights;
    std::size_t before = begin, behind = end;
    place.each_child(
        d, [&](std::size_t bytes, int child) { to(left.slice(before -= bytes, bytes), child); },
        [&](std::size_t bytes, int child) {
          to(right.slice(std::exchange(behind, behind + bytes), bytes), child);
        });
    const std::span now = all.first(n);
    if (n > 0) co_await self.together(now);
  }
}

task at_root(process& self, const_blocks send, buffer out, int radix) {
  const int p = self.size();
  self.copy(send[self.rank()], out);
  long long width = 1;
  for (; width < p; width *= radix) {
  }
  while ((width /= radix) > 0) {
    ported_root_round<const std::byte> round(send, self.rank(), width, radix);
    const std::span now = round.all();
    if (!now.empty()) co_await self.together(now);
  }
}

template <int Radix>
constexpr algorithm ported_scatter(std::string_view name, std::string_view summary) {
  return {
      .of = collective::scatterv,
      .name = name,
      .summary = summary,
      .source = "Traeff 2018",
      .needs = {.ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            const int radix = radix_on<Radix>(c.logp, self.size());
            return self.rank() == c.root ? at_root(self, c.send, c.out, radix)
                                         : from_root(self, c.out, c.root, radix);
          },
      .price = bound_of_ported_cubes<Radix>,
      .traits = {.bound = true},
  };
}

}  // namespace

extern const algorithm scatterv_linear_time_radix3_entry =
    ported_scatter<3>("linear_time_radix3", "the tree of gatherv.linear_time_radix3, from the root on");
extern const algorithm scatterv_linear_time_radix4_entry =
    ported_scatter<4>("linear_time_radix4", "the tree of gatherv.linear_time_radix4, from the root on");
extern const algorithm scatterv_linear_time_ported_entry = ported_scatter<by_ports>(
    "linear_time_ported", "the tree of gatherv.linear_time_ported, from the root on");

}  // namespace tutti
