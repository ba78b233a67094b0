// Irregular gather in linear time for processes with r - 1 ports: of r neighbouring cubes of processes the
// one that has received for the longest time receives from the others, all at once, so that it waits for none
// of them. The processes find out which one that is by messages of a few bytes, before the data.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, the remark on k ports after Theorem 1.
// Cost: with r - 1 ports and q = ceil(log_r p) at most q alpha + beta (sum over the rounds of the longest
// message to the root), and beta times what the last cube takes longer than those before it. The construction
// takes 2 (q - 1) steps. Any p, any root, any lengths; in rank order.
// Requires: nothing. A process sends its own block in place; the root receives each block in place.

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/ported_cubes.hpp"
#include "algorithms/shapes/radix.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {
namespace {

task to_root(process& self, const_buffer in, int root, int radix) {
  ported_place place(self.rank(), self.size(), root, radix, in.bytes());
  co_await place.build(self);
  if (place.parent() == nobody) co_return;
  const scratch left(self, place.bytes_left()), right(self, place.bytes_right());
  std::size_t begin = place.bytes_left(), end = 0;  // of the data received
  const workspace<transfer> all(place.ports());
  for (int d = 0; d < place.levels(); ++d) {
    std::size_t n = 0;
    const auto from = [&](const buffer& into, int child) {
      all[n++] = {const_buffer{}, nobody, into, child};
    };
    place.each_child(
        d, [&](std::size_t bytes, int child) { from(left.slice(begin -= bytes, bytes), child); },
        [&](std::size_t bytes, int child) {
          from(right.slice(std::exchange(end, end + bytes), bytes), child);
        });
    const std::span now = all.first(n);
    if (n > 0) co_await self.together(now);
  }
  const_bundle message(2 + count_parts(in));
  message.add(left);
  message.add(in);
  message.add(right);
  co_await self.send(message, place.parent());
}

task at_root(process& self, const_buffer in, blocks recv, int radix) {
  self.copy(in, recv[self.rank()]);
  for (long long width = 1; width < self.size(); width *= radix) {
    ported_root_round<std::byte> round(recv, self.rank(), width, radix);
    const std::span now = round.all();
    if (!now.empty()) co_await self.together(now);
  }
}

template <int Radix>
constexpr algorithm ported_gather(std::string_view name, std::string_view summary) {
  return {
      .of = collective::gatherv,
      .name = name,
      .summary = summary,
      .source = "Traeff 2018",
      .needs = {.ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            const int radix = radix_on<Radix>(c.logp, self.size());
            return self.rank() == c.root ? at_root(self, c.in, c.recv, radix)
                                         : to_root(self, c.in, c.root, radix);
          },
      .price = bound_of_ported_cubes<Radix>,
      .traits = {.bound = true},
  };
}

}  // namespace

extern const algorithm gatherv_linear_time_radix3_entry = ported_gather<3>(
    "linear_time_radix3", "ordered tree built from the lengths, who received longest receives, two ports");
extern const algorithm gatherv_linear_time_radix4_entry = ported_gather<4>(
    "linear_time_radix4", "ordered tree built from the lengths, who received longest receives, three ports");
extern const algorithm gatherv_linear_time_ported_entry = ported_gather<by_ports>(
    "linear_time_ported",
    "ordered tree built from the lengths, who received longest receives, the machine's ports");

}  // namespace tutti
