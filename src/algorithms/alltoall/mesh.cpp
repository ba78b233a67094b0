// Alltoall on a mesh in two phases: along the rows, combined by the columns of the destinations, then along
// the columns, combined by their rows.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "All-to-All
// Personalized Communication on a Mesh". There the messages of a phase go around rings, which is mesh_rings;
// in mesh they go straight to their destinations.
// Cost: r rows, c columns: (r + c - 2) alpha, and (2 - 1/r - 1/c) beta m straight, (r + c - 2)/2 beta m
// around rings. Any p; a prime p is one column.

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/shapes/mesh_shape.hpp"

namespace tutti {

namespace {

// `exchange` is the alltoall of a phase.
task exchange_on_mesh(process& self, const_blocks send, blocks recv,
                      task (*exchange)(process& self, const_blocks send, blocks recv)) {
  const mesh_shape mesh(self.size());
  const int rows = mesh.rows, columns = mesh.columns;
  const int my_row = self.rank() / columns, my_column = self.rank() % columns;
  const std::size_t n = send[self.rank()].bytes();
  if (n == 0) co_return;
  const auto block = [n](const scratch& of, int i) { return of.slice(static_cast<std::size_t>(i) * n, n); };
  const auto combined = [n](const scratch& of, int many, int parts) {
    return blocks::regular(of.all().data, static_cast<std::size_t>(many) * n, byte_type, parts);
  };

  const std::size_t all = static_cast<std::size_t>(self.size()) * n;
  const scratch sorted(self, all), arrived(self, all);
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) self.copy(send[r * columns + c], block(sorted, c * rows + r));
  group along_row(self, my_row * columns, columns);
  co_await exchange(along_row, combined(sorted, rows, columns), combined(arrived, rows, columns));

  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) self.copy(block(arrived, c * rows + r), block(sorted, r * columns + c));
  group along_column(self, my_column, rows, columns);
  const buffer result = recv.all();
  const std::size_t row_count = result.count / static_cast<std::size_t>(rows);
  co_await exchange(along_column, combined(sorted, columns, rows),
                    blocks::regular(result.data, row_count, *result.type, rows));
}

task around_ring(process& self, const_blocks send, blocks recv) { return alltoall_ring(self, send, recv); }

}  // namespace

task alltoall_mesh(process& self, const_blocks send, blocks recv) {
  return exchange_on_mesh(self, send, recv, alltoall_direct);
}

extern const algorithm alltoall_mesh_entry{
    .of = collective::alltoall,
    .name = "mesh",
    .summary = "mesh, combined messages along rows, then along columns",
    .source = "Grama, Gupta, Karypis, Kumar",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return alltoall_mesh(self, c.send, c.recv); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const mesh_shape mesh(s.p);
          return cost{.rounds = mesh.rows + mesh.columns - 2.0,
                      .bytes = s.bytes * (2 - 1.0 / mesh.rows - 1.0 / mesh.columns)};
        },
};

extern const algorithm alltoall_mesh_rings_entry{
    .of = collective::alltoall,
    .name = "mesh_rings",
    .summary = "mesh, combined messages around the rings of rows, then of columns, passed on by all between",
    .source = "Grama, Gupta, Karypis, Kumar",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return exchange_on_mesh(self, c.send, c.recv, around_ring); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const mesh_shape mesh(s.p);
          const double rounds = mesh.rows + mesh.columns - 2.0;
          return cost{.rounds = rounds, .bytes = s.bytes * rounds / 2};
        },
};

}  // namespace tutti
