// Operations of a process that are under way beside its program, and the proof of calls that are.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "tutti/engine/proof.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

constexpr machine unit{.alpha = 1, .beta = 0, .gamma = 0};

buffer room(std::size_t bytes) { return {nullptr, bytes, byte_type}; }

task down(process& self, std::size_t bytes) {  // to the next process
  if (self.rank() > 0) co_await self.recv(room(bytes), self.rank() - 1);
  if (self.rank() + 1 < self.size()) co_await self.send(room(bytes), self.rank() + 1);
}

// A world of p processes that all do the same; each has two operations.
double time_of_two(int p, const network& on, const std::function<task(process&)>& operation) {
  world w(p, on, 2);
  w.without_data();
  w.run([&](process& self) -> task {
    const int r = self.rank();
    for (const int k : {0, 1}) w.begin(r, k, operation(w.operation(r, k)));
    for (const int k : {1, 0}) co_await w.ended(r, k);
  });
  return w.time();
}

TEST(operations, share_the_ports_of_their_process) {
  const auto one_message = [](process& self) { return down(self, 8); };
  EXPECT_EQ(time_of_two(2, network(unit), one_message), 2);
  network wide(unit);
  wide.ports = 2;
  EXPECT_EQ(time_of_two(2, wide, one_message), 1);
  EXPECT_EQ(time_of_two(3, network(unit), one_message), 3);  // as a pipeline
}

TEST(operations, share_the_processor_of_their_process) {
  const machine adds{.alpha = 0, .beta = 0, .gamma = 1};
  const auto combine = [](process& self) -> task {
    self.reduce({}, room(8), room(8));
    co_return;
  };
  EXPECT_EQ(time_of_two(1, network(adds), combine), 16);
  const auto combine_elsewhere = [](process& self) -> task {
    const scratch left(self, 8), right(self, 8), into(self, 8);
    self.reduce_into({}, left, right, into);  // and copies nothing
    co_return;
  };
  network copies(adds);
  copies.copying = 1;
  EXPECT_EQ(time_of_two(1, copies, combine_elsewhere), 16);
}

TEST(operations, copy_while_they_communicate) {
  network copies(machine{.alpha = 0, .beta = 1, .gamma = 0});
  copies.copying = 1;
  const auto time_of = [&copies](int p, std::size_t copied, std::size_t sent) {
    world w(p, copies);
    w.without_data();
    w.run([=](process& self) -> task {
      const scratch from(self, copied), to(self, copied);
      if (self.rank() == 0) self.copy_meanwhile(from, to);
      co_await down(self, sent);
    });
    return w.time();
  };
  EXPECT_EQ(time_of(2, 8, 100), 100);
  EXPECT_EQ(time_of(2, 100, 8), 100);
  EXPECT_EQ(time_of(2, 100, 0), 100);
  EXPECT_EQ(time_of(1, 100, 0), 100);
  // Two operations have one processor and one port.
  const auto operation = [](process& self) -> task {
    const scratch from(self, 10), to(self, 10);
    self.copy_meanwhile(from, to);
    co_await down(self, 10);
  };
  EXPECT_EQ(time_of_two(2, copies, operation), 20);
}

TEST(operations, go_on_while_the_program_communicates_and_begin_when_it_is_now) {
  world w(2, unit, 1);
  w.without_data();
  w.run([&](process& self) -> task {
    const int r = self.rank();
    co_await down(self, 8);
    w.begin(r, 0, down(w.operation(r, 0), 8));
    co_await down(self, 8);
    co_await down(self, 8);
    co_await w.ended(r, 0);
  });
  EXPECT_EQ(w.time(), 4);  // four messages through one port
  EXPECT_EQ(w.of(0).messages_sent, 4U);
  EXPECT_EQ(w.of(1).messages_received, 4U);
}

TEST(operations, have_messages_of_their_own) {
  world w(2, unit, 3);
  std::array<int, 3> received{};
  w.run([&](process& self) -> task {
    const int r = self.rank();
    std::array<int, 3> sent{10, 11, 12};
    const auto one = [&](process& as, int k) -> task {
      const auto at = static_cast<std::size_t>(k);
      if (r == 0)
        co_await as.send(const_buffer(reinterpret_cast<const std::byte*>(&sent[at]), sizeof(int), byte_type),
                         1);
      if (r == 1)
        co_await as.recv(buffer(reinterpret_cast<std::byte*>(&received[at]), sizeof(int), byte_type), 0);
    };
    // In opposite orders, which MPI does not allow, but which shows which operations meet.
    for (int i = 0; i < 3; ++i) {
      const int k = r == 0 ? i : 2 - i;
      w.begin(r, k, one(w.operation(r, k), k));
    }
    for (int k = 0; k < 3; ++k) co_await w.ended(r, k);
  });
  EXPECT_EQ(received, (std::array<int, 3>{10, 11, 12}));
}

