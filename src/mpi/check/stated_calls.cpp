// Makes the statement of each collective from its arguments, and notes the faults in them. Reads only the
// arguments that are significant on this process.

#include "mpi/check/stated_calls.hpp"

#include "mpi/check/stated_arguments.hpp"

namespace tutti::mpi {
namespace {

// Reads a process's own block in a collective whose root has a table of all blocks.
void read_own_block(statement& x, footprint& where, const void* data, MPI_Count count, MPI_Datatype type) {
  const stated_elements own = read_elements(x, data, count, type);
  x.own = own.signature;
  note_memory(x, where, own);
}

// Reads a block for, and from, each process. In place, the blocks sent are those received.
statement exchange(const communicator& c, call_name of, const significance& here, const block_tables& out,
                   const block_tables& in) {
  statement x{.of = of, .compare = statement::pairs::each};
  const block_list all = blocks_of_ranks(c);
  x.receives = read_blocks(x, x.writes, all, in);
  x.sends = here.send ? read_blocks(x, x.reads, all, out) : x.receives;
  keep_apart(x);
  return x;
}

// The same for the neighbours of the process.
template <class Out, class In>
statement exchange_with_neighbours(communicator& c, call_name of, const significance& here, const Out& out,
                                   const In& in) {
  statement x{.of = of, .compare = statement::pairs::neighbours};
  if (!c.neighbours) return x.wrong("its communicator has no process topology", MPI_ERR_TOPOLOGY), x;
  x.among = &c.neighbours->mine;
  if (here.send) x.sends = read_blocks(x, x.reads, blocks_to(*x.among), out);
  if (here.receive) x.receives = read_blocks(x, x.writes, blocks_from(*x.among), in);
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
  row.hash ^= places & 0xffffffff;  // distinguishes data that are cut into other blocks
  return row;
}

}  // namespace

statement statement_of(communicator&, call_name of, const significance&, MPI_Comm) { return {.of = of}; }

statement statement_of(communicator& c, call_name of, const significance& here, void* data, MPI_Count count,
                       MPI_Datatype type, int root, MPI_Comm) {
  statement x{.of = of};
  read_root(x, c, root);
  const stated_elements all = read_elements(x, data, count, type);
  x.signature = all.signature;
  note_memory(x, here.send ? x.reads : x.writes, all);
  return x;
}

// Gather and scatter: all blocks have the same signature.
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                       MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of};
  read_root(x, c, root);
  const bool gathers = of.of == collective::gather;
  stated_elements out, in;
  if (here.send) {
    out = read_elements(x, send, count, type);
    note_memory(x, x.reads, out, gathers ? 1 : c.size());
  }
  if (here.receive) {
    in = read_elements(x, recv, recv_count, recv_type);
    note_memory(x, x.writes, in, gathers ? c.size() : 1);
  }
  // The root states the block that it names for all processes. The others state their own block.
  const bool all_received = gathers ? here.receive : !here.send;
  x.signature = all_received ? in.signature : out.signature;
  if (here.send && here.receive && !out.signature.matches(in.signature))
    x.wrong("the root's own block is not what it says of the others'", MPI_ERR_TRUNCATE,
            statement::fault_kind::unseen);
  keep_apart(x);
  return x;
}

// Gatherv and scatterv: the root has a table of the blocks, and every process its own.
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                       MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  read_root(x, c, root);
  if (here.receive)
    x.receives = read_blocks(x, x.writes, blocks_of_ranks(c), block_tables{recv, counts, displs, recv_type});
  if (here.send) read_own_block(x, x.reads, send, count, type);
  keep_apart(x);
  return x;
}
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, ints counts,
                       ints displs, MPI_Datatype type, void* recv, MPI_Count count, MPI_Datatype recv_type,
                       int root, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  read_root(x, c, root);
  if (here.send)
    x.sends = read_blocks(x, x.reads, blocks_of_ranks(c), block_tables{send, counts, displs, type});
  if (here.receive) read_own_block(x, x.writes, recv, count, recv_type);
  keep_apart(x);
  return x;
}

