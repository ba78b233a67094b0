#include "replay/open_mpi_algorithms.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <span>
#include <string_view>

#include "tutti/ranks.hpp"

namespace tutti::replay {
namespace {

// The algorithms for communicators of at least `processes` processes, up to the next row. The first algorithm
// serves sizes from 0 bytes on, each further one from the size in front of it on (K, M: powers of 1024). A
// size is that of the vector if a process has one, of all blocks in reduce_scatter, and of one block
// otherwise.
struct row {
  int processes;
  std::string_view by_size;
};

// Names are those of tutti's catalogue. If it lacks the library's algorithm, the name is that of the nearest
// one: a binomial tree for a barrier by one process, bruck for an allgatherv of gatherv and bcast, two_tree
// for a tree whose sides get half of the data each, batched for an alltoall that posts all messages at once,
// butterfly for halving and doubling, and star if the root posts or awaits all messages.
constexpr row barrier_rows[]{
    {2, "dissemination"},   {4, "binomial"},    {8, "dissemination"},    {256, "binomial"},
    {512, "dissemination"}, {1024, "binomial"}, {4096, "dissemination"},
};
constexpr row bcast_rows[]{
    {2,
     "chain 32 binary_tree 256 chain 512 knomial4 1K star 32K binary_tree 128K "
     "chain 256K star 512K binomial 1M binary_tree"},
    {4, "binary_tree 64 binomial 128 binary_tree 2K binomial 8K star 1M chain"},
    {8, "knomial4 8 binary_tree 64 knomial4 4K binary_tree 16K binomial 32K star"},
    {16, "knomial4 4K binomial 1M scatter_allgather"},
    {32, "binomial 2K knomial4"},
    {64, "knomial4"},
    {128, "binomial 2 binary_tree 16K star 32K binary_tree 64K knomial4"},
    {256, "knomial4 16K two_tree 32K knomial4"},
    {1024, "knomial4 512K scatter_allgather"},
    {2048, "knomial4 256K scatter_allgather"},
    {4096, "knomial4 8K binary_tree 16K knomial4 256K scatter_allgather"},
};
constexpr row gather_rows[]{
    {2, "star 4 binomial 32K star 64K binomial 128K star"},
    {4, "binomial 1K star 8K binomial 32K star"},
    {8, "binomial"},
    {256, "binomial 2K star 8K binomial"},
    {512, "binomial"},
};
constexpr row scatter_rows[]{
    {2, "star"},
    {4, "binomial 2K star 4K binomial 8K star"},
    {8, "binomial 16K star"},
    {32, "binomial 512 star 8K binomial 16K star"},
    {64, "binomial 512 star"},
};
constexpr row allgather_rows[]{
    {2, "recursive_doubling"},
    {32, "recursive_doubling 1K neighbour_exchange 64K ring"},
    {64, "recursive_doubling 512 neighbour_exchange 64K ring"},
    {128, "recursive_doubling 512 neighbour_exchange 128K ring 512K neighbour_exchange 1M ring"},
    {256,
     "recursive_doubling 32 bruck 128 recursive_doubling 1K neighbour_exchange 128K "
     "ring 512K neighbour_exchange 1M ring"},
    {512, "recursive_doubling 64 bruck 256 recursive_doubling 2K neighbour_exchange"},
    {1024,
     "recursive_doubling 4 bruck 8 recursive_doubling 16 bruck 32 "
     "recursive_doubling 256 bruck 512 recursive_doubling 4K neighbour_exchange"},
    {2048, "bruck 32 recursive_doubling 128 bruck 512 recursive_doubling 4K neighbour_exchange"},
    {4096,
     "recursive_doubling 2 bruck 8 recursive_doubling 16 bruck 512 "
     "recursive_doubling 4K neighbour_exchange"},
};
constexpr row allgatherv_rows[]{
    {2, "ring 2K recursive_doubling 4K ring 8K recursive_doubling"},
    {3, "bruck 256 neighbour_exchange 4K ring 8K neighbour_exchange 16K bruck 256K neighbour_exchange"},
    {8, "bruck"},
    {16, "bruck 256K ring"},
    {32, "bruck 8K ring"},
    {64, "bruck 4K ring"},
    {128, "bruck 1K neighbour_exchange 64K ring"},
    {256, "bruck 1K ring"},
    {512, "bruck 4K neighbour_exchange 1M ring"},
    {1024, "bruck 4K neighbour_exchange"},
};
constexpr row alltoall_rows[]{
    {2, "direct"},
    {3, "batched 512K direct 1M batched"},
    {8, "batched"},
    {16, "batched 4 bruck 512 batched"},
    {32, "bruck 512 batched"},
    {64, "bruck 1K batched 256K direct"},
    {256, "bruck 1K batched 32K direct"},
    {512, "bruck 512 batched 256K direct"},
    {1024, "bruck 512 batched"},
    {2048, "bruck 1K batched"},
    {4096, "bruck 2K batched"},
};
constexpr row alltoallv_rows[]{
    {2, "direct"}, {4, "batched"}, {64, "direct"}, {128, "batched"}, {256, "direct"}, {1024, "batched"},
};
constexpr row reduce_rows[]{
    {2, "linear 8 binary_tree 16 chain 32 linear 256K chain"},
    {4, "binary_tree 4K chain 64K binomial 256K linear 512K binomial 1M linear"},
    {8, "binary_tree 8K binomial"},
    {16, "binary_tree 4K binomial"},
    {32, "binomial"},
    {256, "binomial 8K binary_tree 16K binomial"},
    {512, "binomial"},
    {2048, "binomial 512 binary_tree 1K binomial 8K binary_tree 16K binomial"},
    {4096, "binomial 16 binary_tree 32 binomial 1K binary_tree 2K binomial 8K binary_tree 16K binomial"},
};
constexpr row allreduce_rows[]{
    {2, "ring 8 recursive_doubling 4K ring 8K recursive_doubling 16K ring 256K butterfly"},
    {4, "ring 16 recursive_doubling 8K butterfly"},
    {8, "recursive_doubling 8K butterfly"},
    {16, "ring 64 recursive_doubling 4K butterfly"},
    {32, "ring 128 butterfly"},
    {64, "recursive_doubling 256K butterfly"},
    {128, "reduce_bcast 128K recursive_doubling 256K butterfly"},
    {256, "reduce_bcast 4K butterfly"},
    {512, "reduce_bcast 2K recursive_doubling 16K butterfly"},
    {2048, "reduce_bcast 2K ring 4K recursive_doubling 16K butterfly"},
    {4096, "reduce_bcast 2K ring 16K recursive_doubling 32K butterfly"},
};
constexpr row reduce_scatter_rows[]{
    {2, "ring 64K butterfly 128K ring"},
    {4, "reduce_then_scatter 8 butterfly 256K ring"},
    {8, "butterfly 256K ring"},
    {32, "reduce_then_scatter 64 butterfly 512K ring"},
    {64, "reduce_then_scatter 256 butterfly"},
    {512, "reduce_then_scatter 512 butterfly"},
    {4096, "reduce_then_scatter 1K butterfly"},
};
constexpr row reduce_scatter_block_rows[]{
    {2, "butterfly 128K reduce_then_scatter"},
    {4, "butterfly 1M reduce_then_scatter"},
    {8, "reduce_then_scatter 4 butterfly 512K reduce_then_scatter 4M butterfly"},
    {16, "reduce_then_scatter 32 butterfly 512K reduce_then_scatter 2M butterfly"},
    {32, "butterfly 4 reduce_then_scatter 16 butterfly 64K reduce_then_scatter 256K butterfly"},
};

std::span<const row> rows_of(collective of) {
  switch (of) {
    case collective::barrier: return barrier_rows;
    case collective::bcast: return bcast_rows;
    case collective::gather: return gather_rows;
    case collective::scatter: return scatter_rows;
    case collective::allgather: return allgather_rows;
    case collective::allgatherv: return allgatherv_rows;
    case collective::alltoall: return alltoall_rows;
    case collective::alltoallv: return alltoallv_rows;
    case collective::reduce: return reduce_rows;
    case collective::allreduce: return allreduce_rows;
    case collective::reduce_scatter: return reduce_scatter_rows;
    case collective::reduce_scatter_block: return reduce_scatter_block_rows;
    default: return {};
  }
}

// The algorithms of coll/basic, for collectives without a rule in coll/tuned.
std::string_view basic(collective of) {
  switch (of) {
    case collective::gatherv:
    case collective::scatterv: return "star";
    case collective::alltoallw: return "batched";
    case collective::scan:
    case collective::exscan: return "chain";
    default: return "";
  }
}

std::size_t size_of(std::string_view text) {
  std::size_t n = 0;
  const char* const end = std::from_chars(text.data(), text.data() + text.size(), n).ptr;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  return unit == "K" ? n << 10U : unit == "M" ? n << 20U : n;
}

std::string_view at_size(std::string_view by_size, std::size_t bytes) {
  const auto next = [&by_size] {
    const std::size_t end = std::min(by_size.find(' '), by_size.size());
    const std::string_view word = by_size.substr(0, end);
    by_size.remove_prefix(std::min(end + 1, by_size.size()));
    return word;
  };
  std::string_view name = next();
  while (!by_size.empty() && size_of(next()) <= bytes) name = next();
  return name;
}

std::size_t size_for_rules(collective of, int p, std::size_t bytes) {
  const bool whole = of_vectors(of) || of == collective::bcast || of == collective::reduce_scatter;
  return whole ? bytes : bytes / static_cast<std::size_t>(p);
}

// The algorithm that the library uses: `name`, that of its rule, or another one if that does not fit.
std::string_view fitting(collective of, std::string_view name, int p, std::size_t bytes) {
  constexpr std::size_t likely_element = 8;  // bytes
  const std::size_t elements = bytes / likely_element, processes = static_cast<std::size_t>(p);
  switch (of) {
    case collective::allgather:
      if (name == "recursive_doubling" && !is_power_of_two(p)) return "bruck";
      [[fallthrough]];
    case collective::allgatherv: return name == "neighbour_exchange" && p % 2 != 0 ? "ring" : name;
    case collective::allreduce:
      if (name == "ring" && elements < processes) return "recursive_doubling";
      return name == "butterfly" && elements < std::bit_floor(processes) ? "reduce_bcast" : name;
    default: return name;
  }
}

}  // namespace

native_algorithm open_mpi_algorithm(collective of, int p, std::size_t bytes, bool commutes) {
  std::string_view name = basic(of);
  if (const std::span<const row> rows = rows_of(of); !rows.empty()) {
    const auto next = std::ranges::upper_bound(rows.subspan(1), p, {}, &row::processes);
    name = at_size(std::prev(next)->by_size, size_for_rules(of, p, bytes));
  }
  if (!commutes && (of == collective::reduce_scatter || of == collective::reduce_scatter_block))
    name = "reduce_then_scatter";
  if (!commutes && of == collective::reduce) name = "binary_tree";
  if (!commutes && of == collective::allreduce) name = "recursive_doubling";
  // No rule cuts messages into segments, but halves go down the two sides of a tree.
  return {find(of, fitting(of, name, p, bytes)),
          std::max<std::size_t>(name == "two_tree" ? (bytes + 1) / 2 : bytes, 1)};
}

}  // namespace tutti::replay
