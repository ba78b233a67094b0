#include "mpi/observe/call_facts.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "mpi/data/operators.hpp"
#include "mpi/data/types.hpp"
#include "mpi/observe/call_summary.hpp"
#include "mpi/observe/trace.hpp"
#include "select/call_kind.hpp"

namespace tutti::mpi {
namespace {

constexpr std::int64_t unknown = -1;

std::int64_t bytes_of(MPI_Datatype type) {
  if (const type_entry* t = predefined_types.find(type)) return static_cast<std::int64_t>(t->layout.size);
  int size = 0;
  if (type == MPI_DATATYPE_NULL || PMPI_Type_size(type, &size) != MPI_SUCCESS) return unknown;
  return size;
}

std::int64_t product(std::ptrdiff_t count, std::int64_t bytes) {
  std::int64_t all = unknown;
  if (count < 0 || bytes < 0 || __builtin_mul_overflow(static_cast<std::int64_t>(count), bytes, &all))
    return unknown;
  return all;
}

// The bytes of block k of a side with tables.
std::int64_t block_of(const call_arguments::side& s, int k) {
  const MPI_Datatype type = s.as == side::kind::typed ? s.own_types[k] : s.type;
  return product(s.counts[k], bytes_of(type));
}

// Returns the bytes of all blocks. Stores the bytes of each block in `blocks`.
std::int64_t blocks_of(const call_arguments::side& s, int n, std::vector<std::int64_t>& blocks) {
  const bool typed = s.as == side::kind::typed;
  const std::int64_t size = typed ? unknown : bytes_of(s.type);
  std::int64_t all = 0;
  blocks.clear();
  for (int k = 0; k < n; ++k) {
    const std::int64_t one = typed ? block_of(s, k) : product(s.counts[k], size);
    if (one < 0 || __builtin_add_overflow(all, one, &all)) return unknown;
    blocks.push_back(one);
  }
  return all;
}

// Returns the bytes of all blocks of a table. `kept` receives the place of the table in the trace, if other
// processes need the table. They do not need it if each block is the data of one process.
std::int64_t data_of_table(collective of, const call_arguments::side& s, int processes, trace& keeps,
                           std::int32_t& kept) {
  static thread_local std::vector<std::int64_t> blocks;  // keeps its memory from call to call
  const std::int64_t all = blocks_of(s, processes, blocks);
  if (all >= 0 && (is_personal(of) || of == collective::reduce_scatter)) kept = keeps.table_of(blocks);
  return all;
}

std::int64_t data_of(collective of, const call_arguments& a, const call_place& here, MPI_Comm comm,
                     trace& keeps, std::int32_t& kept) {
  const significance is = significant_in(of, here, a);
  if (!is.send && !is.receive) return unknown;
  const call_arguments::side& s = is_summed_up_by_sends(of, is) ? a.send : a.receive;
  if (s.as == side::kind::elements) return product(static_cast<std::ptrdiff_t>(s.count), bytes_of(s.type));
  const bool has_tables = s.counts && (s.as != side::kind::typed || s.own_types);
  // The code below expects tables with a block for each process. Tables of a neighbourhood have a block for
  // each neighbour. Tables of an inter-communicator have a block for each process of the other group.
  if (!has_tables || here.inter || is_neighbourhood(of)) return unknown;
  // In place, a process's own block is one of the blocks in the tables.
  const bool own_among_them =
      is.in_place && (traits(of).sends.what == holding::own_block || traits(of).sends.at == holder::root);
  if (own_among_them) return block_of(s, here.rank);
  int processes = 0;
  if (PMPI_Comm_size(comm, &processes) != MPI_SUCCESS) return unknown;
  return data_of_table(of, s, processes, keeps, kept);
}

std::optional<operator_class> class_of(MPI_Op op, MPI_Datatype type) {
  const type_entry derived{};
  const type_entry* const t = predefined_types.find(type);
  operation asked;
  const operation* const found = look_up(op, t ? *t : derived, asked);
  return found ? std::optional(tutti::class_of(*found)) : std::nullopt;
}

}  // namespace

record::call_facts facts_of(collective of, const call_arguments& a, const call_place& here, MPI_Comm comm,
                            trace& keeps) noexcept try {
  record::call_facts known;
  known.data = data_of(of, a, here, comm, keeps, known.table);
  if (combines(of)) known.op = class_of(a.op, a.receive.type);
  return known;
} catch (...) {  // an invalid argument: the call itself will fail
  return {};
}

}  // namespace tutti::mpi
