// Messages in several parts: their data, their cost, their record in a trace, and the calls that are refused.

#include "tutti/bundle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

static_assert(std::is_convertible_v<bundle, buffer> && std::is_convertible_v<bundle, const_buffer>);
static_assert(std::is_convertible_v<const_bundle, const_buffer>);
static_assert(!std::is_convertible_v<const_bundle, buffer>, "what may only be read is not received into");
static_assert(!std::is_copy_constructible_v<bundle>);

constexpr machine unit{.alpha = 1, .beta = 0, .gamma = 0};
constexpr machine slow{.alpha = 3, .beta = 0.5, .gamma = 0};

constexpr datatype word{.size = 4, .extent = 4, .true_lb = 0, .true_extent = 4, .dense = true};
constexpr datatype spread{.size = 4, .extent = 12, .true_lb = 0, .true_extent = 4, .dense = false};
constexpr datatype before{.size = 4, .extent = 8, .true_lb = -6, .true_extent = 4, .dense = false};
constexpr datatype down{.size = 4, .extent = -8, .true_lb = 0, .true_extent = 4, .dense = false};

// Memory with parts at any places, in random order, of random lengths and layouts, with gaps: `words` words
// in total.
class memory {
 public:
  memory(std::size_t words, int parts, unsigned seed) : bytes_(1000 + 24 * words, std::byte{0}) {
    std::mt19937 random(seed);
    static constexpr std::array<const datatype*, 4> layouts{&word, &spread, &before, &down};
    std::size_t at = 100;
    for (int i = 0; i < parts; ++i) {
      const datatype& t = *layouts[random() % layouts.size()];
      const std::size_t n = i + 1 == parts ? words : std::min<std::size_t>(words, random() % 5);
      words -= n;
      const std::size_t length = n * static_cast<std::size_t>(std::abs(t.extent));
      const std::size_t first = t.extent < 0 ? at + length : at;
      parts_.push_back({bytes_.data() + first, n, t});
      at += length + 16 + random() % 3 * 8;
    }
    std::shuffle(parts_.begin(), parts_.end(), random);
  }
  template <class Bundle>
  void add_to(Bundle& b) const {
    for (const buffer& part : parts_) b.add(part);
  }
  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  void fill(int seed) {
    int k = 0;
    each_byte([&](std::byte& b) { b = value(seed, k++); });
  }
  // True if the parts contain what fill(seed) writes, and all other bytes are untouched.
  [[nodiscard]] bool holds(int seed) {
    std::vector<std::byte> expected(bytes_.size(), std::byte{0});
    int k = 0;
    each_byte([&](const std::byte& b) {
      expected[static_cast<std::size_t>(&b - bytes_.data())] = value(seed, k++);
    });
    return expected == bytes_;
  }

 private:
  static std::byte value(int seed, int k) { return static_cast<std::byte>(1 + (seed * 31 + k * 7) % 255); }
  template <class Visit>
  void each_byte(Visit visit) {
    for (const buffer& part : parts_)
      for (std::size_t i = 0; i < part.count; ++i)
        for (std::size_t j = 0; j < part.type->size; ++j)
          visit(part.data[static_cast<std::ptrdiff_t>(i) * part.type->extent + part.type->true_lb +
                          static_cast<std::ptrdiff_t>(j)]);
  }
  std::vector<std::byte> bytes_;
  std::vector<buffer> parts_;
};

// Sends `out` up and receives `in` from below, around the ring.
task pass_up(process& self, const memory* out, const memory* in) {
  const_bundle leaving(out->parts());
  bundle arriving(in->parts());
  out->add_to(leaving);
  in->add_to(arriving);
  const int p = self.size();
  co_await self.sendrecv(leaving, ring(self.rank(), 1, p), arriving, ring(self.rank(), -1, p));
}

TEST(bundle, parts_of_one_side_arrive_in_the_parts_of_the_other) {
  const int p = 5;
  network eager;  // the sender continues before its message is received
  eager.model = loggp_model({.L = 6, .o = 2, .g = 4, .G = 0.5});
  for (const network& on : {network(unit), eager})
    for (unsigned seed = 0; seed < 40; ++seed) {
      const std::size_t words = seed % 7 * 9;
      std::vector<memory> out, in;
      for (int r = 0; r < p; ++r) {
        const auto k = seed * 10 + static_cast<unsigned>(r);
        out.emplace_back(words, 1 + static_cast<int>(k % 6), k);
        in.emplace_back(words, 1 + static_cast<int>(k % 5), k + 1000);
        out.back().fill(r);
      }
      world w(p, on);
      w.run([&](process& self) {
        const auto r = static_cast<std::size_t>(self.rank());
        return pass_up(self, &out[r], &in[r]);
      });
      for (int r = 0; r < p; ++r) {
        EXPECT_TRUE(out[static_cast<std::size_t>(r)].holds(r)) << "process " << r << ", seed " << seed;
        EXPECT_TRUE(in[static_cast<std::size_t>(r)].holds(ring(r, -1, p)))
            << "process " << r << ", seed " << seed;
      }
    }
}

task copy_parts(process& self, const memory* from, const memory* to) {
  const_bundle out(from->parts());
  bundle in(to->parts());
  from->add_to(out);
  to->add_to(in);
  self.copy(out, in);
  co_return;
}

