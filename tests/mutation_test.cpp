// Who proves the proof? Algorithms with a mistake of a kind that people make, each beside the text that is right: prove()
// has to catch the one, in words that name what is wrong, and to pass the other.

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tutti/cases.hpp"

namespace tutti {
namespace {

// The texts. With `wrong` the mistake is made.

template <bool wrong>
task exchange_and_reduce(process& self, const_buffer in, buffer out, operation op) {  // p a power of two
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < self.size(); d *= 2) {
    const int partner = self.rank() ^ d;
    co_await self.sendrecv(out, partner, theirs, partner);
    if (wrong || partner < self.rank()) {  // the lower one's partial result is the left operand
      self.reduce(op, theirs, out);
    } else {
      self.reduce(op, out, theirs);
      self.copy(theirs, out);
    }
  }
}

template <bool wrong>
task around_the_ring(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  for (int i = 1; i < p; ++i) {
    const buffer leaving = recv[ring(rank, 1 - i, p)];
    const buffer arriving = recv[ring(rank, wrong ? -i - 1 : -i, p)];
    co_await self.sendrecv(leaving, ring(rank, 1, p), arriving, ring(rank, -1, p));
  }
}

template <bool wrong>
task one_factors(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  const int rounds = wrong ? p - p % 2 : p;
  for (int i = 0; i < rounds; ++i) {
    const int partner = ring(i, -rank, p);  // in round i those whose numbers are i in sum, modulo p
    if (partner == rank)
      self.copy(send[rank], recv[rank]);
    else
      co_await self.sendrecv(send[partner], partner, recv[partner], partner);
  }
}

// A contribution comes in twice unless p is a power of two: the mistake is not to require that.
task disseminate(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < p; d *= 2) {
    co_await self.sendrecv(out, ring(rank, d, p), theirs, ring(rank, -d, p));
    self.reduce(op, theirs, out);
  }
}

template <bool wrong>
task down_the_tree(process& self, buffer data, int asked) {
  const int p = self.size(), root = wrong ? 0 : asked;
  const int v = relative_rank(self.rank(), root, p);
  int bit = 1;
  while (bit < p && (v & bit) == 0) bit *= 2;
  if (v > 0) co_await self.recv(data, absolute_rank(v - bit, root, p));
  for (bit /= 2; bit > 0; bit /= 2)
    if (v + bit < p) co_await self.send(data, absolute_rank(v + bit, root, p));
}

template <bool wrong>
task up_the_tree(process& self, const_buffer in, buffer out, operation op, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const scratch room(self, in), theirs(self, in);
  buffer sum = v == 0 ? out : room.all();
  if (wrong && v != 0)
    sum.data = const_cast<std::byte*>(in.data);  // what is only to be read
  else
    self.copy(in, sum);
  for (int bit = 1; bit < p; bit *= 2) {
    if ((v & bit) != 0) {
      co_await self.send(sum, absolute_rank(v - bit, root, p));
      co_return;
    }
    if (v + bit >= p) continue;
    co_await self.recv(theirs, absolute_rank(v + bit, root, p));
    self.reduce(op, theirs, sum);
  }
}

template <bool wrong>
task star(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0) co_await self.recv(data, root);
  const int served = wrong ? p - 1 : p;
  for (int to = 1; v == 0 && to < served; ++to) co_await self.send(data, absolute_rank(to, root, p));
}

template <bool wrong>
task star_of_parts(process& self, const_blocks send, buffer out, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0) co_await self.recv(out, root);
  for (int k = 1; v == 0 && k < p; ++k) {
    const int to = absolute_rank(k, root, p);
    const const_buffer block = send[wrong ? k : to];  // blocks lie in rank order, not counted from the root
    co_await self.send(block, to);
  }
  if (v == 0) self.copy(send[root], out);
}

template <bool wrong>
task partial_sums(process& self, const_buffer in, buffer out, operation op) {  // exscan
  const int p = self.size(), rank = self.rank();
  const int before = rank > 0 ? rank - 1 : nobody, after = rank + 1 < p ? rank + 1 : nobody;
  const scratch sum(self, in);
  self.copy(in, sum);
  if (wrong && rank == 0) {
    const buffer untouched = out;
    const scratch zero(self, in);
    self.copy(sum, zero);
    self.reduce(op, sum, zero);
    self.copy(zero, untouched);
  }
  co_await self.recv(out, before);
  if (rank > 0 && after != nobody) self.reduce(op, out, sum);
  co_await self.send(sum, after);
}

template <bool wrong>
task whole_and_less(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const buffer room = data.slice(0, wrong && data.count > 0 ? data.count - 1 : data.count);
  if (v > 0) co_await self.recv(room, absolute_rank(v - 1, root, p));
  if (v + 1 < p) co_await self.send(data, absolute_rank(v + 1, root, p));
}

