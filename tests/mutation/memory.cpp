// Memory that a process must not touch, and work that is under way at the same time.

#include "mutation.hpp"
#include "prices.hpp"
#include "texts.hpp"

namespace tutti::tests {
namespace {

// With the mistake, it sends the copy of its block while the copy is being made.
template <bool wrong>
task ring_after_a_copy(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy_meanwhile(in, recv[rank]);
  const_buffer out = wrong ? const_buffer(recv[rank]) : in;
  for (int i = 1; i < p; ++i) {
    const buffer come = recv[ring(rank, -i, p)];
    co_await self.sendrecv(out, ring(rank, 1, p), come, ring(rank, -1, p));
    out = come;
  }
}

template <bool wrong>
constexpr auto run_copied_meanwhile =
    [](process& self, const call& c) { return ring_after_a_copy<wrong>(self, c.in, c.recv); };

template <bool wrong>
task in_place_by_address(process& self, const_buffer in, blocks recv) {
  const buffer own = recv[self.rank()];
  const bool there = wrong ? in.data == own.data : same_elements(in, own);
  if (!there) self.copy(in, own);
  co_await around_the_ring<false>(self, own, recv);
}

template <bool wrong>
constexpr auto run_by_address =
    [](process& self, const call& c) { return in_place_by_address<wrong>(self, c.in, c.recv); };

template <bool wrong>
task star_that_hears_back(process& self, buffer data, int root) {
  co_await star<false>(self, data, root);
  if (!wrong) co_return;
  if (self.rank() != root) co_await self.send(data, root);
  for (int r = 0; self.rank() == root && r < self.size(); ++r)
    if (r != root) co_await self.recv(data, r);  // data that it already has
}

template <bool wrong>
constexpr auto run_hears_back =
    [](process& self, const call& c) { return star_that_hears_back<wrong>(self, c.out, c.root); };

template <bool wrong>
task star_of_parts_and_back(process& self, const_blocks send, buffer out, int root) {
  if (wrong && self.rank() == root) {  // in place, the result is the root's block of `send`
    const scratch aside(self, out);
    self.copy(send[root], aside);
    self.copy(aside, out);
  }
  co_await star_of_parts<false>(self, send, out, root);
}

template <bool wrong>
constexpr auto run_parts_and_back =
    [](process& self, const call& c) { return star_of_parts_and_back<wrong>(self, c.send, c.out, c.root); };

template <bool wrong>
task exchange_in_one_place(process& self, const_buffer in, buffer out, operation op) {  // p a power of two
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < self.size(); d *= 2) {
    const buffer room = wrong ? out : theirs.all();
    co_await self.sendrecv(out, self.rank() ^ d, room, self.rank() ^ d);
    self.reduce(op, theirs, out);
  }
}

template <bool wrong>
constexpr auto run_one_place =
    [](process& self, const call& c) { return exchange_in_one_place<wrong>(self, c.in, c.out, c.op); };

enum class memory_slip { none, copies_over_itself, takes_too_little, uses_what_it_gave_back };

template <memory_slip made>
task chain_through_memory(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const bool less = made == memory_slip::takes_too_little && data.count > 0;
  const scratch memory(self, less ? data.count - 1 : data.count, *data.type);
  buffer room(memory.all().data, data.count, *data.type);
  if (made == memory_slip::uses_what_it_gave_back) room = scratch(self, data).all();
  if (v == 0) self.copy(data, room);
  if (v > 0) co_await self.recv(room, absolute_rank(v - 1, root, p));
  if (v > 0) self.copy(room, data);
  if (v + 1 < p) co_await self.send(room, absolute_rank(v + 1, root, p));
  if (made == memory_slip::copies_over_itself && data.count > 1)
    self.copy(room.slice(0, data.count - 1), room.slice(1, data.count - 1));
}

template <memory_slip made>
constexpr auto run_memory =
    [](process& self, const call& c) { return chain_through_memory<made>(self, c.out, c.root); };

}  // namespace