TEST(operations, may_begin_anew_and_not_while_they_are_under_way) {
  world w(2, unit, 1);
  w.without_data();
  w.run([&](process& self) -> task {
    const int r = self.rank();
    for (int i = 0; i < 1000; ++i) {
      w.begin(r, 0, down(w.operation(r, 0), 8));
      if (i == 0) {
        EXPECT_THROW(w.begin(r, 0, down(w.operation(r, 0), 8)), std::logic_error);
      }
      co_await w.ended(r, 0);
    }
  });
  EXPECT_EQ(w.time(), 1000);
  EXPECT_THROW(static_cast<void>(w.operation(0, 1)), std::invalid_argument);
}

TEST(operations, work_in_the_models_in_which_senders_go_on) {
  network busy(machine{.alpha = 4, .beta = 0, .gamma = 0});
  busy.overhead = 1, busy.eager = 100;
  const auto one_message = [](process& self) { return down(self, 8); };
  // Both overheads of the sender, the way of the second, the overhead of the receiver.
  EXPECT_EQ(time_of_two(2, busy, one_message), 5);
  network log_gp;
  log_gp.model = loggp_model({.L = 4, .o = 1, .g = 2, .G = 0, .capacity = false});
  EXPECT_EQ(time_of_two(2, log_gp, one_message), 8);  // the second leaves g after the first
}

TEST(operations, throw_where_they_are_waited_for) {
  world w(1, unit, 2);
  bool caught = false;
  const auto fails = []() -> task {
    throw std::runtime_error("as intended");
    co_return;
  };
  w.run([&](process&) -> task {
    w.begin(0, 0, fails());
    try {
      co_await w.ended(0, 0);
    } catch (const std::runtime_error&) {
      caught = true;
    }
  });
  EXPECT_TRUE(caught);
  world nobody_waits(1, unit, 1);
  EXPECT_THROW(nobody_waits.run([&](process&) -> task {
    nobody_waits.begin(0, 0, fails());
    co_return;
  }),
               std::runtime_error);
}

TEST(operations, that_wait_for_ever_are_named) {
  world w(2, unit, 2);
  w.without_data();
  try {
    w.run([&](process& self) -> task {
      const int r = self.rank(), k = r == 0 ? 1 : 0;
      w.begin(r, k, down(w.operation(r, k), 8));
      co_await w.ended(r, k);
    });
    FAIL() << "no deadlock";
  } catch (const communication_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("process 0, operation 1, waits to send 8 bytes to 1"), std::string::npos) << text;
    EXPECT_NE(text.find("process 1, operation 0, waits to receive 8 bytes from 0"), std::string::npos)
        << text;
  }
}

TEST(operations, that_wait_in_a_circle_are_named_by_their_processes) {
  world w(3, unit, 2);
  w.without_data();
  try {
    w.run([&](process& self) -> task {
      const int r = self.rank();
      const auto receive = [r](process& as) -> task { co_await as.recv(room(8), ring(r, 1, 3)); };
      w.begin(r, 1, receive(w.operation(r, 1)));
      co_await w.ended(r, 1);
    });
    FAIL() << "no deadlock";
  } catch (const communication_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("a cycle: 0 -> 1 -> 2 -> 0 (3 processes)"), std::string::npos) << text;
    EXPECT_EQ(text.find("has ended"), std::string::npos) << text;
  }
}

TEST(operations, are_not_waited_for_before_they_have_begun_or_twice_at_once) {
  world w(1, unit, 1);
  EXPECT_THROW(w.run([&](process&) -> task { co_await w.ended(0, 0); }), std::logic_error);
}

TEST(operations, that_failed_unnoticed_are_told_when_they_begin_anew) {
  world w(1, unit, 1);
  const auto fails = []() -> task {
    throw std::runtime_error("as intended");
    co_return;
  };
  const auto nothing = []() -> task { co_return; };
  EXPECT_THROW(w.run([&](process&) -> task {
    w.begin(0, 0, fails());
    w.begin(0, 0, nothing());
    co_await w.ended(0, 0);
  }),
               std::runtime_error);
}

