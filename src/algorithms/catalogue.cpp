// Every algorithm of the library, in the order of the collectives, each collective's from the simplest on.

#include <algorithm>
#include <array>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/barrier/barrier.hpp"
#include "algorithms/bcast/bcast.hpp"
#include "algorithms/direct_lanes/direct_lanes.hpp"
#include "algorithms/full_lane/full_lane.hpp"
#include "algorithms/gather/gather.hpp"
#include "algorithms/hierarchical/hierarchical.hpp"
#include "algorithms/node_tree/node_tree.hpp"
#include "algorithms/pipelined_lanes/pipelined_lanes.hpp"
#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/scan/scan.hpp"
#include "algorithms/scatter/scatter.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {
namespace {

constexpr std::array<std::string_view, collectives> names{
    "barrier",   "bcast",     "gather",     "gatherv",        "scatter",
    "scatterv",  "allgather", "allgatherv", "alltoall",       "alltoallv",
    "alltoallw", "reduce",    "allreduce",  "reduce_scatter", "reduce_scatter_block",
    "scan",      "exscan"};

constexpr std::array all{
    &barrier_dissemination_entry,
    &barrier_binomial_entry,
    &barrier_direct_lanes_entry,

    &bcast_star_entry,
    &bcast_binomial_entry,
    &bcast_knomial3_entry,
    &bcast_knomial4_entry,
    &bcast_knomial8_entry,
    &bcast_logp_tree_entry,
    &bcast_chain_entry,
    &bcast_binary_tree_entry,
    &bcast_fibonacci_entry,
    &bcast_two_tree_entry,
    &bcast_scatter_ring_entry,
    &bcast_scatter_allgather_entry,
    &bcast_jia_entry,
    &bcast_circulant_entry,
    &bcast_hierarchical_entry,
    &bcast_full_lane_entry,
    &bcast_direct_lanes_entry,
    &bcast_postal_entry,
    &bcast_node_tree_entry,

    &gather_star_entry,
    &gather_pipelined_star_entry,
    &gather_linear_array_entry,
    &gather_binomial_entry,
    &gather_divide_and_conquer_entry,
    &gather_hypercube_entry,
    &gather_knomial_entry,
    &gather_graceful_entry,
    &gather_hierarchical_entry,
    &gather_hierarchical_star_entry,
    &gather_full_lane_entry,

    &gatherv_star_entry,
    &gatherv_binomial_entry,
    &gatherv_divide_and_conquer_entry,
    &gatherv_linear_time_entry,
    &gatherv_linear_time_packed_entry,
    &gatherv_graceful_entry,
    &gatherv_hierarchical_entry,

    &scatter_star_entry,
    &scatter_pipelined_star_entry,
    &scatter_linear_array_entry,
    &scatter_binomial_entry,
    &scatter_divide_and_conquer_entry,
    &scatter_hypercube_entry,
    &scatter_knomial_entry,
    &scatter_graceful_entry,
    &scatter_hierarchical_entry,
    &scatter_hierarchical_star_entry,
    &scatter_full_lane_entry,

    &scatterv_star_entry,
    &scatterv_binomial_entry,
    &scatterv_divide_and_conquer_entry,
    &scatterv_linear_time_entry,
    &scatterv_linear_time_packed_entry,
    &scatterv_graceful_entry,
    &scatterv_hierarchical_entry,

    &allgather_ring_entry,
    &allgather_recursive_doubling_entry,
    &allgather_mesh_entry,
    &allgather_bruck_entry,
    &allgather_bruck_radix4_entry,
    &allgather_circulant_entry,
    &allgather_gather_bcast_entry,
    &allgather_broadcasts_entry,
    &allgather_hierarchical_entry,
    &allgather_full_lane_entry,
    &allgather_direct_lanes_entry,
    &allgather_pipelined_lanes_entry,

    &allgatherv_ring_entry,
    &allgatherv_pipelined_ring_entry,
    &allgatherv_recursive_doubling_entry,
    &allgatherv_bruck_entry,
    &allgatherv_bruck_radix4_entry,
    &allgatherv_circulant_entry,
    &allgatherv_broadcasts_entry,
    &allgatherv_hierarchical_entry,
    &allgatherv_full_lane_entry,

    &alltoall_direct_entry,
    &alltoall_batched_entry,
    &alltoall_one_factor_loops_entry,
    &alltoall_one_factor_entry,
    &alltoall_xor_entry,
    &alltoall_ring_entry,
    &alltoall_mesh_entry,
    &alltoall_hypercube_entry,
    &alltoall_bruck_entry,
    &alltoall_bruck_unrotated_entry,
    &alltoall_bruck_datatypes_entry,
    &alltoall_bruck_radix4_entry,
    &alltoall_bruck_two_digits_entry,
    &alltoall_scatters_entry,
    &alltoall_gathers_entry,
    &alltoall_hierarchical_entry,
    &alltoall_full_lane_entry,

    &alltoallv_direct_entry,
    &alltoallv_batched_entry,
    &alltoallv_one_factor_loops_entry,
    &alltoallv_one_factor_entry,
    &alltoallv_xor_entry,
    &alltoallv_agreed_entry,
    &alltoallv_full_lane_entry,
    &alltoallv_direct_lanes_entry,

    &alltoallw_direct_entry,
    &alltoallw_batched_entry,
    &alltoallw_one_factor_loops_entry,
    &alltoallw_one_factor_entry,
    &alltoallw_xor_entry,
    &alltoallw_agreed_entry,
    &alltoallw_full_lane_entry,
    &alltoallw_direct_lanes_entry,

    &reduce_linear_entry,
    &reduce_binomial_entry,
    &reduce_knomial3_entry,
    &reduce_knomial4_entry,
    &reduce_knomial8_entry,
    &reduce_chain_entry,
    &reduce_ordered_chain_entry,
    &reduce_binary_tree_entry,
    &reduce_fibonacci_entry,
    &reduce_two_tree_entry,
    &reduce_scatter_gather_entry,
    &reduce_circulant_entry,
    &reduce_hierarchical_entry,
    &reduce_full_lane_entry,
    &reduce_direct_lanes_entry,
    &reduce_postal_entry,
    &reduce_node_tree_entry,

    &allreduce_reduce_bcast_entry,
    &allreduce_recursive_doubling_entry,
    &allreduce_census_entry,
    &allreduce_ring_entry,
    &allreduce_butterfly_entry,
    &allreduce_butterfly_elimination_entry,
    &allreduce_circulant_entry,
    &allreduce_dual_root_entry,
    &allreduce_two_tree_entry,
    &allreduce_hierarchical_entry,
    &allreduce_full_lane_entry,
    &allreduce_direct_lanes_entry,
    &allreduce_direct_parts_entry,
    &allreduce_node_tree_entry,

    &reduce_scatter_reduce_then_scatter_entry,
    &reduce_scatter_ring_entry,
    &reduce_scatter_pairwise_entry,
    &reduce_scatter_circulant_entry,
    &reduce_scatter_reductions_entry,
    &reduce_scatter_butterfly_entry,
    &reduce_scatter_hierarchical_entry,
    &reduce_scatter_full_lane_entry,

    &reduce_scatter_block_reduce_then_scatter_entry,
    &reduce_scatter_block_ring_entry,
    &reduce_scatter_block_pairwise_entry,
    &reduce_scatter_block_circulant_entry,
    &reduce_scatter_block_butterfly_entry,
    &reduce_scatter_block_hierarchical_entry,
    &reduce_scatter_block_full_lane_entry,
    &reduce_scatter_block_pipelined_lanes_entry,

    &scan_hillis_steele_entry,
    &scan_hypercube_entry,
    &scan_chain_entry,
    &scan_binary_tree_entry,
    &scan_two_tree_entry,
    &scan_hierarchical_entry,
    &scan_pipelined_entry,
    &scan_full_lane_entry,
    &scan_direct_lanes_entry,

    &exscan_hillis_steele_entry,
    &exscan_hypercube_entry,
    &exscan_doubling_123_entry,
    &exscan_chain_entry,
    &exscan_binary_tree_entry,
    &exscan_two_tree_entry,
    &exscan_hierarchical_entry,
    &exscan_pipelined_entry,
    &exscan_full_lane_entry,
    &exscan_direct_lanes_entry,
};

}  // namespace

std::string_view name_of(collective c) noexcept { return names[static_cast<std::size_t>(c)]; }

std::string_view name_of(traffic t) noexcept {
  constexpr std::array<std::string_view, 4> kinds{"scattered", "direct", "neighbours", "by_node"};
  return kinds[static_cast<std::size_t>(t)];
}

std::optional<collective> collective_named(std::string_view name) noexcept {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<collective>(at - names.begin());
}

std::span<const algorithm* const> catalogue() noexcept { return all; }

std::span<const algorithm* const> catalogue(collective c) noexcept {
  const auto same = std::ranges::equal_range(all, c, {}, &algorithm::of);
  return {same.begin(), same.end()};
}

const algorithm* find(collective c, std::string_view name) noexcept {
  for (const algorithm* a : catalogue(c))
    if (a->name == name) return a;
  return nullptr;
}

}  // namespace tutti