mutations of_memory() {
  using enum collective;
  return {
      {"SendBufferWritten",
       {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, logarithmic_reduced},
       {reduce, "in_the_input", "", "", {.commutative = true}, run_up<true>, logarithmic_reduced},
       4,
       0,
       "process 2: the place of a reduction may only be read, after texts.hpp:"},
      {"ResultWhereThereIsNone",
       {exscan, "chain", "", "", {}, run_sums<false>, chain_of_sums},
       {exscan, "zero_too", "", "", {}, run_sums<true>, chain_of_sums},
       4,
       0,
       "process 0: the place of a copy may only be read"},
      {"InPlaceByAddress",
       {allgather, "ring", "", "", {}, run_by_address<false>, part_by_part},
       {allgather, "by_address", "", "", {}, run_by_address<true>, part_by_part},
       4,
       0,
       "process 0, element 0: expected x0[0], found nothing",
       {},
       {.lies = layout::one_array}},
      {"RootsDataWrittenAsTheyAre",
       {bcast, "star", "", "", {}, run_hears_back<false>, one_by_one},
       {bcast, "echo", "", "", {}, run_hears_back<true>, one_by_one},
       3,
       1,
       "process 1: the place of what is received may only be read, in memory.cpp:"},
      {"OwnBlockWrittenInPlace",
       {scatter, "star", "", "", {}, run_parts_and_back<false>, part_by_part},
       {scatter, "and_back", "", "", {}, run_parts_and_back<true>, part_by_part},
       3,
       1,
       "process 1: the place of a copy may only be read",
       {},
       {.in_place = true}},
      {"SentWhereReceived",
       {allreduce,
        "exchange",
        "",
        "",
        {.commutative = true, .exact = true, .power_of_two = true},
        run_one_place<false>,
        logarithmic_reduced},
       {allreduce,
        "one_place",
        "",
        "",
        {.commutative = true, .exact = true, .power_of_two = true},
        run_one_place<true>,
        logarithmic_reduced},
       4,
       0,
       "process 0: what is sent lies where something else is written at the same time, in memory.cpp:"},
      {"SentBeforeItIsCopied",
       {allgather, "ring", "", "", {}, run_copied_meanwhile<false>, part_by_part},
       {allgather, "too_soon", "", "", {}, run_copied_meanwhile<true>, part_by_part},
       4,
       0,
       "process 0: what is sent lies where something else is written at the same time, in memory.cpp:"},
      {"TwoReceivedIntoOnePlace",
       {gather, "star", "", "", {}, run_all_into_one<false>, part_by_part},
       {gather, "one_place", "", "", {}, run_all_into_one<true>, part_by_part},
       4,
       0,
       "process 0: the place of what is received is that of something else, too, in texts.hpp:"},
      {"CopyOverItself",
       {bcast, "chain", "", "", {}, run_memory<memory_slip::none>, one_by_one},
       {bcast, "over_itself", "", "", {}, run_memory<memory_slip::copies_over_itself>, one_by_one},
       2,
       0,
       "process 0: what is copied lies where something else is written at the same time, after "
       "memory.cpp:"},
      {"TooLittleMemory",
       {bcast, "chain", "", "", {}, run_memory<memory_slip::none>, one_by_one},
       {bcast, "too_little", "", "", {}, run_memory<memory_slip::takes_too_little>, one_by_one},
       2,
       0,
       "process 0: the place of a copy lies outside the elements of the buffers and what was taken"},
      {"MemoryGivenBack",
       {bcast, "chain", "", "", {}, run_memory<memory_slip::none>, one_by_one},
       {bcast, "given_back", "", "", {}, run_memory<memory_slip::uses_what_it_gave_back>, one_by_one},
       2,
       0,
       "process 0: the place of a copy lies outside the elements of the buffers and what was taken"},
  };
}

}  // namespace tutti::tests
