// Circular shifts: the data of process i ends at (i + q) mod p, in the rounds of the closed forms, and only
// on the links of the network.

#include "algorithms/shift/shift.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

constexpr datatype number{
    .size = sizeof(int), .extent = sizeof(int), .true_lb = 0, .true_extent = sizeof(int)};

using shift = std::function<task(process&, const_buffer, buffer, int q)>;
using network_link = std::function<bool(int from, int to)>;

// Shifts two numbers a process, and returns the rounds that it took.
double check(int p, int q, const shift& run, const network_link& neighbours) {
  std::vector<int> in(2 * static_cast<std::size_t>(p)), out(in.size(), -1);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i);
  const auto mine = [](std::vector<int>& of, int r) {
    return buffer(reinterpret_cast<std::byte*>(&of[2 * static_cast<std::size_t>(r)]), 2, number);
  };
  trace messages;
  world w(p, machine{.alpha = 1, .beta = 0, .gamma = 0});
  w.record(messages);
  w.run([&](process& self) { return run(self, mine(in, self.rank()), mine(out, self.rank()), q); });
  for (int r = 0; r < p; ++r) {
    const int from = (r - q + p) % p;
    EXPECT_EQ(out[2 * static_cast<std::size_t>(r)], 2 * from)
        << "p = " << p << ", q = " << q << ", process " << r;
    EXPECT_EQ(out[2 * static_cast<std::size_t>(r) + 1], 2 * from + 1)
        << "p = " << p << ", q = " << q << ", process " << r;
  }
  for (const message& m : messages.messages)
    EXPECT_TRUE(neighbours(m.from, m.to)) << "p = " << p << ", q = " << q << ": " << m.from << " -> " << m.to;
  return w.time();
}

TEST(shift, on_a_ring_goes_the_shorter_way) {
  for (int p = 1; p <= 20; ++p)
    for (int q = 0; q < p; ++q) {
      const auto linked = [p](int a, int b) { return (a + 1) % p == b || (b + 1) % p == a; };
      EXPECT_EQ(check(p, q, shift_on_ring, linked), std::min(q, p - q));
    }
}

TEST(shift, on_a_torus_goes_along_rows_and_columns) {
  for (int rows = 1; rows <= 6; ++rows)
    for (int columns = 1; columns <= 6; ++columns)
      for (int q = 0; q < rows * columns; ++q) {
        const auto linked = [=](int x, int y) {
          const auto near = [](int i, int j, int n) { return (i + 1) % n == j || (j + 1) % n == i; };
          const int r = x / columns, s = y / columns, c = x % columns, d = y % columns;
          return (r == s && near(c, d, columns)) || (c == d && near(r, s, rows));
        };
        const auto run = [=](process& self, const_buffer in, buffer out, int by) {
          return shift_on_torus(self, in, out, by, rows, columns);
        };
        const int a = q / columns, b = q % columns;
        EXPECT_EQ(check(rows * columns, q, run, linked),
                  std::min(b, columns - b) + (b > 0 && rows > 1) + std::min(a, rows - a))
            << rows << " x " << columns << ", q = " << q;
      }
}

TEST(shift, on_a_hypercube_takes_a_phase_for_each_power_of_two) {
  for (int d = 0; d <= 6; ++d)
    for (int p = 1 << d, q = 0; q < p; ++q) {
      const auto linked = [](int a, int b) {
        return std::has_single_bit(static_cast<unsigned>(gray_code(a) ^ gray_code(b)));
      };
      const double rounds = check(p, q, shift_on_hypercube, linked);
      EXPECT_EQ(rounds, 2 * std::popcount(static_cast<unsigned>(q)) - (q & 1))
          << "p = " << p << ", q = " << q;
      EXPECT_LE(rounds, std::max(2 * d - 1, 0)) << "equation (8)";
    }
}

TEST(shift, direct_takes_one_round) {
  for (int p = 1; p <= 20; ++p)
    for (int q = 0; q < p; ++q)
      EXPECT_EQ(check(p, q, shift_direct, [](int, int) { return true; }), q > 0 ? 1 : 0);
}

TEST(shift, refuses_shapes_that_do_not_fit) {
  const auto anywhere = [](int, int) { return true; };
  const auto torus = [](process& self, const_buffer in, buffer out, int q) {
    return shift_on_torus(self, in, out, q, 2, 3);
  };
  EXPECT_THROW(check(5, 1, torus, anywhere), std::invalid_argument);
  EXPECT_THROW(check(6, 1, shift_on_hypercube, anywhere), std::invalid_argument);
}

}  // namespace
}  // namespace tutti