// How they are called, and their prices.

template <bool wrong>
constexpr auto run_exchange =
    [](process& self, const call& c) { return exchange_and_reduce<wrong>(self, c.in, c.out, c.op); };
template <bool wrong>
constexpr auto run_ring =
    [](process& self, const call& c) { return around_the_ring<wrong>(self, c.in, c.recv); };
template <bool wrong>
constexpr auto run_factors =
    [](process& self, const call& c) { return one_factors<wrong>(self, c.send, c.recv); };
constexpr auto run_disseminate = [](process& self, const call& c) {
  return disseminate(self, c.in, c.out, c.op);
};
template <bool wrong>
constexpr auto run_down =
    [](process& self, const call& c) { return down_the_tree<wrong>(self, c.out, c.root); };
template <bool wrong>
constexpr auto run_up =
    [](process& self, const call& c) { return up_the_tree<wrong>(self, c.in, c.out, c.op, c.root); };
template <bool wrong>
constexpr auto run_star = [](process& self, const call& c) { return star<wrong>(self, c.out, c.root); };
template <bool wrong>
constexpr auto run_parts =
    [](process& self, const call& c) { return star_of_parts<wrong>(self, c.send, c.out, c.root); };
template <bool wrong>
constexpr auto run_sums =
    [](process& self, const call& c) { return partial_sums<wrong>(self, c.in, c.out, c.op); };
template <bool wrong>
constexpr auto run_less =
    [](process& self, const call& c) { return whole_and_less<wrong>(self, c.out, c.root); };

cost logarithmic(const shape& s) {
  const int q = ceil_log2(s.p);
  return {.rounds = 1.0 * q, .bytes = q * s.bytes};
}
cost logarithmic_reduced(const shape& s) {
  cost c = logarithmic(s);
  c.reduced = c.bytes;
  return c;
}
cost a_round_too_few(const shape& s) {
  return {.rounds = 1.0 * floor_log2(s.p), .bytes = ceil_log2(s.p) * s.bytes};
}
cost bytes_once(const shape& s) { return {.rounds = 1.0 * ceil_log2(s.p), .bytes = s.p > 1 ? s.bytes : 0}; }
cost reduced_for_nothing(const shape& s) { return logarithmic(s); }
cost one_by_one(const shape& s) { return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1)}; }
cost part_by_part(const shape& s) { return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / s.p}; }
cost a_round_each(const shape& s) { return {.rounds = 1.0 * s.p, .bytes = s.bytes}; }
cost chain_of_sums(const shape& s) {
  return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1), .reduced = s.p > 2 ? s.bytes * (s.p - 2) : 0};
}

struct mutation {
  const char* mistake;
  algorithm right, wrong;
  int p, root;        ///< where the mistake shows
  const char* named;  ///< what the first finding there has to say
};
void PrintTo(const mutation& m, std::ostream* out) { *out << m.mistake; }

constexpr requirements any_order{.commutative = true, .exact = true};
using enum collective;

