// Blocks that are not where they are taken to be, elements of other types, pieces.

#include <cstddef>

#include "mutation.hpp"
#include "prices.hpp"
#include "texts.hpp"

namespace tutti::tests {
namespace {

template <bool wrong>
task around_the_ring_of_neighbours(process& self, const_buffer in, blocks recv) {  // allgatherv
  workspace<std::size_t> start(static_cast<std::size_t>(self.size()) + 1);
  start[0] = 0;
  for (int r = 0; r < self.size(); ++r) {
    const auto k = static_cast<std::size_t>(r);
    start[k + 1] = start[k] + recv[r].count;
  }
  const blocks side_by_side =
      blocks::consecutive(recv[0].data, start.data(), *recv[0].type, self.size());  // which they need not be
  co_await around_the_ring<false>(self, in, wrong ? side_by_side : recv);
}

template <bool wrong>
constexpr auto run_neighbours =
    [](process& self, const call& c) { return around_the_ring_of_neighbours<wrong>(self, c.in, c.recv); };

enum class type_slip { none, counts_are_alike, types_are_alike };

template <type_slip made>
task straight(process& self, const_blocks send, blocks recv) {  // alltoall, alltoallw
  const int p = self.size(), rank = self.rank();
  const auto place = [&](int from) {
    const buffer b = recv[from];
    if (made == type_slip::counts_are_alike) return buffer(b.data, send[from].count, *b.type);
    if (made == type_slip::types_are_alike) return buffer(b.data, b.count, *recv[0].type);
    return b;
  };
  self.copy(send[rank], place(rank));
  for (int i = 1; i < p; ++i) {
    const const_buffer out = send[ring(rank, i, p)];
    const buffer in = place(ring(rank, -i, p));
    co_await self.sendrecv(out, ring(rank, i, p), in, ring(rank, -i, p));
  }
}

template <type_slip made>
constexpr auto run_straight =
    [](process& self, const call& c) { return straight<made>(self, c.send, c.recv); };

template <bool wrong>
task chain_in_pieces(process& self, buffer data, int root, int pieces) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const int before = v > 0 ? absolute_rank(v - 1, root, p) : nobody;
  const int after = v + 1 < p ? absolute_rank(v + 1, root, p) : nobody;
  for (int i = 0; i <= pieces; ++i) {
    const auto block = [&](int k) { return data.part(wrong ? k % 16 : k, pieces); };  // a table of 16
    const buffer done = i > 0 ? block(i - 1) : buffer{}, next = i < pieces ? block(i) : buffer{};
    co_await self.sendrecv(done, i > 0 ? after : nobody, next, i < pieces ? before : nobody);
  }
}

template <bool wrong>
constexpr auto run_pieces =
    [](process& self, const call& c) { return chain_in_pieces<wrong>(self, c.out, c.root, c.pieces); };

}  // namespace

mutations of_layouts() {
  using enum collective;
  return {
      {"HolesAsData",
       {bcast, "chain", "", "", {}, run_bytes<false>, one_by_one},
       {bcast, "bytes", "", "", {}, run_bytes<true>, one_by_one},
       2,
       0,
       "process 0: what is sent lies outside the elements of the buffers and what was taken",
       {},
       {.lies = layout::holes}},
      {"BeforeTheAddress",
       {bcast, "chain", "", "", {}, run_bytes<false>, one_by_one},
       {bcast, "bytes", "", "", {}, run_bytes<true>, one_by_one},
       2,
       0,
       "process 0: what is sent lies outside the elements of the buffers and what was taken",
       {},
       {.lies = layout::backwards}},
      {"BlocksNotSideBySide",
       {allgatherv,
        "ring",
        "",
        "",
        {},
        run_neighbours<false>,
        part_by_part,
        nullptr,
        {.bound = true, .worst = 20}},
       {allgatherv,
        "neighbours",
        "",
        "",
        {},
        run_neighbours<true>,
        part_by_part,
        nullptr,
        {.bound = true, .worst = 20}},
       3,
       0,
       "process 0: ",
       {},
       {.counts = {3, 3, 3}, .lies = layout::holes}},
      {"AsManyElementsSentAsReceived",
       {alltoall, "straight", "", "", {}, run_straight<type_slip::none>, part_by_part},
       {alltoall, "alike", "", "", {}, run_straight<type_slip::counts_are_alike>, part_by_part},
       2,
       0,
       "process 0: copies 96 bytes into room for 48",
       {},
       {.lies = layout::differing}},
      {"OneTypeForAllBlocks",
       {alltoallw,
        "straight",
        "",
        "",
        {},
        run_straight<type_slip::none>,
        part_by_part,
        nullptr,
        {.bound = true, .worst = 20}},
       {alltoallw,
        "alike",
        "",
        "",
        {},
        run_straight<type_slip::types_are_alike>,
        part_by_part,
        nullptr,
        {.bound = true, .worst = 20}},
       2,
       0,
       "process 0: the place of what is received lies outside the elements of the buffers and what was taken",
       {},
       {.counts = {2, 2, 2, 2}, .lies = layout::holes}},
      {"TableForSixteenPieces",
       {bcast, "chain", "", "", {.bytes = true}, run_pieces<false>, chain_of_pieces, stages_of_chain},
       {bcast, "sixteen", "", "", {.bytes = true}, run_pieces<true>, chain_of_pieces, stages_of_chain},
       2,
       0,
       "process 1, element ",
       {},
       {.pieces = 17}},
  };
}

}  // namespace tutti::tests
