// Circular shift on a torus: along rows, then a step along columns for data that went around their row, then
// along columns.
//
//   5-shift on 4 x 4:   rows by 1         columns < 1 by 1      columns by 1
//     0  1  2  3        3  0  1  2        15  0  1  2           11 12 13 14
//     4  5  6  7        7  4  5  6         3  4  5  6           15  0  1  2
//     8  9 10 11       11  8  9 10         7  8  9 10            3  4  5  6
//    12 13 14 15       15 12 13 14        11 12 13 14            7  8  9 10
//
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4,
// "Circular shift on a mesh".
// Cost: (min(b, columns - b) + (b > 0) + min(a, rows - a)) (alpha + beta m), q = a columns + b.

#include <stdexcept>

#include "algorithms/shapes/mesh_shape.hpp"
#include "algorithms/shift/shift.hpp"

namespace tutti {

task shift_on_torus(process& self, const_buffer in, buffer out, int q, int rows, int columns) {
  if (rows * columns != self.size())
    throw std::invalid_argument("shift_on_torus: rows * columns is not the size");
  const int a = q / columns, b = q % columns;
  const int row = self.rank() / columns, column = self.rank() % columns;
  group across(self, row * columns, columns), down(self, column, rows, columns);
  const scratch one(self, in), other(self, in);
  co_await shift_on_ring(across, in, one, b);
  co_await shift_on_ring(down, one, other, column < b && rows > 1 ? 1 : 0);
  co_await shift_on_ring(down, other, out, a);
}

extern const algorithm shift_torus_entry{
    .of = collective::shift,
    .name = "torus",
    .summary = "along the rows and columns of a torus as square as can be",
    .source = "Grama, Gupta, Karypis, Kumar",
    .run =
        [](process& self, const call& c) {
          const mesh_shape on(self.size());
          return shift_on_torus(self, c.in, c.out, c.root, on.rows, on.columns);
        },
    .price =
        [](const shape& s) {
          const mesh_shape on(s.p);
          const int a = s.distance < 0 ? -1 : s.distance / on.columns,
                    b = s.distance < 0 ? -1 : s.distance % on.columns;
          const int along = rounds_on_ring(on.columns, b), onwards = along > 0 ? 1 : 0;
          return price_of_shift(s, along + onwards + rounds_on_ring(on.rows, a));
        },
};

}  // namespace tutti
