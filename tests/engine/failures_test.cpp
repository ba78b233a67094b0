// The errors of programs that deadlock or make a mistake.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/running.hpp"
#include "on_engine.hpp"
#include "tutti/engine/predict.hpp"

namespace tutti::tests {
namespace {

std::string failure_of(int p, const std::function<task(process&)>& program, const network& on = unit) {
  try {
    time_of(p, on, program);
  } catch (const communication_error& error) {
    return error.what();
  }
  return "nothing";
}

task receive_first(process& self) {
  const buffer data = room(24);
  co_await self.recv(data, ring(self.rank(), 1, self.size()));
  co_await self.send(data, ring(self.rank(), -1, self.size()));
}

TEST(deadlock, says_who_waits_for_whom_where_and_in_which_cycle) {
  const std::string text = failure_of(3, [](process& self) { return receive_first(self); });
  EXPECT_NE(text.find("deadlock: 3 of 3 processes wait for ever"), std::string::npos) << text;
  EXPECT_NE(text.find("process 0 waits to receive 24 bytes from 1, in failures_test.cpp:"), std::string::npos)
      << text;
#if !defined(__clang__)  // some of which name no function in a coroutine
  EXPECT_NE(text.find("receive_first"), std::string::npos) << text;
#endif
  EXPECT_NE(text.find("a cycle: 0 -> 1 -> 2 -> 0 (3 processes)"), std::string::npos) << text;
}

task second_of_a_group(process& self) {  // processes 1 and 3 of four, as a group of two
  const buffer data = room(5);
  group odd(self, 1, 2, 2);
  if (odd.rank() == 1) co_await odd.recv(data, 0);
}
task pair_in_four(process& self) {
  if (self.rank() % 2 == 1) co_await second_of_a_group(self);
}

TEST(deadlock, one_process_waits_for_one_of_the_whole_though_it_asked_a_group) {
  const std::string text = failure_of(4, [](process& self) { return pair_in_four(self); });
  EXPECT_EQ(text.find("deadlock: 1 of 4 processes waits for ever\n"
                      "  process 3 waits to receive 5 bytes from 1 (which has ended), in failures_test.cpp:"),
            0U)
      << text;
#if !defined(__clang__)  // see above
  EXPECT_NE(text.find("second_of_a_group"), std::string::npos) << text;
#endif
  EXPECT_EQ(text.find("cycle"), std::string::npos) << text;
}

TEST(deadlock, names_a_partner_that_has_ended_and_stays_short) {
  const std::string text = failure_of(
      1000, [](process& self) { return exchange_with(self, self.rank() == 0 ? nobody : 0, nobody, 8); });
  EXPECT_NE(text.find("999 of 1000"), std::string::npos);
  EXPECT_NE(text.find("process 1 waits to send 8 bytes to 0 (which has ended)"), std::string::npos) << text;
  EXPECT_NE(text.find("and 987 more"), std::string::npos) << text;
  EXPECT_LT(text.size(), 2000U);
}

task different_lengths(process& self) {
  const buffer data = room(self.rank() == 0 ? 8 : 9);
  if (self.rank() == 0)
    co_await self.send(data, 1);
  else
    co_await self.recv(data, 0);
}

TEST(errors, lengths_that_do_not_match_and_partners_that_are_not_there) {
  network eager = with_protocols(), asked_for = with_protocols();
  asked_for.eager = 0;
  for (const network& on : {network(unit), logp_network(parameters), eager, asked_for}) {
    const bool sender_is_there = !on.model->overheads();  // LogGP's has gone on when it is received
    const std::string lengths = failure_of(
        2, [](process& self) { return different_lengths(self); }, on);
    EXPECT_TRUE(lengths.starts_with("message from process 0 to process 1: 8 bytes into room for 9, "))
        << lengths;
    EXPECT_NE(lengths.find(", received in failures_test.cpp:"), std::string::npos) << lengths;
    EXPECT_EQ(lengths.find(", sent in failures_test.cpp:") != std::string::npos, sender_is_there) << lengths;
    const std::string partner = failure_of(
        1, [](process& self) { return one_message(self, 1); }, on);
    EXPECT_TRUE(partner.starts_with("process 0 sends to 1, outside 0..0, in on_engine.hpp:")) << partner;
  }
  const std::string from = failure_of(2, [](process& self) -> task { co_await self.recv(room(1), -2); });
  EXPECT_TRUE(from.starts_with("process 0 receives from -2, outside 0..1, in failures_test.cpp:")) << from;
}

// On two processes that have data.
std::string failure_with_data(const std::function<task(process&, buffer)>& program) {
  std::array<std::byte, 2 * 16> data{};
  world w(2, unit);
  try {
    w.run(
        [&](process& self) { return program(self, buffer(data.data() + 16 * self.rank(), 16, byte_type)); });
  } catch (const communication_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(errors, of_a_network_come_before_anything_looks_at_it) {
  EXPECT_THROW(world(2, network()), std::invalid_argument);
  network on(unit);
  on.ports = 0;
  EXPECT_THROW(world(2, on), std::invalid_argument);
}

TEST(errors, of_lengths_that_a_prediction_cannot_have) {
  const auto with = [](collective c, const char* name, std::vector<int> lengths) {
    predict_options in;
    in.lengths = std::move(lengths);
    return predict(*find(c, name), {.p = 3, .bytes = 30}, network(unit), in).seconds;
  };
  EXPECT_GT(with(collective::gatherv, "star", {0, 20, 10}), 0);
  EXPECT_THROW(with(collective::gatherv, "star", {0, 31, -1}), std::invalid_argument);
  EXPECT_THROW(with(collective::gatherv, "star", {15, 15}), std::invalid_argument);
  EXPECT_THROW(with(collective::gather, "star", {10, 10, 10}), std::invalid_argument);
  EXPECT_THROW(with(collective::bcast, "chain", {10, 10, 10}), std::invalid_argument);
}

TEST(errors, of_local_work_name_the_process_and_what_it_did_before) {
  const std::string small = failure_with_data([](process& self, buffer data) -> task {
    const buffer half = data.slice(0, 8);
    co_await self.sendrecv(half, 1 - self.rank(), data.slice(8, 8), 1 - self.rank());
    if (self.rank() == 1) self.copy(data, half);
  });
  EXPECT_TRUE(small.starts_with("process 1: copies 16 bytes into room for 8, after failures_test.cpp:"))
      << small;
  EXPECT_EQ(
      failure_with_data([](process& self, buffer data) -> task {
        self.copy(data, buffer{});
        co_return;
      }),
      "process 0: copies 16 bytes into room for 0 (an empty buffer, as c.out and c.recv are on a process "
      "without a result)");
  EXPECT_EQ(
      failure_with_data([](process& self, buffer data) -> task {
        self.copy(const_buffer{}, data);
        co_return;
      }),
      "process 0: copies 0 bytes (an empty buffer: tutti/algorithm.hpp says which processes have c.in and "
      "c.send) into room for 16");
  EXPECT_EQ(
      failure_with_data([](process& self, buffer data) -> task {
        self.reduce({}, data.slice(0, 1), data.slice(0, 8));
        co_return;
      }),
      "process 0: reduces 1 element of 1 byte with 8 elements of 1 byte, but both operands have to be alike");
  EXPECT_EQ(failure_with_data([](process& self, buffer data) -> task {
              self.merge({}, data.slice(0, 1), data.slice(1, 1), data.slice(2, 3));
              co_return;
            }),
            "process 0: merges 1 and 1 elements into room for 3");
}

TEST(errors, a_process_that_only_communicates_with_nobody_does_not_end) {
  const std::string text = failure_with_data([](process& self, buffer data) -> task {
    while (self.rank() == 1) co_await self.send(data, nobody);
  });
  EXPECT_TRUE(text.starts_with(
      "process 1 does not end: its last 1048576 communications had no partner, in failures_test.cpp:"))
      << text;
  // As many with messages between them are no such loop.
  EXPECT_EQ(failure_with_data([](process& self, buffer data) -> task {
              for (int i = 0; i < 3; ++i) {
                for (int k = 0; k < 1 << 19; ++k) co_await self.send(data, nobody);
                if (self.rank() == 0) co_await self.send(data, 1);
                if (self.rank() == 1) co_await self.recv(data, 0);
              }
            }),
            "nothing");
}

TEST(errors, whose_turn_it_is_can_be_asked) {
  EXPECT_EQ(running_process(), -1);
  world w(3, unit);
  w.run([&](process& self) -> task {
    EXPECT_EQ(running_process(), self.rank());
    if (self.rank() < 2) co_await self.sendrecv(room(0), 1 - self.rank(), room(0), 1 - self.rank());
    EXPECT_EQ(running_process(), self.rank());
    time_of(2, unit, [](process& inner) { return one_message(inner, 1); });  // a world of its own
    EXPECT_EQ(running_process(), self.rank());
  });
  EXPECT_EQ(running_process(), -1);
}

}  // namespace
}  // namespace tutti::tests
