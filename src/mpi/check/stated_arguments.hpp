#pragma once

// How arguments of collective calls are read into a statement: what is compared of them, where their data lie, and what is wrong with
// them. Of several faults the first one stays.

#include <cstddef>
#include <variant>
#include <vector>

#include "mpi/check/statement.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/data/footprint.hpp"
#include "mpi/data/type_signature.hpp"
#include "mpi/observe/call_summary.hpp"
#include "tutti/neighbours.hpp"

namespace tutti::mpi {

void read_root(statement& x, const communicator& c, int root);
/// `type`: what it combines; null if that is wrong already.
void read_operator(statement& x, MPI_Op op, const type_entry* type);

/// Elements at an address.
struct stated_elements {
  const void* data = nullptr;
  std::size_t count = 0;
  const type_entry* type = nullptr;  ///< null if there is none
  type_signature signature;
};
stated_elements read_elements(statement& x, const void* data, MPI_Count count, MPI_Datatype type);
/// Says where they are: `times` as many, if they are one block of several.
void note_memory(statement& x, footprint& where, const stated_elements& all, int times = 1);

/// The blocks on one side of a call: those that another process has its end of, and how many there are together with those of missing
/// neighbours, which are not looked at.
struct block_list {
  std::vector<neighbour> partners;
  int blocks = 0;
};
block_list blocks_of_ranks(const communicator& c);
block_list blocks_to(const neighbourhood& n);
block_list blocks_from(const neighbourhood& n);

/// Blocks by tables, with displacements in extents of their datatype, or, where each has its own, in bytes.
struct block_tables {
  const void* data;
  ints counts, displs;
  std::variant<MPI_Datatype, types> type;
};
/// Blocks of one length, of which each begins `apart` elements behind the one before it: 0 if all of them are the same memory.
struct regular_blocks {
  const void* data;
  MPI_Count count;
  MPI_Datatype type;
  MPI_Count apart;
};
/// The signatures of the blocks, by their numbers, as far as nothing is wrong. Says where they are, too.
std::vector<type_signature> read_blocks(statement& x, footprint& where, const block_list& list,
                                        const block_tables& all);
std::vector<type_signature> read_blocks(statement& x, footprint& where, const block_list& list,
                                        const regular_blocks& all);

/// At the end of each call that sends one memory and receives in another.
void keep_apart(statement& x);
/// Where nothing is received: some MPI libraries refuse the same buffer there, too.
void refuse_overlap(statement& x, const stated_elements& sent, const void* recv);

}  // namespace tutti::mpi
