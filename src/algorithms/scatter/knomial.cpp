// Scatter along an r-nomial tree, numbered in pre-order and shifted to the root, for processes with r - 1
// ports. A process sends to all its children of one level at the same time.
// Source: Traeff, HPC lecture "Collectives", "Final remark: binomial and k-nomial trees".
// Cost: with r - 1 ports ceil(log_r p) rounds; with one port as gather.knomial, on the same tree. Any p, any
// root.

#include "algorithms/gather/tree.hpp"
#include "algorithms/scatter/scatter.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {
namespace {

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::scatter,
      .name = name,
      .summary = summary,
      .source = "folklore; Traeff, HPC lecture",
      .needs = {.side_by_side = true, .ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            const int p = self.size(), radix = radix_on<Radix>(c.logp, p);
            return scatter_along(self, c.send, c.out, c.root, knomial_tree(self.rank(), p, c.root, radix),
                                 lengths_known_to::all);
          },
      .price = price_of_knomial<Radix>,
  };
}

}  // namespace

extern const algorithm scatter_knomial3_entry =
    entry<3>("knomial3", "3-nomial tree in pre-order, shifted to the root, two ports");
extern const algorithm scatter_knomial_entry =
    entry<4>("knomial", "4-nomial tree in pre-order, shifted to the root, three ports");
extern const algorithm scatter_knomial_ported_entry = entry<by_ports>(
    "knomial_ported", "(k + 1)-nomial tree in pre-order, shifted to the root, the machine's k ports");

}  // namespace tutti
