// Data other than those that are due: operands, blocks, roots and parts in the wrong place.

#include "mutation.hpp"
#include "prices.hpp"
#include "texts.hpp"
#include "tutti/bundle.hpp"

namespace tutti::tests {
namespace {

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

template <bool wrong>
constexpr auto run_factors =
    [](process& self, const call& c) { return one_factors<wrong>(self, c.send, c.recv); };

template <bool wrong>
task star_of_halves(process& self, buffer data, int root) {  // one message in two parts
  const bool swapped = wrong && self.rank() != root;
  bundle both(2);
  both.add(data.part(swapped ? 1 : 0, 2));
  both.add(data.part(swapped ? 0 : 1, 2));
  if (self.rank() != root) {
    co_await self.recv(both, root);
    co_return;
  }
  for (int r = 0; r < self.size(); ++r)
    if (r != root) co_await self.send(both, r);
}

template <bool wrong>
constexpr auto run_halves =
    [](process& self, const call& c) { return star_of_halves<wrong>(self, c.out, c.root); };

// A contribution is added twice unless p is a power of two: the mistake is not to require that.
task disseminate(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < p; d *= 2) {
    co_await self.sendrecv(out, ring(rank, d, p), theirs, ring(rank, -d, p));
    self.reduce(op, theirs, out);
  }
}

constexpr auto run_disseminate = [](process& self, const call& c) {
  return disseminate(self, c.in, c.out, c.op);
};

constexpr requirements any_order{.commutative = true, .exact = true};

}  // namespace

mutations of_results() {
  using enum collective;
  return {
      {"SwappedOperands",
       {allreduce, "exchange", "", "", {.power_of_two = true}, run_exchange<false>, logarithmic_reduced},
       {allreduce, "swapped", "", "", {.power_of_two = true}, run_exchange<true>, logarithmic_reduced},
       4,
       0,
       "process 0, element 0: expected x0[0] .. x3[0] in rank order (or declare .needs = {.commutative = "
       "true}), found ((x3[0] x2[0]) (x1[0] x0[0]))"},
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
       "process 1, element 0: expected the bracketing of process 0, (x1[0] x0[0]) (or declare .needs = "
       "{.exact = "
       "true}: it then serves only operators that never round), found (x0[0] x1[0])"},
      {"BlockOffByOne",
       {allgather, "ring", "", "", {}, run_ring<false>, part_by_part},
       {allgather, "off_by_one", "", "", {}, run_ring<true>, part_by_part},
       4,
       0,
       "process 0, element 0: expected x0[0], found "},
      {"LastRoundMissingForOddP",
       {alltoall, "factors", "", "", {}, run_factors<false>, a_round_each, nullptr, {.bound = true}},
       {alltoall, "a_round_less", "", "", {}, run_factors<true>, a_round_each, nullptr, {.bound = true}},
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
       "process 2: the place of what is received may only be read, in texts.hpp:"},
      {"BlocksCountedFromTheRoot",
       {scatter, "star", "", "", {}, run_parts<false>, part_by_part},
       {scatter, "counted", "", "", {}, run_parts<true>, part_by_part},
       4,
       2,
       "process 0, element 0: expected x2->0[0], found x2->2[0]"},
      {"PartsInAnotherOrder",
       {bcast, "halves", "", "", {}, run_halves<false>, one_by_one},
       {bcast, "halves_swapped", "", "", {}, run_halves<true>, one_by_one},
       4,
       0,
       "process 1, element 0: expected x0[0], found x0[6]"},
  };
}

}  // namespace tutti::tests
