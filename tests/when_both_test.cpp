// Two tasks of one process side by side: their number of rounds, the order of their messages, and the
// clean-up if one of them fails.

#include "tutti/when_both.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

constexpr machine unit{.alpha = 1, .beta = 0, .gamma = 0};

// Sends `n` bytes up a ring of processes, or down, one by one.
task go_round(process& self, int step, const std::byte* out, std::byte* in, int n) {
  const int p = self.size(), to = (self.rank() + step + p) % p, from = (self.rank() - step + p) % p;
  for (int i = 0; i < n; ++i) {
    const const_buffer one{out + i, 1, byte_type};
    const buffer other{in + i, 1, byte_type};
    co_await self.sendrecv(one, to, other, from);
  }
}

struct rings {
  explicit rings(int n) : up(static_cast<std::size_t>(n)), down(up), from_below(up), from_above(up) {}
  std::vector<std::byte> up, down, from_below, from_above;
};

task both_ways(process& self, rings* data, int n, int m) {
  strands of(self);
  task up = go_round(of.first, 1, data->up.data(), data->from_below.data(), n);
  task down = go_round(of.second, -1, data->down.data(), data->from_above.data(), m);
  co_await when_both(&of, std::move(up), std::move(down));
}

TEST(when_both, takes_the_rounds_of_the_longer_task_on_two_ports_and_of_both_on_one) {
  constexpr int p = 5;
  for (const int ports : {1, 2})
    for (int n = 0; n <= 4; ++n)
      for (int m = 0; m <= 4; ++m) {
        network on(unit);
        on.ports = ports;
        world w(p, on);
        std::vector<rings> data(p, rings(4));
        for (int r = 0; r < p; ++r)
          for (std::size_t i = 0; i < 4; ++i) {
            data[static_cast<std::size_t>(r)].up[i] = static_cast<std::byte>(10 * r + static_cast<int>(i));
            data[static_cast<std::size_t>(r)].down[i] =
                static_cast<std::byte>(100 + 10 * r + static_cast<int>(i));
          }
        w.run([&](process& self) {
          return both_ways(self, &data[static_cast<std::size_t>(self.rank())], n, m);
        });
        for (int r = 0; r < p; ++r) {
          const rings &mine = data[static_cast<std::size_t>(r)],
                      &below = data[static_cast<std::size_t>((r + p - 1) % p)],
                      &above = data[static_cast<std::size_t>((r + 1) % p)];
          for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(mine.from_below[i], static_cast<int>(i) < n ? below.up[i] : std::byte{0});
            EXPECT_EQ(mine.from_above[i], static_cast<int>(i) < m ? above.down[i] : std::byte{0});
          }
          EXPECT_EQ(w.of(r).clock, ports == 1 ? n + m : std::max(n, m))
              << ports << " ports, " << n << ", " << m;
        }
      }
}

// Both tasks of process 0 send to process 1, whose one task receives: the first task's message of each step
// comes first.
task send_value(process& self, const int* values, int n) {
  for (int i = 0; i < n; ++i) {
    const const_buffer one{reinterpret_cast<const std::byte*>(values + i), sizeof(int), byte_type};
    co_await self.send(one, 1);
  }
}
task send_two_rows(process& self, const int* first, const int* second, int* received) {
  if (self.rank() == 1) {
    for (int i = 0; i < 5; ++i) {
      const buffer one{reinterpret_cast<std::byte*>(received + i), sizeof(int), byte_type};
      co_await self.recv(one, 0);
    }
    co_return;
  }
  strands of(self);
  task a = send_value(of.first, first, 2), b = send_value(of.second, second, 3);
  co_await when_both(&of, std::move(a), std::move(b));
}

TEST(when_both, has_the_first_tasks_messages_in_front) {
  const int first[] = {1, 2}, second[] = {10, 20, 30};
  std::vector<int> received(5);
  world w(2, unit);
  w.run([&](process& self) { return send_two_rows(self, first, second, received.data()); });
  EXPECT_EQ(received, (std::vector<int>{1, 10, 2, 20, 30}));
}

struct never {
  [[nodiscard]] bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> /*waiting*/) const noexcept {}
  void await_resume() const noexcept {}
};
task fail_after_one_message(process& self) {
  const std::byte out{1};
  std::byte in{0};
  const const_buffer one{&out, 1, byte_type};
  const buffer other{&in, 1, byte_type};
  co_await self.sendrecv(one, 1 - self.rank(), other, 1 - self.rank());
  throw std::runtime_error("failed on purpose");
}
task wait_for_the_other() { co_await never{}; }
task one_fails(process& self) {
  strands of(self);
  task a = wait_for_the_other(), b = fail_after_one_message(of.second);
  co_await when_both(&of, std::move(a), std::move(b));
}

TEST(when_both, throws_what_one_threw_for_which_the_other_waits) {
  world w(2, unit);
  EXPECT_THROW(w.run([](process& self) { return one_fails(self); }), std::runtime_error);
}

}  // namespace
}  // namespace tutti
