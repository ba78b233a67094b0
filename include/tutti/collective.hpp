#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tutti/cxx20.hpp"

namespace tutti {

/// The collectives of MPI, and two patterns that it lacks. `bytes` of a shape counts the vector, or all
/// blocks of one result. In alltoall(v, w) it counts the bytes that one process sends. In the neighbourhood
/// collectives it counts one block, since processes have different numbers of blocks.
enum class collective : std::uint8_t {
  barrier,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  neighbor_allgather,
  neighbor_allgatherv,
  neighbor_alltoall,
  neighbor_alltoallv,
  neighbor_alltoallw,
  shift,
  allgather_merge
};
/// The number of MPI's collectives, which come first.
inline constexpr int collectives = 22;
/// The number including the patterns that MPI lacks, which can be listed, proved, predicted and drawn.
inline constexpr int all_collectives = 24;

/// The data that a process has on one side (sending, receiving) of a collective.
enum class holding : std::uint8_t {
  nothing,
  vector,  ///< equally long on all processes
  own_block,
  all_blocks  ///< one for each process, including itself; in neighbourhoods for each neighbour
};

/// The processes that have data on that side.
enum class holder : std::uint8_t { root, all };

/// The processes whose contributions the operator combines.
enum class combining : std::uint8_t {
  none,
  all,
  up_to,  ///< the processes up to and including this one, in rank order
  before  ///< the processes before this one; rank 0 has no result
};

/// The processes that know the lengths of blocks.
enum class length_kind : std::uint8_t {
  equal,  ///< all processes: blocks, if any, are equally long
  known,  ///< all processes, from a table
  apart   ///< only the sender and the receiver of each block, so no process knows the total size
};

/// The definition of a collective. Dispatch, cases, proofs, measuring, guidelines and reports use it, so a
/// new collective is a new row.
struct collective_traits {
  struct side {
    holding what = holding::nothing;
    holder at = holder::all;
  };
  std::string_view name;  ///< "reduce_scatter_block"
  std::string_view mpi;   ///< "Reduce_scatter_block", the name after MPI_
  side sends, receives;
  combining op = combining::none;
  length_kind blocks = length_kind::equal;
  /// Algorithms take MPI_IN_PLACE: the send buffer may be the receive buffer. If false, and if MPI allows
  /// MPI_IN_PLACE at all, the data are copied to another buffer before the algorithm runs.
  bool in_place = false;
  /// The root sends from the buffer in which others receive: `out` of a call; `in` is not used.
  bool one_buffer = false;
  /// The same collective with equal blocks.
  std::optional<collective> regular = {};
  /// Only neighbours in a process graph exchange data; each process knows only its own neighbours:
  /// tutti/neighbours.hpp.
  bool neighbours = false;
  /// Each process sends to the process call::root ranks above it, on a ring of all processes.
  bool shifts = false;
  /// Each block is sorted, and so is the result as a whole.
  bool sorts = false;
};

namespace detail {
constexpr std::array<collective_traits, all_collectives> all_traits() noexcept {
  using enum holding;
  constexpr holder root = holder::root, all = holder::all;
  using c = collective;
  using op = combining;
  using len = length_kind;
  // clang-format off
  return {{
      {.name = "barrier", .mpi = "Barrier", .sends = {nothing}, .receives = {nothing}},
      {.name = "bcast", .mpi = "Bcast", .sends = {vector, root}, .receives = {vector, all}, .one_buffer = true},
      {.name = "gather", .mpi = "Gather", .sends = {own_block, all}, .receives = {all_blocks, root}, .in_place = true},
      {.name = "gatherv", .mpi = "Gatherv", .sends = {own_block, all}, .receives = {all_blocks, root},
       .blocks = len::apart, .in_place = true, .regular = c::gather},
      {.name = "scatter", .mpi = "Scatter", .sends = {all_blocks, root}, .receives = {own_block, all}, .in_place = true},
      {.name = "scatterv", .mpi = "Scatterv", .sends = {all_blocks, root}, .receives = {own_block, all},
       .blocks = len::apart, .in_place = true, .regular = c::scatter},
      {.name = "allgather", .mpi = "Allgather", .sends = {own_block, all}, .receives = {all_blocks, all}, .in_place = true},
      {.name = "allgatherv", .mpi = "Allgatherv", .sends = {own_block, all}, .receives = {all_blocks, all},
       .blocks = len::known, .in_place = true, .regular = c::allgather},
      {.name = "alltoall", .mpi = "Alltoall", .sends = {all_blocks, all}, .receives = {all_blocks, all}, .in_place = true},
      {.name = "alltoallv", .mpi = "Alltoallv", .sends = {all_blocks, all}, .receives = {all_blocks, all},
       .blocks = len::apart, .in_place = true, .regular = c::alltoall},
      {.name = "alltoallw", .mpi = "Alltoallw", .sends = {all_blocks, all}, .receives = {all_blocks, all},
       .blocks = len::apart, .in_place = true, .regular = c::alltoall},
      {.name = "reduce", .mpi = "Reduce", .sends = {vector, all}, .receives = {vector, root}, .op = op::all,
       .in_place = true},
      {.name = "allreduce", .mpi = "Allreduce", .sends = {vector, all}, .receives = {vector, all}, .op = op::all,
       .in_place = true},
      {.name = "reduce_scatter", .mpi = "Reduce_scatter", .sends = {all_blocks, all}, .receives = {own_block, all},
       .op = op::all, .blocks = len::known, .regular = c::reduce_scatter_block},
      {.name = "reduce_scatter_block", .mpi = "Reduce_scatter_block", .sends = {all_blocks, all},
       .receives = {own_block, all}, .op = op::all},
      {.name = "scan", .mpi = "Scan", .sends = {vector, all}, .receives = {vector, all}, .op = op::up_to,
       .in_place = true},
      {.name = "exscan", .mpi = "Exscan", .sends = {vector, all}, .receives = {vector, all}, .op = op::before,
       .in_place = true},
      {.name = "neighbor_allgather", .mpi = "Neighbor_allgather", .sends = {own_block, all},
       .receives = {all_blocks, all}, .neighbours = true},
      {.name = "neighbor_allgatherv", .mpi = "Neighbor_allgatherv", .sends = {own_block, all},
       .receives = {all_blocks, all}, .blocks = len::apart, .regular = c::neighbor_allgather, .neighbours = true},
      {.name = "neighbor_alltoall", .mpi = "Neighbor_alltoall", .sends = {all_blocks, all},
       .receives = {all_blocks, all}, .neighbours = true},
      {.name = "neighbor_alltoallv", .mpi = "Neighbor_alltoallv", .sends = {all_blocks, all},
       .receives = {all_blocks, all}, .blocks = len::apart, .regular = c::neighbor_alltoall, .neighbours = true},
      {.name = "neighbor_alltoallw", .mpi = "Neighbor_alltoallw", .sends = {all_blocks, all},
       .receives = {all_blocks, all}, .blocks = len::apart, .regular = c::neighbor_alltoall, .neighbours = true},
      {.name = "shift", .mpi = "", .sends = {vector, all}, .receives = {vector, all}, .shifts = true},
      {.name = "allgather_merge", .mpi = "", .sends = {own_block, all}, .receives = {all_blocks, all}, .sorts = true},
  }};
  // clang-format on
}
inline constexpr auto table = all_traits();
}  // namespace detail

[[nodiscard]] constexpr const collective_traits& traits(collective c) noexcept {
  return detail::table[static_cast<std::size_t>(c)];
}

/// "bcast", "reduce_scatter_block", ...
[[nodiscard]] constexpr std::string_view name_of(collective c) noexcept { return traits(c).name; }
/// The collective of that name among the first `among` (collectives or all_collectives), if any.
[[nodiscard]] constexpr std::optional<collective> collective_named(std::string_view name,
                                                                   int among = collectives) noexcept {
  for (int k = 0; k < among; ++k)
    if (const auto c = static_cast<collective>(k); name_of(c) == name) return c;
  return std::nullopt;
}

/// True if one process, the root, has a role of its own.
[[nodiscard]] constexpr bool is_rooted(collective c) noexcept {
  return traits(c).sends.at == holder::root || traits(c).receives.at == holder::root;
}
/// True if call::root matters: as the root, or as the distance of a shift.
[[nodiscard]] constexpr bool depends_on_root(collective c) noexcept {
  return is_rooted(c) || traits(c).shifts;
}
/// True for neighbourhood collectives.
[[nodiscard]] constexpr bool is_neighbourhood(collective c) noexcept { return traits(c).neighbours; }
/// True if the collective combines contributions: only then the operator matters.
[[nodiscard]] constexpr bool combines(collective c) noexcept { return traits(c).op != combining::none; }
/// True if blocks may differ in length.
[[nodiscard]] constexpr bool is_irregular(collective c) noexcept {
  return traits(c).blocks != length_kind::equal;
}
/// True if blocks may differ in length, and every process knows the lengths.
[[nodiscard]] constexpr bool has_known_lengths(collective c) noexcept {
  return traits(c).blocks == length_kind::known;
}
/// True if every process knows the total size. Otherwise the choice of algorithm depends on p only.
[[nodiscard]] constexpr bool size_known(collective c) noexcept {
  return traits(c).blocks != length_kind::apart;
}
/// True if a process has a block for, or from, each process on that side.
[[nodiscard]] constexpr bool sends_blocks(collective c) noexcept {
  return traits(c).sends.what == holding::all_blocks;
}
[[nodiscard]] constexpr bool receives_blocks(collective c) noexcept {
  return traits(c).receives.what == holding::all_blocks;
}
/// True if a process has a different block for each other process (personalised exchange).
[[nodiscard]] constexpr bool is_personal(collective c) noexcept {
  return sends_blocks(c) && receives_blocks(c);
}
/// True if processes receive a vector as a whole, not a block for or of each process.
[[nodiscard]] constexpr bool of_vectors(collective c) noexcept {
  return traits(c).receives.what == holding::vector;
}
/// True if the data are a block for, or of, each process.
[[nodiscard]] constexpr bool has_blocks(collective c) noexcept {
  return !of_vectors(c) && !is_neighbourhood(c) && c != collective::barrier;
}

/// True if a process has data on that side.
[[nodiscard]] constexpr bool has(const collective_traits::side& side, bool is_root) noexcept {
  return side.what != holding::nothing && (side.at == holder::all || is_root);
}

/// The amount of data of a process on that side, in any unit: that of a `vector`, its `own` block or `all`
/// blocks; 0 if it has none.
template <class N>
[[nodiscard]] constexpr N how_much(const collective_traits::side& side, bool is_root, N vector, N own,
                                   N all) {
  if (!has(side, is_root)) return N{};
  return side.what == holding::vector ? vector : side.what == holding::own_block ? own : all;
}

/// Sets the members in, out, send and recv of a call (tutti/algorithm.hpp) that this process uses: to the
/// results of in() and out() for a vector or a block, and of send() and recv() for blocks.
template <class Call, class In, class Out, class Send, class Recv>
constexpr void fill(Call& c, collective of, bool is_root, In in, Out out, Send send, Recv recv) {
  const collective_traits& t = traits(of);
  if (has(t.sends, is_root) && !t.one_buffer) {
    if (sends_blocks(of))
      c.send = send();
    else
      c.in = in();
  }
  if (has(t.receives, is_root)) {
    if (receives_blocks(of))
      c.recv = recv();
    else
      c.out = out();
  }
}

}  // namespace tutti
