// Every algorithm of the library, in the order of the collectives; within a collective, from the simplest on.
// This list is the only place that names all of them: `x` means x_entry, which the algorithm's own file
// defines. If prices are equal, as on one process, the first algorithm is chosen: it is a single coroutine,
// not composed of others.

#include <algorithm>
#include <array>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/plugin.hpp"

#define TUTTI_ALGORITHMS(EACH)                    \
  EACH(barrier_dissemination)                     \
  EACH(barrier_binomial)                          \
  EACH(barrier_full_lane)                         \
  EACH(barrier_node_pairs)                        \
                                                  \
  EACH(bcast_star)                                \
  EACH(bcast_binomial)                            \
  EACH(bcast_binomial_bit_reversed)               \
  EACH(bcast_bine)                                \
  EACH(bcast_knomial3)                            \
  EACH(bcast_knomial4)                            \
  EACH(bcast_knomial8)                            \
  EACH(bcast_knomial_ported)                      \
  EACH(bcast_logp_tree)                           \
  EACH(bcast_chain)                               \
  EACH(bcast_binary_tree)                         \
  EACH(bcast_fibonacci)                           \
  EACH(bcast_two_tree)                            \
  EACH(bcast_two_fibonacci)                       \
  EACH(bcast_logp_pipeline)                       \
  EACH(bcast_scatter_ring)                        \
  EACH(bcast_scatter_allgather)                   \
  EACH(bcast_linear_array)                        \
  EACH(bcast_jia)                                 \
  EACH(bcast_circulant)                           \
  EACH(bcast_leaders)                             \
  EACH(bcast_full_lane)                           \
  EACH(bcast_node_pairs)                          \
  EACH(bcast_postal)                              \
  EACH(bcast_node_tree)                           \
  EACH(bcast_node_chain)                          \
                                                  \
  EACH(gather_star)                               \
  EACH(gather_pipelined_star)                     \
  EACH(gather_linear_array)                       \
  EACH(gather_binomial)                           \
  EACH(gather_divide_and_conquer)                 \
  EACH(gather_bine)                               \
  EACH(gather_hypercube)                          \
  EACH(gather_knomial)                            \
  EACH(gather_knomial_ported)                     \
  EACH(gather_knomial3)                           \
  EACH(gather_logp_tree)                          \
  EACH(gather_tree_and_star)                      \
  EACH(gather_leaders)                            \
  EACH(gather_leaders_star)                       \
  EACH(gather_full_lane)                          \
                                                  \
  EACH(gatherv_star)                              \
  EACH(gatherv_binomial)                          \
  EACH(gatherv_divide_and_conquer)                \
  EACH(gatherv_bine)                              \
  EACH(gatherv_knomial)                           \
  EACH(gatherv_knomial3)                          \
  EACH(gatherv_linear_time)                       \
  EACH(gatherv_linear_time_packed)                \
  EACH(gatherv_linear_time_radix3)                \
  EACH(gatherv_linear_time_radix4)                \
  EACH(gatherv_linear_time_ported)                \
  EACH(gatherv_tree_and_star)                     \
  EACH(gatherv_leaders)                           \
                                                  \
  EACH(scatter_star)                              \
  EACH(scatter_pipelined_star)                    \
  EACH(scatter_linear_array)                      \
  EACH(scatter_binomial)                          \
  EACH(scatter_divide_and_conquer)                \
  EACH(scatter_bine)                              \
  EACH(scatter_hypercube)                         \
  EACH(scatter_knomial)                           \
  EACH(scatter_knomial_ported)                    \
  EACH(scatter_knomial3)                          \
  EACH(scatter_logp_tree)                         \
  EACH(scatter_tree_and_star)                     \
  EACH(scatter_leaders)                           \
  EACH(scatter_leaders_star)                      \
  EACH(scatter_full_lane)                         \
                                                  \
  EACH(scatterv_star)                             \
  EACH(scatterv_binomial)                         \
  EACH(scatterv_divide_and_conquer)               \
  EACH(scatterv_bine)                             \
  EACH(scatterv_knomial)                          \
  EACH(scatterv_knomial3)                         \
  EACH(scatterv_linear_time)                      \
  EACH(scatterv_linear_time_packed)               \
  EACH(scatterv_linear_time_radix3)               \
  EACH(scatterv_linear_time_radix4)               \
  EACH(scatterv_linear_time_ported)               \
  EACH(scatterv_tree_and_star)                    \
  EACH(scatterv_leaders)                          \
                                                  \
  EACH(allgather_ring)                            \
  EACH(allgather_batched)                         \
  EACH(allgather_neighbour_exchange)              \
  EACH(allgather_recursive_doubling)              \
  EACH(allgather_mesh)                            \
  EACH(allgather_bruck)                           \
  EACH(allgather_bruck_radix3)                    \
  EACH(allgather_bruck_radix4)                    \
  EACH(allgather_bruck_ported)                    \
  EACH(allgather_bine)                            \
  EACH(allgather_pat)                             \
  EACH(allgather_circulant)                       \
  EACH(allgather_gather_bcast)                    \
  EACH(allgather_broadcasts)                      \
  EACH(allgather_leaders)                         \
  EACH(allgather_full_lane)                       \
  EACH(allgather_node_pairs)                      \
  EACH(allgather_pipelined_node_pairs)            \
                                                  \
  EACH(allgatherv_ring)                           \
  EACH(allgatherv_batched)                        \
  EACH(allgatherv_neighbour_exchange)             \
  EACH(allgatherv_pipelined_ring)                 \
  EACH(allgatherv_recursive_doubling)             \
  EACH(allgatherv_bruck)                          \
  EACH(allgatherv_bruck_radix3)                   \
  EACH(allgatherv_bruck_radix4)                   \
  EACH(allgatherv_bruck_ported)                   \
  EACH(allgatherv_bine)                           \
  EACH(allgatherv_pat)                            \
  EACH(allgatherv_circulant)                      \
  EACH(allgatherv_broadcasts)                     \
  EACH(allgatherv_leaders)                        \
  EACH(allgatherv_full_lane)                      \
                                                  \
  EACH(alltoall_direct)                           \
  EACH(alltoall_batched)                          \
  EACH(alltoall_one_factor_loops)                 \
  EACH(alltoall_one_factor)                       \
  EACH(alltoall_xor)                              \
  EACH(alltoall_ring)                             \
  EACH(alltoall_ring_both_ways)                   \
  EACH(alltoall_mesh)                             \
  EACH(alltoall_mesh_rings)                       \
  EACH(alltoall_bine)                             \
  EACH(alltoall_hypercube)                        \
  EACH(alltoall_bruck)                            \
  EACH(alltoall_bruck_unrotated)                  \
  EACH(alltoall_bruck_datatypes)                  \
  EACH(alltoall_bruck_datatypes_three_digits)     \
  EACH(alltoall_bruck_datatypes_two_digits)       \
  EACH(alltoall_bruck_radix4)                     \
  EACH(alltoall_bruck_ported)                     \
  EACH(alltoall_bruck_three_digits)               \
  EACH(alltoall_bruck_two_digits)                 \
  EACH(alltoall_scatters)                         \
  EACH(alltoall_gathers)                          \
  EACH(alltoall_leaders)                          \
  EACH(alltoall_full_lane)                        \
  EACH(alltoall_full_lane_two_digits)             \
                                                  \
  EACH(alltoallv_direct)                          \
  EACH(alltoallv_batched)                         \
  EACH(alltoallv_one_factor_loops)                \
  EACH(alltoallv_one_factor)                      \
  EACH(alltoallv_xor)                             \
  EACH(alltoallv_agreed)                          \
  EACH(alltoallv_sparse)                          \
  EACH(alltoallv_full_lane)                       \
  EACH(alltoallv_node_pairs)                      \
                                                  \
  EACH(alltoallw_direct)                          \
  EACH(alltoallw_batched)                         \
  EACH(alltoallw_one_factor_loops)                \
  EACH(alltoallw_one_factor)                      \
  EACH(alltoallw_xor)                             \
  EACH(alltoallw_agreed)                          \
  EACH(alltoallw_sparse)                          \
  EACH(alltoallw_full_lane)                       \
  EACH(alltoallw_node_pairs)                      \
                                                  \
  EACH(reduce_linear)                             \
  EACH(reduce_binomial)                           \
  EACH(reduce_bine)                               \
  EACH(reduce_knomial3)                           \
  EACH(reduce_knomial4)                           \
  EACH(reduce_knomial8)                           \
  EACH(reduce_knomial_ported)                     \
  EACH(reduce_logp_tree)                          \
  EACH(reduce_chain)                              \
  EACH(reduce_ordered_chain)                      \
  EACH(reduce_binary_tree)                        \
  EACH(reduce_fibonacci)                          \
  EACH(reduce_two_tree)                           \
  EACH(reduce_two_fibonacci)                      \
  EACH(reduce_scatter_gather)                     \
  EACH(reduce_ring)                               \
  EACH(reduce_circulant)                          \
  EACH(reduce_leaders)                            \
  EACH(reduce_full_lane)                          \
  EACH(reduce_node_pairs)                         \
  EACH(reduce_postal)                             \
  EACH(reduce_node_tree)                          \
  EACH(reduce_node_chain)                         \
                                                  \
  EACH(allreduce_recursive_doubling)              \
  EACH(allreduce_reduce_bcast)                    \
  EACH(allreduce_census)                          \
  EACH(allreduce_census_radix3)                   \
  EACH(allreduce_census_radix4)                   \
  EACH(allreduce_census_ported)                   \
  EACH(allreduce_ring)                            \
  EACH(allreduce_butterfly)                       \
  EACH(allreduce_butterfly_elimination)           \
  EACH(allreduce_bine)                            \
  EACH(allreduce_swing)                           \
  EACH(allreduce_trivance)                        \
  EACH(allreduce_circulant)                       \
  EACH(allreduce_circulant_radix3)                \
  EACH(allreduce_circulant_radix4)                \
  EACH(allreduce_circulant_ported)                \
  EACH(allreduce_circulant_batched)               \
  EACH(allreduce_single_root)                     \
  EACH(allreduce_dual_root)                       \
  EACH(allreduce_two_tree)                        \
  EACH(allreduce_leaders)                         \
  EACH(allreduce_full_lane)                       \
  EACH(allreduce_node_pairs)                      \
  EACH(allreduce_node_pairs_in_parts)             \
  EACH(allreduce_node_tree)                       \
                                                  \
  EACH(reduce_scatter_pairwise)                   \
  EACH(reduce_scatter_reduce_then_scatter)        \
  EACH(reduce_scatter_ring)                       \
  EACH(reduce_scatter_circulant)                  \
  EACH(reduce_scatter_circulant_radix3)           \
  EACH(reduce_scatter_circulant_radix4)           \
  EACH(reduce_scatter_circulant_ported)           \
  EACH(reduce_scatter_bine)                       \
  EACH(reduce_scatter_pat)                        \
  EACH(reduce_scatter_reductions)                 \
  EACH(reduce_scatter_butterfly)                  \
  EACH(reduce_scatter_leaders)                    \
  EACH(reduce_scatter_full_lane)                  \
                                                  \
  EACH(reduce_scatter_block_pairwise)             \
  EACH(reduce_scatter_block_reduce_then_scatter)  \
  EACH(reduce_scatter_block_ring)                 \
  EACH(reduce_scatter_block_mesh)                 \
  EACH(reduce_scatter_block_circulant)            \
  EACH(reduce_scatter_block_circulant_radix3)     \
  EACH(reduce_scatter_block_circulant_radix4)     \
  EACH(reduce_scatter_block_circulant_ported)     \
  EACH(reduce_scatter_block_bine)                 \
  EACH(reduce_scatter_block_pat)                  \
  EACH(reduce_scatter_block_butterfly)            \
  EACH(reduce_scatter_block_leaders)              \
  EACH(reduce_scatter_block_full_lane)            \
  EACH(reduce_scatter_block_pipelined_node_pairs) \
                                                  \
  EACH(scan_hillis_steele)                        \
  EACH(scan_hillis_steele_radix3)                 \
  EACH(scan_hillis_steele_radix4)                 \
  EACH(scan_hillis_steele_ported)                 \
  EACH(scan_hypercube)                            \
  EACH(scan_chain)                                \
  EACH(scan_binary_tree)                          \
  EACH(scan_two_tree)                             \
  EACH(scan_leaders)                              \
  EACH(scan_pipelined_leaders)                    \
  EACH(scan_full_lane)                            \
  EACH(scan_node_pairs)                           \
                                                  \
  EACH(exscan_hillis_steele)                      \
  EACH(exscan_hillis_steele_radix3)               \
  EACH(exscan_hillis_steele_radix4)               \
  EACH(exscan_hillis_steele_ported)               \
  EACH(exscan_hypercube)                          \
  EACH(exscan_doubling_123)                       \
  EACH(exscan_two_phase)                          \
  EACH(exscan_popcount)                           \
  EACH(exscan_chain)                              \
  EACH(exscan_binary_tree)                        \
  EACH(exscan_two_tree)                           \
  EACH(exscan_leaders)                            \
  EACH(exscan_pipelined_leaders)                  \
  EACH(exscan_full_lane)                          \
  EACH(exscan_node_pairs)                         \
                                                  \
  EACH(neighbor_allgather_direct)                 \
  EACH(neighbor_allgather_spread)                 \
  EACH(neighbor_allgather_combining)              \
  EACH(neighbor_allgather_by_node)                \
                                                  \
  EACH(neighbor_allgatherv_direct)                \
  EACH(neighbor_allgatherv_spread)                \
  EACH(neighbor_allgatherv_combining)             \
  EACH(neighbor_allgatherv_by_node)               \
                                                  \
  EACH(neighbor_alltoall_direct)                  \
  EACH(neighbor_alltoall_spread)                  \
  EACH(neighbor_alltoall_combining)               \
  EACH(neighbor_alltoall_by_node)                 \
                                                  \
  EACH(neighbor_alltoallv_direct)                 \
  EACH(neighbor_alltoallv_spread)                 \
  EACH(neighbor_alltoallv_combining)              \
  EACH(neighbor_alltoallv_by_node)                \
                                                  \
  EACH(neighbor_alltoallw_direct)                 \
  EACH(neighbor_alltoallw_spread)                 \
  EACH(neighbor_alltoallw_combining)              \
  EACH(neighbor_alltoallw_by_node)                \
                                                  \
  EACH(shift_ring)                                \
  EACH(shift_torus)                               \
  EACH(shift_hypercube)                           \
  EACH(shift_direct)                              \
                                                  \
  EACH(allgather_merge_census)

