// What each collective's arguments state, and what is wrong with them alone.

#include "mpi/statement.hpp"

#include "mpi/graph.hpp"
#include "mpi/stated_arguments.hpp"

namespace tutti::mpi {
namespace {

// Each process's own block where the root has a table of all; in place the root has none.
void read_own_block(statement& x, const communicator& c, footprint& where, const void* data, MPI_Count count,
                    MPI_Datatype type) {
  if (c.rank() == x.root && data == MPI_IN_PLACE) return;
  const stated_elements own = read_elements(x, data, count, type);
  x.own = own.signature;
  note_memory(x, where, own);
}

// Blocks for each process, and from each: in place what is sent is what is received.
statement exchange(const communicator& c, call_name of, const block_tables& out, const block_tables& in) {
  statement x{.of = of, .compare = statement::pairs::each};
  const block_list all = blocks_of_ranks(c);
  x.receives = read_blocks(x, x.writes, all, in);
  x.sends = out.data == MPI_IN_PLACE ? x.receives : read_blocks(x, x.reads, all, out);
  keep_apart(x);
  return x;
}

// The same of the neighbours that there are. Where there is no topology all is left to the MPI library.
template <class Out, class In>
statement exchange_with_neighbours(communicator& c, call_name of, MPI_Comm comm, const Out& out,
                                   const In& in) {
  statement x{.of = of, .among = neighbours_of(c, comm)};
  if (!x.among) return x;
  x.compare = statement::pairs::neighbours;
  x.sends = read_blocks(x, x.reads, blocks_to(*x.among), out);
  x.receives = read_blocks(x, x.writes, blocks_from(*x.among), in);
  keep_apart(x);
  return x;
}

type_signature in_a_row(const std::vector<type_signature>& all) {
  type_signature row;
  std::uint64_t places = 0;
  for (const type_signature& one : all) {
    row = row.then(one);
    places = places * 1000003 + one.bytes;
  }
  row.hash ^= places & 0xffffffff;  // where one block ends and the next begins
  return row;
}

}  // namespace

statement statement_of(communicator&, call_name of, MPI_Comm) { return {.of = of}; }

statement statement_of(communicator& c, call_name of, void* data, MPI_Count count, MPI_Datatype type,
                       int root, MPI_Comm) {
  statement x{.of = of};
  read_root(x, c, root);
  const stated_elements all = read_elements(x, data, count, type);
  x.signature = all.signature;
  note_memory(x, c.rank() == root ? x.reads : x.writes, all);
  return x;
}

// Gather and scatter: every block is the same.
statement statement_of(communicator& c, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, MPI_Count recv_count, MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of};
  read_root(x, c, root);
  const bool gathers = of.of == collective::gather;
  const bool at_root = c.rank() == root, in_place = (gathers ? send : recv) == MPI_IN_PLACE;
  footprint &own_memory = gathers ? x.reads : x.writes, &root_memory = gathers ? x.writes : x.reads;
  const auto read_own = [&] {
    return gathers ? read_elements(x, send, count, type) : read_elements(x, recv, recv_count, recv_type);
  };
  if (!at_root) {
    const stated_elements own = read_own();
    x.signature = own.signature;
    note_memory(x, own_memory, own);
    return x;
  }
  const stated_elements all =
      gathers ? read_elements(x, recv, recv_count, recv_type) : read_elements(x, send, count, type);
  x.signature = all.signature;
  note_memory(x, root_memory, all, c.size());
  if (in_place) return x;
  const stated_elements own = read_own();
  if (!x.fault && !own.signature.matches(all.signature))
    x.wrong("the root's own block is not what it says of the others'", MPI_ERR_TRUNCATE);
  note_memory(x, own_memory, own);
  keep_apart(x);
  return x;
}

// Gatherv and scatterv: the root has a table of the blocks, and every process its own.
statement statement_of(communicator& c, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, ints counts, ints displs, MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  read_root(x, c, root);
  if (c.rank() == root)
    x.receives = read_blocks(x, x.writes, blocks_of_ranks(c), block_tables{recv, counts, displs, recv_type});
  read_own_block(x, c, x.reads, send, count, type);
  keep_apart(x);
  return x;
}
statement statement_of(communicator& c, call_name of, const void* send, ints counts, ints displs,
                       MPI_Datatype type, void* recv, MPI_Count count, MPI_Datatype recv_type, int root,
                       MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  read_root(x, c, root);
  if (c.rank() == root)
    x.sends = read_blocks(x, x.reads, blocks_of_ranks(c), block_tables{send, counts, displs, type});
  read_own_block(x, c, x.writes, recv, count, recv_type);
  keep_apart(x);
  return x;
}