// Allgather and alltoall: all blocks have the same signature.
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                       MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const stated_elements in = read_elements(x, recv, recv_count, recv_type);
  x.signature = in.signature;
  note_memory(x, x.writes, in, c.size());
  if (!here.send) return x;
  const stated_elements out = read_elements(x, send, count, type);
  if (!out.signature.matches(in.signature))
    x.wrong("what it sends is not what it receives from others", MPI_ERR_TRUNCATE,
            statement::fault_kind::unseen);
  note_memory(x, x.reads, out, of.of == collective::alltoall ? c.size() : 1);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                       MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const std::vector<type_signature> all =
      read_blocks(x, x.writes, blocks_of_ranks(c), block_tables{recv, counts, displs, recv_type});
  x.signature = in_a_row(all);
  if (!here.send) return x;
  const stated_elements own = read_elements(x, send, count, type);
  if (!own.signature.matches(all[static_cast<std::size_t>(c.rank())]))
    x.wrong("what it sends is not what its table says of its block", MPI_ERR_TRUNCATE,
            statement::fault_kind::unseen);
  note_memory(x, x.reads, own);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       ints send_counts, ints send_displs, MPI_Datatype type, void* recv, ints recv_counts,
                       ints recv_displs, MPI_Datatype recv_type, MPI_Comm) {
  return exchange(c, of, here, {send, send_counts, send_displs, type},
                  {recv, recv_counts, recv_displs, recv_type});
}

statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       ints send_counts, ints send_displs, types send_types, void* recv, ints recv_counts,
                       ints recv_displs, types recv_types, MPI_Comm) {
  return exchange(c, of, here, {send, send_counts, send_displs, send_types},
                  {recv, recv_counts, recv_displs, recv_types});
}

statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm) {
  statement x{.of = of};
  read_root(x, c, root);
  const stated_elements in = read_elements(x, here.send ? send : recv, count, type);
  x.signature = in.signature;
  read_operator(x, op, in.type);
  note_memory(x, here.send ? x.reads : x.writes, in);
  if (!here.send || !here.receive || x.fault) return x;
  note_memory(x, x.writes, read_elements(x, recv, count, type));
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  const int n = of.of == collective::reduce_scatter_block ? c.size() : 1;
  const stated_elements first = read_elements(x, here.receive ? recv : send, count, type);
  x.signature = first.signature;
  read_operator(x, op, first.type);
  if (x.fault) return x;
  if (of.of == collective::exscan && c.rank() == 0) {  // process 0 has no result, even in place
    note_memory(x, x.reads, first);
    if (!here.receive) refuse_overlap(x, first, recv);
    return x;
  }
  note_memory(x, x.writes, first, here.in_place ? n : 1);
  if (here.in_place) return x;
  note_memory(x, x.reads, read_elements(x, send, count, type), n);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       ints counts, MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  // The blocks are side by side.
  std::vector<std::ptrdiff_t> displs(static_cast<std::size_t>(c.size()));
  std::ptrdiff_t end = 0;
  for (int r = 0; r < c.size() && counts; ++r) displs[static_cast<std::size_t>(r)] = end, end += counts[r];
  x.signature = in_a_row(read_blocks(x, here.in_place ? x.writes : x.reads, blocks_of_ranks(c),
                                     block_tables{here.in_place ? recv : send, counts, displs.data(), type}));
  read_operator(x, op, x.fault ? nullptr : look_up(type));
  if (here.in_place || x.fault) return x;
  note_memory(x, x.writes, read_elements(x, recv, counts[c.rank()], type));
  keep_apart(x);
  return x;
}

statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                           MPI_Datatype recv_type, MPI_Comm) {
  const MPI_Count apart = of.of == collective::neighbor_allgather ? 0 : count;
  return exchange_with_neighbours(c, of, here, regular_blocks{send, count, type, apart},
                                  regular_blocks{recv, recv_count, recv_type, recv_count});
}

statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                           MPI_Datatype recv_type, MPI_Comm) {
  return exchange_with_neighbours(c, of, here, regular_blocks{send, count, type, 0},
                                  block_tables{recv, counts, displs, recv_type});
}

statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           ints send_counts, ints send_displs, MPI_Datatype type, void* recv,
                           ints recv_counts, ints recv_displs, MPI_Datatype recv_type, MPI_Comm) {
  return exchange_with_neighbours(c, of, here, block_tables{send, send_counts, send_displs, type},
                                  block_tables{recv, recv_counts, recv_displs, recv_type});
}

statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           ints send_counts, ints send_displs, types send_types, void* recv, ints recv_counts,
                           ints recv_displs, types recv_types, MPI_Comm) {
  return exchange_with_neighbours(c, of, here, block_tables{send, send_counts, send_displs, send_types},
                                  block_tables{recv, recv_counts, recv_displs, recv_types});
}

}  // namespace tutti::mpi