namespace tutti {

#define TUTTI_DECLARATION(name) extern const algorithm name##_entry;
TUTTI_ALGORITHMS(TUTTI_DECLARATION)
#undef TUTTI_DECLARATION

namespace {

#define TUTTI_ENTRY(name) &name##_entry,
constexpr std::array all{TUTTI_ALGORITHMS(TUTTI_ENTRY)};
#undef TUTTI_ENTRY

}  // namespace

std::string_view name_of(traffic t) noexcept {
  constexpr std::array<std::string_view, 4> kinds{"scattered", "direct", "neighbours", "by_node"};
  return kinds[static_cast<std::size_t>(t)];
}

namespace {
std::vector<const algorithm*>& known() {
  // Never destroyed: the destructor of another library may still call collectives.
  static auto& algorithms = *new std::vector<const algorithm*>(all.begin(), all.end());
  return algorithms;
}
}  // namespace

std::span<const algorithm* const> catalogue() noexcept { return known(); }

bool add_to_catalogue(const algorithm& a) {
  if (find(a.of, a.name)) return false;
  const auto end_of_collective = std::ranges::upper_bound(known(), a.of, {}, &algorithm::of);
  known().insert(end_of_collective, &a);
  return true;
}

bool built_in(const algorithm& a) noexcept { return std::ranges::find(all, &a) != all.end(); }

std::span<const algorithm* const> catalogue(collective c) noexcept {
  const auto same = std::ranges::equal_range(known(), c, {}, &algorithm::of);
  return {same.begin(), same.end()};
}

const algorithm* find(collective c, std::string_view name) noexcept {
  for (const algorithm* a : catalogue(c))
    if (a->name == name) return a;
  return nullptr;
}

}  // namespace tutti
