// Other rounds and bytes than the price says, and traffic that a bound would hide.

#include "prices.hpp"

#include "mutation.hpp"
#include "texts.hpp"

namespace tutti::tests {
namespace {

template <bool wrong>
task around_the_whole_ring(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  for (int i = 1; i < (wrong ? p + 1 : p); ++i) {  // at last each block comes home
    const buffer leaving = recv[ring(rank, 1 - i, p)], arriving = recv[ring(rank, -i, p)];
    if (p > 1) co_await self.sendrecv(leaving, ring(rank, 1, p), arriving, ring(rank, -1, p));
  }
}

template <bool wrong>
constexpr auto run_whole_ring =
    [](process& self, const call& c) { return around_the_whole_ring<wrong>(self, c.in, c.recv); };

template <bool wrong>
task chain_with_a_spare(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const scratch spare(self, data);
  if (v > 0) co_await self.recv(data, absolute_rank(v - 1, root, p));
  if (wrong && v > 0) co_await self.recv(spare, absolute_rank(v - 1, root, p));
  for (int i = 0; i < (wrong ? 2 : 1) && v + 1 < p; ++i)
    co_await self.send(data, absolute_rank(v + 1, root, p));
}

template <bool wrong>
constexpr auto run_spare =
    [](process& self, const call& c) { return chain_with_a_spare<wrong>(self, c.out, c.root); };

// A star into the root, at a price that is exact if all blocks are equally long.
algorithm star_at(decltype(algorithm::price) price) {
  return {collective::gatherv,
          "star",
          "",
          "",
          {},
          run_all_into_one<false>,
          price,
          nullptr,
          {.bound = true, .exact_if_equal = true}};
}

}  // namespace

mutations of_prices() {
  using enum collective;
  return {
      {"PriceWithARoundTooFew",
       {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
       {bcast, "binomial", "", "", {}, run_down<false>, a_round_too_few},
       5,
       0,
       "rounds: the price says 2, found 3"},
      {"PriceWithTooFewBytes",
       {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
       {bcast, "binomial", "", "", {}, run_down<false>, bytes_once},
       3,
       0,
       "bytes: the price says 96, found 192"},
      {"PriceWithoutReductions",
       {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, logarithmic_reduced},
       {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, reduced_for_nothing},
       3,
       0,
       "bytes reduced: the price says 0, found 192"},
      {"BoundThatIsExceeded",
       {bcast, "binomial", "", "", {}, run_down<false>, logarithmic, nullptr, {.bound = true}},
       {bcast, "binomial", "", "", {}, run_down<false>, a_round_too_few, nullptr, {.bound = true}},
       5,
       0,
       "rounds: the price says at most 2, found 3"},
      {"ReceivedForNothing",  // which a bound does not show
       {bcast, "chain", "", "", {}, run_spare<false>, one_by_one, nullptr, {.bound = true}},
       {bcast, "spare", "", "", {}, run_spare<true>, there_and_back, nullptr, {.bound = true}},
       3,
       0,
       "process 1: received data is never used, after prices.cpp:"},
      {"TrafficThatABoundHides",
       {allgather, "ring", "", "", {}, run_whole_ring<false>, part_by_part, nullptr, {.bound = true}},
       {allgather, "home", "", "", {}, run_whole_ring<true>, a_round_each, nullptr, {.bound = true}},
       4,
       0,
       "process 0: receives 384 bytes and needs 288"},
      {"BoundThatIsNotReached",
       star_at(all_into_one),
       star_at(a_round_each),
       3,
       0,
       "rounds: the price says 3, found 2",
       {},
       {.counts = {2, 2, 2}}},
      {"BytesThatEqualBlocksDoNotTake",
       star_at(all_into_one),
       star_at(all_for_any_lengths),
       3,
       0,
       "bytes: the price says 48, found 32",
       {},
       {.counts = {2, 2, 2}}},
      {"BoundThatAnEmptyBlockOfTheRootExceeds",
       star_at(all_into_one),
       star_at(part_by_part),
       3,
       0,
       "bytes: the price says at most 32, found 48",
       {},
       {.counts = {0, 1, 5}}},
  };
}

}  // namespace tutti::tests
