// Alltoall on a hypercube with combined messages: half of all blocks cross each dimension.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "All-to-All
// Personalized Communication on a Hypercube"; Traeff, HPC lecture "Collectives", "The power of the hypercube:
// Fewer communication rounds".
// Cost: log2 p (alpha + beta m/2). Requires a power of two; any layout.

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/composed_price.hpp"

namespace tutti {

task alltoall_hypercube(process& self, const_blocks send, blocks recv) {
  return alltoall_by_digits(self, send, recv, 2, along_cube);
}

extern const algorithm alltoall_hypercube_entry{
    .of = collective::alltoall,
    .name = "hypercube",
    .summary = "hypercube, half of all blocks along each dimension",
    .source = "folklore; Grama, Gupta, Karypis, Kumar; Traeff, HPC lecture",
    .needs = {.power_of_two = true},
    .run = [](process& self, const call& c) { return alltoall_hypercube(self, c.send, c.recv); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const bool cubes = s.nodes > 1 && s.consecutive && s.equal_nodes() && is_power_of_two(s.per_node);
          const double near = cubes ? ceil_log2(s.per_node) : 0, far = ceil_log2(s.p) - near;
          return far_cost({.rounds = far, .bytes = far * s.bytes / 2}, s.per_node) +
                 near_cost({.rounds = near, .bytes = near * s.bytes / 2}, s.per_node);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
