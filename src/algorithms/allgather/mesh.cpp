// Allgather on a mesh in two phases: around the rows, then around the columns with the blocks of whole rows.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4,
// "All-to-all Broadcast on a Mesh".
// Cost: r rows, c columns: (r + c - 2) alpha + (p - 1)/p beta m. Any p; a prime p is one column: a ring.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/shapes/mesh_shape.hpp"

namespace tutti {

task allgather_mesh(process& self, const_buffer in, blocks recv) {
  const mesh_shape mesh(self.size());
  const int my_row = self.rank() / mesh.columns, my_column = self.rank() % mesh.columns;
  const buffer row = recv.run(my_row * mesh.columns, mesh.columns), all = recv.all();
  const std::size_t block = recv[self.rank()].count;

  group along_row(self, my_row * mesh.columns, mesh.columns);
  co_await allgather_ring(along_row, in, blocks::regular(row.data, block, *row.type, mesh.columns));
  group along_column(self, my_column, mesh.rows, mesh.columns);
  co_await allgather_ring(along_column, row, blocks::regular(all.data, row.count, *all.type, mesh.rows));
}

extern const algorithm allgather_mesh_entry{
    .of = collective::allgather,
    .name = "mesh",
    .summary = "mesh, rings along rows, then along columns",
    .source = "Grama, Gupta, Karypis, Kumar",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_mesh(self, c.in, c.recv); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const mesh_shape mesh(s.p);
          return cost{.rounds = mesh.rows + mesh.columns - 2.0, .bytes = s.bytes * (s.p - 1) / s.p};
        },
};

}  // namespace tutti