TEST(bundle, copies_as_it_travels) {
  memory from(50, 6, 1), to(50, 4, 2);
  from.fill(9);
  world w(1, unit);
  w.run([&](process& self) { return copy_parts(self, &from, &to); });
  EXPECT_TRUE(to.holds(9));
}

TEST(bundle, of_one_part_is_that_part) {
  std::array<std::byte, 64> data{};
  bundle b(3);
  EXPECT_TRUE(b.all().empty());
  EXPECT_EQ(b.parts(), 0U);
  b.add({data.data(), 3, word});
  b.add({nullptr, 0, word});
  b.add({data.data() + 12, 2, word});  // begins where the first one ends
  EXPECT_EQ(b.parts(), 1U);
  EXPECT_FALSE(in_parts(b.all()));
  EXPECT_EQ(b.all().data, data.data());
  EXPECT_EQ(b.all().count, 5U);
  EXPECT_EQ(b.all().type, &word);
  b.add({data.data() + 40, 1, word});
  EXPECT_TRUE(in_parts(b.all()));
  EXPECT_EQ(b.bytes(), 24U);
  bundle whole(4);  // of bundles
  whole.add({data.data() + 60, 1, word});
  whole.add(b);
  EXPECT_EQ(whole.parts(), 3U);
  EXPECT_EQ(whole.all().bytes(), 28U);
  whole.clear();
  EXPECT_TRUE(whole.all().empty());
  whole.add(b);
  EXPECT_EQ(whole.parts(), 2U);
}

// Process 1 has 1000 bytes in one piece, process 0 wants them in two, the second before the first.
task in_two_parts(process& self, std::byte* data) {
  if (self.rank() == 1) {
    co_await self.send(buffer(data, 1000, byte_type), 0);
    co_return;
  }
  bundle in(2);
  in.add({data + 600, 400, byte_type});
  in.add({data, 600, byte_type});
  co_await self.recv(in, 1);
}

TEST(bundle, costs_one_start_up_and_the_bytes_of_all_parts) {
  world w(2, slow);
  w.without_data();
  auto* const nowhere = reinterpret_cast<std::byte*>(unused_memory::recv);
  trace seen;
  w.record(seen);
  w.run([&](process& self) { return in_two_parts(self, nowhere); });
  EXPECT_EQ(w.time(), 3 + 0.5 * 1000);
  ASSERT_EQ(seen.messages.size(), 1U);
  EXPECT_EQ(bytes_sent(seen, seen.messages[0]), "recv 0..999");
  EXPECT_EQ(bytes_received(seen, seen.messages[0]), "recv 600..999, recv 0..599");
}

task too_short(process& self, std::byte* data) {
  bundle two(2);
  two.add({data, 8, byte_type});
  two.add({data + 20, 8, byte_type});
  const buffer whole(data + 40, 17, byte_type);
  if (self.rank() == 0) co_await self.send(two, 1);
  if (self.rank() == 1) co_await self.recv(whole, 0);
}

task reduced(process& self, std::byte* data) {
  bundle two(2);
  two.add({data, 8, byte_type});
  two.add({data + 20, 8, byte_type});
  self.reduce(operation{}, two, two);
  co_return;
}

// A process that counts copies.
class copying final : public forwarding_process {
 public:
  copying(process& inner, int& copies) : forwarding_process(inner), copies_(copies) {}
  ~copying() = default;
  void copy(const_buffer from, buffer to) override {
    ++copies_;
    forwarding_process::copy(from, to);
  }
  void leave_copy(const_buffer from, buffer to) override { copy(from, to); }

 private:
  int& copies_;
};

TEST(bundle, spares_brucks_alltoall_all_copies_but_that_of_the_own_block) {
  for (const auto& [name, each] : {std::pair("bruck_datatypes", 1), std::pair("bruck_unrotated", 35)}) {
    const int p = 11;
    int copies = 0;
    std::array<std::byte, 2 * p * p> data{};
    std::vector<std::unique_ptr<copying>> selves;
    world w(p, unit);
    w.run([&](process& self) {
      auto* const at = data.data() + 2 * p * self.rank();
      call c;
      c.send = const_blocks::regular(at, 1, byte_type, p);
      c.recv = blocks::regular(at + p, 1, byte_type, p);
      selves.push_back(std::make_unique<copying>(self, copies));
      return find(collective::alltoall, name)->run(*selves.back(), c);
    });
    EXPECT_EQ(copies, p * each) << name;
  }
}

std::string failure_of(task (*program)(process&, std::byte*)) {
  std::array<std::byte, 100> data{};
  world w(2, unit);
  try {
    w.run([&](process& self) { return program(self, data.data()); });
  } catch (const communication_error& e) {
    return e.what();
  }
  return "";
}

TEST(bundle, is_checked_as_other_messages_are) {
  EXPECT_TRUE(failure_of(too_short).starts_with(
      "message from process 0 to process 1: 16 bytes into room for 17, sent in bundle_test.cpp:"))
      << failure_of(too_short);
  EXPECT_EQ(failure_of(reduced),
            "process 0: reduces operands in several parts, which can only be sent, received and copied");
}

}  // namespace
}  // namespace tutti