// If all programs end by an exception, or wait forever, an operation can still use the objects of its
// program.
TEST(operations, end_before_their_programs) {
  class lent final : public forwarding_process {
   public:
    explicit lent(process& whole) : forwarding_process(whole) {}
    ~lent() { gone_ = true; }
    void give(std::byte* memory, std::size_t bytes) noexcept override {
      EXPECT_FALSE(gone_);
      forwarding_process::give(memory, bytes);
    }

   private:
    bool gone_ = false;
  };
  world w(1, unit, 1);
  const auto waits = [](process& as) -> task {
    const scratch some(as, 100);
    co_await as.recv(some, 0);
  };
  EXPECT_THROW(w.run([&](process& self) -> task {
    const auto own = std::make_unique<lent>(w.operation(self.rank(), 0));
    w.begin(0, 0, waits(*own));
    co_await w.ended(0, 0);
  }),
               communication_error);
}

// Two texts that are right as long as a process makes one call at a time.

std::array<std::array<std::byte, 1024>, 64> kept_of_rank;

// Every process keeps what it passes on in a place that all its calls have.
task chain_by_one_place(process& self, buffer data, int root) {
  const int p = self.size(), place = ring(self.rank(), -root, p);
  const buffer kept(kept_of_rank[static_cast<std::size_t>(self.rank())].data(), data.bytes(), byte_type);
  if (place == 0) {
    self.copy(data, kept);
  } else {
    co_await self.recv(kept, ring(self.rank(), -1, p));
    self.copy(kept, data);
  }
  if (place + 1 < p) co_await self.send(kept, ring(self.rank(), 1, p));
}

int entered_a_barrier = 0;

// Counts the processes that have entered, in whichever barrier. Gives up after a while.
task barrier_by_counting(process& self) {
  const int p = self.size(), all = (++entered_a_barrier + p - 1) / p * p;
  for (int i = 0; i < 100 && entered_a_barrier < all; ++i)
    co_await self.sendrecv(const_buffer{}, self.rank(), buffer{}, self.rank());
}

constexpr auto run_chain = [](process& self, const call& c) {
  return chain_by_one_place(self, c.out, c.root);
};
constexpr auto run_count = [](process& self, const call&) { return barrier_by_counting(self); };

algorithm bound(collective of, const char* name, task (*run)(process&, const call&)) {
  algorithm a;
  a.of = of, a.name = name, a.run = run;
  a.price = [](const shape&) { return cost{.rounds = 1e9, .bytes = 1e9, .reduced = 1e9}; };
  a.traits.bound = a.traits.surplus = true;
  return a;
}

TEST(proof_of_several, finds_what_calls_share) {
  const algorithm chain = bound(collective::bcast, "chain_by_one_place", run_chain);
  const instance one{.of = &chain, .p = 5, .root = 1, .count = 7};
  EXPECT_EQ(prove(one).wrong, std::vector<std::string>{});
  const std::vector<std::string> wrong = prove_together(one, 3).wrong;
  ASSERT_FALSE(wrong.empty());
  EXPECT_NE(wrong[0].find("call "), std::string::npos) << wrong[0];
  EXPECT_NE(wrong[0].find("expected x"), std::string::npos) << wrong[0];
}

TEST(proof_of_several, finds_a_barrier_that_takes_another_for_itself) {
  const algorithm counting = bound(collective::barrier, "counting", run_count);
  const instance one{.of = &counting, .p = 6, .count = 0};
  const std::vector<std::string> wrong = prove_together(one, 4).wrong;
  ASSERT_FALSE(wrong.empty());
  EXPECT_NE(wrong[0].find("leaves the barrier before all have entered it"), std::string::npos) << wrong[0];
}

// Process 0 releases the others, and waits for none of them. With two processes, a send that waits for its
// receiver would hide that.
task one_sided_barrier(process& self) {
  for (int r = 1; r < self.size(); ++r) {
    if (self.rank() == 0) co_await self.send(const_buffer{}, r);
    if (self.rank() == r) co_await self.recv(buffer{}, 0);
  }
}
constexpr auto run_one_sided = [](process& self, const call&) { return one_sided_barrier(self); };

TEST(proof_of_several, finds_a_barrier_that_only_seems_to_wait) {
  const algorithm one_sided = bound(collective::barrier, "one_sided", run_one_sided);
  const instance one{.of = &one_sided, .p = 2, .count = 0};
  EXPECT_FALSE(prove_together(one, 3).wrong.empty());
}

TEST(proof_of_several, passes_what_is_right_and_says_how_many_it_tells_apart) {
  const algorithm* binomial = find(collective::bcast, "binomial");
  ASSERT_NE(binomial, nullptr);
  const instance one{.of = binomial, .p = 7, .root = 2, .count = 5};
  for (const int calls : {1, 2, 8}) EXPECT_EQ(prove_together(one, calls).wrong, std::vector<std::string>{});
  EXPECT_THROW(prove_together(one, 9), std::invalid_argument);
  EXPECT_THROW(prove_together(one, 0), std::invalid_argument);
}

}  // namespace
}  // namespace tutti