const mutation mutations[] = {
    {"SwappedOperands",
     {allreduce, "exchange", "", "", {.power_of_two = true}, run_exchange<false>, logarithmic_reduced},
     {allreduce, "swapped", "", "", {.power_of_two = true}, run_exchange<true>, logarithmic_reduced},
     4,
     0,
     "process 0, element 0: expected x0[0] .. x3[0] in rank order, found ((x3[0] x2[0]) (x1[0] x0[0]))"},
    {"ProcessesBracketDifferently",  // the same text, for operators that commute: rounding would differ
     {allreduce,
      "exchange",
      "",
      "",
      {.commutative = true, .power_of_two = true},
      run_exchange<false>,
      logarithmic_reduced},
     {allreduce,
      "swapped",
      "",
      "",
      {.commutative = true, .power_of_two = true},
      run_exchange<true>,
      logarithmic_reduced},
     2,
     0,
     "process 1, element 0: expected the bracketing of process 0, (x1[0] x0[0]), found (x0[0] x1[0])"},
    {"BlockOffByOne",
     {allgather, "ring", "", "", {}, run_ring<false>, part_by_part},
     {allgather, "off_by_one", "", "", {}, run_ring<true>, part_by_part},
     4,
     0,
     "process 0, element 0: expected x0[0], found "},
    {"LastRoundMissingForOddP",
     {alltoall, "factors", "", "", {}, run_factors<false>, a_round_each, nullptr, true},
     {alltoall, "a_round_less", "", "", {}, run_factors<true>, a_round_each, nullptr, true},
     5,
     0,
     "process 0, element 48: expected x4->0[0], found nothing"},
    {"ContributionDoubled",
     {allreduce,
      "disseminate",
      "",
      "",
      {.commutative = true, .exact = true, .power_of_two = true},
      run_disseminate,
      logarithmic_reduced},
     {allreduce, "doubled", "", "", any_order, run_disseminate, logarithmic_reduced},
     3,
     0,
     "process 0, element 0: expected x0[0] .. x2[0], found ((x0[0] x1[0]) (x2[0] x0[0]))"},
    {"RootForgotten",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
     {bcast, "from_zero", "", "", {}, run_down<true>, logarithmic},
     4,
     2,
     "process 0, element 0: expected x2[0], found nothing"},
    {"BlocksCountedFromTheRoot",
     {scatter, "star", "", "", {}, run_parts<false>, part_by_part},
     {scatter, "counted", "", "", {}, run_parts<true>, part_by_part},
     4,
     2,
     "process 0, element 0: expected x2->0[0], found x2->2[0]"},
    {"SendBufferWritten",
     {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, logarithmic_reduced},
     {reduce, "in_the_input", "", "", {.commutative = true}, run_up<true>, logarithmic_reduced},
     4,
     0,
     "process 2: the send buffer was written"},
    {"ResultWhereThereIsNone",
     {exscan, "chain", "", "", {}, run_sums<false>, chain_of_sums},
     {exscan, "zero_too", "", "", {}, run_sums<true>, chain_of_sums},
     4,
     0,
     "process 0, element 0: expected nothing, untouched, found (x0[0] x0[0])"},
    {"MessageDropped",
     {bcast, "star", "", "", {}, run_star<false>, one_by_one},
     {bcast, "star_but_one", "", "", {}, run_star<true>, one_by_one},
     4,
     1,
     "deadlock: 1 of 4 processes wait for ever\n"
     "  process 0 waits to receive 96 bytes from 1 (which has ended), in mutation_test.cpp:"},
    {"RoomTooSmall",
     {bcast, "chain", "", "", {}, run_less<false>, one_by_one},
     {bcast, "less", "", "", {}, run_less<true>, one_by_one},
     3,
     0,
     "message from process 0 to process 1: 96 bytes into room for 88"},
    {"PriceWithARoundTooFew",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
     {bcast, "binomial", "", "", {}, run_down<false>, a_round_too_few},
     5,
     0,
     "rounds: the price says 2.000000, found 3.000000"},
    {"PriceWithTooFewBytes",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
     {bcast, "binomial", "", "", {}, run_down<false>, bytes_once},
     3,
     0,
     "bytes: the price says 96.000000, found 192.000000"},
    {"PriceWithoutReductions",
     {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, logarithmic_reduced},
     {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, reduced_for_nothing},
     3,
     0,
     "bytes reduced: the price says 0.000000, found 192.000000"},
    {"BoundThatIsExceeded",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic, nullptr, true},
     {bcast, "binomial", "", "", {}, run_down<false>, a_round_too_few, nullptr, true},
     5,
     0,
     "rounds: the price says at most 2.000000, found 3.000000"},
};

class Mutation : public testing::TestWithParam<mutation> {};

TEST_P(Mutation, IsCaughtAndNamed) {
  const mutation& m = GetParam();
  const instance at{.of = &m.wrong, .p = m.p, .root = m.root, .count = 12};
  const finding f = prove(at);
  ASSERT_FALSE(f.wrong.empty()) << describe(at);
  EXPECT_EQ(f.wrong.front().substr(0, std::string_view(m.named).size()), m.named);
}

// The proof of the catalogue looks at these cases: it would have caught it, without being told where.
TEST_P(Mutation, IsCaughtAmongTheCasesOfEveryAlgorithm) {
  const mutation& m = GetParam();
  std::size_t caught = 0;
  for_each_case(m.wrong, {.p = {1, 2, 3, 4, 5}}, [&](const instance& i) {
    caught += !prove(i).wrong.empty();
    return caught == 0;
  });
  EXPECT_GT(caught, 0U);
}

TEST_P(Mutation, IsAllThatIsWrong) {
  const mutation& m = GetParam();
  for_each_case(m.right, {.p = {1, 2, 3, 4, 5, 6, 7, 8}}, [&](const instance& i) {
    for (const std::string& w : prove(i).wrong) ADD_FAILURE() << describe(i) << ": " << w;
    return !HasFailure();
  });
}

INSTANTIATE_TEST_SUITE_P(Proof, Mutation, testing::ValuesIn(mutations),
                         [](const auto& one) { return std::string(one.param.mistake); });

}  // namespace
}  // namespace tutti