// Allgather and alltoall: again every block is the same.
statement statement_of(communicator& c, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, MPI_Count recv_count, MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const stated_elements in = read_elements(x, recv, recv_count, recv_type);
  x.signature = in.signature;
  note_memory(x, x.writes, in, c.size());
  if (send == MPI_IN_PLACE) return x;
  const stated_elements out = read_elements(x, send, count, type);
  if (!x.fault && !out.signature.matches(in.signature))
    x.wrong("what it sends is not what it receives from others", MPI_ERR_TRUNCATE);
  note_memory(x, x.reads, out, of.of == collective::alltoall ? c.size() : 1);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, ints counts, ints displs, MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const std::vector<type_signature> all =
      read_blocks(x, x.writes, blocks_of_ranks(c), block_tables{recv, counts, displs, recv_type});
  x.signature = in_a_row(all);
  if (send == MPI_IN_PLACE) return x;
  const stated_elements own = read_elements(x, send, count, type);
  if (!x.fault && !own.signature.matches(all[static_cast<std::size_t>(c.rank())]))
    x.wrong("what it sends is not what its table says of its block", MPI_ERR_TRUNCATE);
  note_memory(x, x.reads, own);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const void* send, ints send_counts, ints send_displs,
                       MPI_Datatype type, void* recv, ints recv_counts, ints recv_displs,
                       MPI_Datatype recv_type, MPI_Comm) {
  return exchange(c, of, {send, send_counts, send_displs, type}, {recv, recv_counts, recv_displs, recv_type});
}

statement statement_of(communicator& c, call_name of, const void* send, ints send_counts, ints send_displs,
                       types send_types, void* recv, ints recv_counts, ints recv_displs, types recv_types,
                       MPI_Comm) {
  return exchange(c, of, {send, send_counts, send_displs, send_types},
                  {recv, recv_counts, recv_displs, recv_types});
}

statement statement_of(communicator& c, call_name of, const void* send, void* recv, MPI_Count count,
                       MPI_Datatype type, MPI_Op op, int root, MPI_Comm) {
  statement x{.of = of};
  read_root(x, c, root);
  const bool at_root = c.rank() == root, in_place = at_root && send == MPI_IN_PLACE;
  const stated_elements in = read_elements(x, in_place ? recv : send, count, type);
  x.signature = in.signature;
  read_operator(x, op, in.type);
  note_memory(x, in_place ? x.writes : x.reads, in);
  if (!at_root || in_place || x.fault) return x;
  note_memory(x, x.writes, read_elements(x, recv, count, type));
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const void* send, void* recv, MPI_Count count,
                       MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  const bool receives = of.of != collective::exscan || c.rank() > 0;
  const bool in_place = send == MPI_IN_PLACE;
  const int n = of.of == collective::reduce_scatter_block ? c.size() : 1;
  const void* const insignificant = &x;
  const void* const first = receives ? recv : in_place ? insignificant : send;
  const stated_elements out = read_elements(x, first, count, type);
  x.signature = out.signature;
  read_operator(x, op, out.type);
  if (receives)
    note_memory(x, x.writes, out, in_place ? n : 1);
  else if (!in_place)
    note_memory(x, x.reads, out);
  if (in_place || !receives || x.fault) return x;
  note_memory(x, x.reads, read_elements(x, send, count, type), n);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const void* send, void* recv, ints counts,
                       MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  const bool in_place = send == MPI_IN_PLACE;
  // The blocks lie in a row.
  std::vector<std::ptrdiff_t> displs(static_cast<std::size_t>(c.size()));
  std::ptrdiff_t end = 0;
  for (int r = 0; r < c.size() && counts; ++r) displs[static_cast<std::size_t>(r)] = end, end += counts[r];
  x.signature = in_a_row(read_blocks(x, in_place ? x.writes : x.reads, blocks_of_ranks(c),
                                     block_tables{in_place ? recv : send, counts, displs.data(), type}));
  read_operator(x, op, look_up(type));
  if (in_place || x.fault) return x;
  note_memory(x, x.writes, read_elements(x, recv, counts[c.rank()], type));
  keep_apart(x);
  return x;
}

statement neighbours_state(communicator& c, call_name of, const void* send, MPI_Count count,
                           MPI_Datatype type, void* recv, MPI_Count recv_count, MPI_Datatype recv_type,
                           MPI_Comm comm) {
  const MPI_Count apart = of.of == collective::neighbor_allgather ? 0 : count;
  return exchange_with_neighbours(c, of, comm, regular_blocks{send, count, type, apart},
                                  regular_blocks{recv, recv_count, recv_type, recv_count});
}

statement neighbours_state(communicator& c, call_name of, const void* send, MPI_Count count,
                           MPI_Datatype type, void* recv, ints counts, ints displs, MPI_Datatype recv_type,
                           MPI_Comm comm) {
  return exchange_with_neighbours(c, of, comm, regular_blocks{send, count, type, 0},
                                  block_tables{recv, counts, displs, recv_type});
}

statement neighbours_state(communicator& c, call_name of, const void* send, ints send_counts,
                           ints send_displs, MPI_Datatype type, void* recv, ints recv_counts,
                           ints recv_displs, MPI_Datatype recv_type, MPI_Comm comm) {
  return exchange_with_neighbours(c, of, comm, block_tables{send, send_counts, send_displs, type},
                                  block_tables{recv, recv_counts, recv_displs, recv_type});
}

statement neighbours_state(communicator& c, call_name of, const void* send, ints send_counts,
                           ints send_displs, types send_types, void* recv, ints recv_counts, ints recv_displs,
                           types recv_types, MPI_Comm comm) {
  return exchange_with_neighbours(c, of, comm, block_tables{send, send_counts, send_displs, send_types},
                                  block_tables{recv, recv_counts, recv_displs, recv_types});
}

}  // namespace tutti::mpi
