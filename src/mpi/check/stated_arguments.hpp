#pragma once

// Reads the arguments of collective calls into a statement: the values that are compared, the memory of the
// data, and the faults. Of several faults, the first one is kept.

#include <cstddef>
#include <vector>

#include "mpi/check/statement.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/data/call_arguments.hpp"
#include "mpi/data/footprint.hpp"
#include "mpi/data/type_signature.hpp"
#include "tutti/neighbours.hpp"

namespace tutti::mpi {

void read_root(statement& x, const communicator& c, int root);
/// `type`: the datatype of the combined elements; null if it is known to be wrong.
void read_operator(statement& x, MPI_Op op, const type_entry* type);

/// Elements at an address.
struct stated_elements {
  const void* data = nullptr;
  std::size_t count = 0;
  const type_entry* type = nullptr;  ///< null if it is not a committed datatype
  type_signature signature;
};
stated_elements read_elements(statement& x, const side& s);
/// Adds the memory of the elements to `where`, which is x.reads or x.writes. If the elements are one block of
/// several, `times` is the number of blocks. Memory that the call would write twice is a fault.
void note_memory(statement& x, footprint& where, const stated_elements& all, int times = 1);

/// The blocks on one side of a call: those with a partner at the other end, and the number of all blocks,
/// including those of missing neighbours.
struct block_list {
  std::vector<neighbour> partners;
  int blocks = 0;
};
block_list blocks_of_ranks(const communicator& c);
block_list blocks_to(const neighbourhood& n);
block_list blocks_from(const neighbourhood& n);

/// Returns the signatures of the blocks by their numbers, up to the first fault. Adds their memory to
/// `where`, as note_memory() does. `same_to_all`: blocks of kind `elements` are all the same memory.
std::vector<type_signature> read_blocks(statement& x, footprint& where, const block_list& list, const side& s,
                                        bool same_to_all = false);

/// Notes a fault if the call receives into memory that it also sends. Called last for a call with two
/// buffers.
void note_overlap(statement& x);
/// Notes a fault if both buffers overlap although nothing is received: some MPI libraries refuse this, too.
void note_refused_overlap(statement& x, const stated_elements& sent, const void* recv);

}  // namespace tutti::mpi
