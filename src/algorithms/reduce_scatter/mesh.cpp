// Reduce-scatter on a mesh: around the rings of columns the blocks of each row of processes are combined,
// then around the rings of rows each block.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "All-to-All
// Broadcast and Reduction" on a mesh, the broadcast reversed.
// Cost: r rows, c columns: (r + c - 2) alpha + (p - 1)/p (beta + gamma) m. Any p; a prime p is one column.
// Requires a commutative operator.

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/mesh_shape.hpp"

namespace tutti {
namespace {

task reduce_scatter_mesh(process& self, const_blocks send, buffer out, operation op) {
  const mesh_shape mesh(self.size());
  const int rows = mesh.rows, columns = mesh.columns;
  const int my_row = self.rank() / columns, my_column = self.rank() % columns;
  const const_buffer all = send.all();
  const std::size_t of_row = out.count * static_cast<std::size_t>(columns);
  const scratch sum(self, of_row, *out.type);
  group column(self, my_column, rows, columns), row(self, my_row * columns, columns);
  co_await reduce_scatter_ring(column, const_blocks::regular(all.data, of_row, *all.type, rows), sum, op);
  co_await reduce_scatter_ring(row, const_blocks::regular(sum.all().data, out.count, *out.type, columns), out,
                               op);
}

}  // namespace

extern const algorithm reduce_scatter_block_mesh_entry{
    .of = collective::reduce_scatter_block,
    .name = "mesh",
    .summary = "mesh, around the rings of columns, then around those of rows",
    .source = "Grama, Gupta, Karypis, Kumar",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return reduce_scatter_mesh(self, c.send, c.out, c.op); },
    .price =
        [](const shape& s) {
          const mesh_shape mesh(s.p);
          const double bytes = s.bytes * (s.p - 1) / s.p;
          return cost{.rounds = mesh.rows + mesh.columns - 2.0, .bytes = bytes, .reduced = bytes};
        },
};

}  // namespace tutti
