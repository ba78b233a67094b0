#include "replay/usual_algorithms.hpp"

#include "replay/open_mpi_algorithms.hpp"
#include "tutti/ranks.hpp"

namespace tutti::replay {
namespace {

constexpr std::size_t KiB = 1024;

std::string_view name_in_mpich(collective of, int p, std::size_t bytes) {
  const bool power = is_power_of_two(p);
  const std::size_t block = bytes / static_cast<std::size_t>(p);
  switch (of) {
    case collective::barrier: return "dissemination";
    case collective::bcast:
      if (bytes < 12 * KiB || p < 8) return "binomial";
      return bytes < 512 * KiB && power ? "scatter_allgather" : "scatter_ring";
    case collective::gather:
    case collective::scatter: return "binomial";
    case collective::gatherv:
    case collective::scatterv: return "star";
    case collective::allgather:
    case collective::allgatherv:
      if (bytes < 512 * KiB && power) return "recursive_doubling";
      return bytes < 80 * KiB ? "bruck" : "ring";
    case collective::alltoall:
      if (block <= 256 && p >= 8) return "bruck";
      return block <= 32 * KiB ? "batched" : power ? "xor" : "direct";
    case collective::alltoallv:
    case collective::alltoallw: return "batched";
    case collective::reduce: return bytes <= 2 * KiB ? "binomial" : "scatter_gather";
    case collective::allreduce: return bytes <= 2 * KiB ? "recursive_doubling" : "butterfly";
    case collective::reduce_scatter:
    case collective::reduce_scatter_block: return bytes < 512 * KiB ? "butterfly" : "pairwise";
    case collective::scan:
    case collective::exscan: return "hypercube";
    default: return "";
  }
}

bool is_open_mpi(std::string_view mpi) { return mpi.starts_with("Open MPI"); }

}  // namespace

native_algorithm usual_algorithm(std::string_view mpi, collective of, int p, std::size_t bytes,
                                 bool commutes) {
  if (is_open_mpi(mpi)) return open_mpi_algorithm(of, p, bytes, commutes);
  return {find(of, name_in_mpich(of, p, bytes))};
}

const char* usual_algorithms_source(std::string_view mpi) {
  return is_open_mpi(mpi) ? "the rules of Open MPI 4.1, 5 and 6.0 (coll/tuned)"
                          : "the rules of MPICH (Thakur, Rabenseifner, Gropp 2005)";
}

}  // namespace tutti::replay
