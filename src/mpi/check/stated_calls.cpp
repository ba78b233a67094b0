// Makes the statement of each collective from its arguments, and notes the faults in them. Reads only the
// arguments that are significant on this process.

#include "mpi/check/stated_calls.hpp"

#include <vector>

#include "mpi/check/stated_arguments.hpp"
#include "mpi/communicators/graph.hpp"
#include "mpi/observe/call_summary.hpp"

namespace tutti::mpi {
namespace {

type_signature signature_of_all(const std::vector<type_signature>& all) {
  type_signature row;
  std::uint64_t lengths_hash = 0;
  for (const type_signature& one : all) {
    row = row.then(one);
    lengths_hash = lengths_hash * 1000003 + one.bytes;
  }
  row.hash ^= lengths_hash & 0xffffffff;  // distinguishes data that are cut into other blocks
  return row;
}

// Reads the arguments of one call.
struct argument_reader {
  statement& x;
  const communicator& c;
  const significance& here;
  const call_arguments& a;

  void bcast() const {
    const stated_elements all = read_elements(x, a.send);
    x.signature = all.signature;
    note_memory(x, here.send ? x.reads : x.writes, all);
  }

  // Gather and scatter: all blocks have the same count and datatype.
  void equal_blocks_of_root(bool gathers) const {
    stated_elements out, in;
    if (here.send) {
      out = read_elements(x, a.send);
      note_memory(x, x.reads, out, gathers ? 1 : c.size());
    }
    if (here.receive) {
      in = read_elements(x, a.receive);
      note_memory(x, x.writes, in, gathers ? c.size() : 1);
    }
    // At the root, uses the arguments for all blocks.
    const bool all_received = gathers ? here.receive : !here.send;
    x.signature = all_received ? in.signature : out.signature;
    if (here.send && here.receive && !out.signature.matches(in.signature))
      x.note_fault("the root's own block is not what it says of the others'", MPI_ERR_TRUNCATE,
                   statement::fault_kind::unseen);
    note_overlap(x);
  }

  // Gatherv and scatterv: the root has a table of the blocks, and every process its own block.
  void any_blocks_of_root(bool gathers) const {
    x.compare = statement::pairs::with_root;
    if (gathers ? here.receive : here.send) {
      footprint& where = gathers ? x.writes : x.reads;
      (gathers ? x.receives : x.sends) =
          read_blocks(x, where, blocks_of_ranks(c), gathers ? a.receive : a.send);
    }
    if (gathers ? here.send : here.receive) {
      const stated_elements own = read_elements(x, gathers ? a.send : a.receive);
      x.own_block = own.signature;
      note_memory(x, gathers ? x.reads : x.writes, own);
    }
    note_overlap(x);
  }

  // Allgather and alltoall: all blocks have the same count and datatype.
  void equal_blocks(bool to_each) const {
    const stated_elements in = read_elements(x, a.receive);
    x.signature = in.signature;
    note_memory(x, x.writes, in, c.size());
    if (!here.send) return;
    const stated_elements out = read_elements(x, a.send);
    if (!out.signature.matches(in.signature))
      x.note_fault("what it sends is not what it receives from others", MPI_ERR_TRUNCATE,
                   statement::fault_kind::unseen);
    note_memory(x, x.reads, out, to_each ? c.size() : 1);
    note_overlap(x);
  }

  void allgatherv() const {
    const std::vector<type_signature> all = read_blocks(x, x.writes, blocks_of_ranks(c), a.receive);
    x.signature = signature_of_all(all);
    if (!here.send) return;
    const stated_elements own = read_elements(x, a.send);
    if (!own.signature.matches(all[static_cast<std::size_t>(c.rank())]))
      x.note_fault("what it sends is not what its table says of its block", MPI_ERR_TRUNCATE,
                   statement::fault_kind::unseen);
    note_memory(x, x.reads, own);
    note_overlap(x);
  }

  // Alltoallv and alltoallw. In place, both sides are the same memory.
  void blocks_for_each() const {
    x.compare = statement::pairs::each;
    const block_list all = blocks_of_ranks(c);
    x.receives = read_blocks(x, x.writes, all, a.receive);
    x.sends = here.send ? read_blocks(x, x.reads, all, a.send) : x.receives;
    note_overlap(x);
  }

  void blocks_of_neighbours(bool same_to_all) const {
    x.compare = statement::pairs::neighbours;
    if (!c.neighbours) return x.note_fault("its communicator has no process topology", MPI_ERR_TOPOLOGY);
    x.neighbours = &c.neighbours->mine;
    if (here.send) x.sends = read_blocks(x, x.reads, blocks_to(*x.neighbours), a.send, same_to_all);
    if (here.receive) x.receives = read_blocks(x, x.writes, blocks_from(*x.neighbours), a.receive);
    note_overlap(x);
  }

  void reduce() const {
    const stated_elements in = read_elements(x, here.send ? a.send : a.receive);
    x.signature = in.signature;
    read_operator(x, a.op, in.type);
    note_memory(x, here.send ? x.reads : x.writes, in);
    if (!here.send || !here.receive || x.fault) return;
    note_memory(x, x.writes, read_elements(x, a.receive));
    note_overlap(x);
  }

  // Allreduce, scan, exscan and reduce_scatter_block.
  void vector_to_all(collective of) const {
    const int n = of == collective::reduce_scatter_block ? c.size() : 1;
    const stated_elements first = read_elements(x, here.receive ? a.receive : a.send);
    x.signature = first.signature;
    read_operator(x, a.op, first.type);
    if (x.fault) return;
    if (of == collective::exscan && c.rank() == 0) {  // no result, even in place
      note_memory(x, x.reads, first);
      if (!here.receive) note_refused_overlap(x, first, a.receive.data);
      return;
    }
    note_memory(x, x.writes, first, here.in_place ? n : 1);
    if (here.in_place) return;
    note_memory(x, x.reads, read_elements(x, a.send), n);
    note_overlap(x);
  }

  void reduce_scatter() const {
    const ints& counts = a.receive.counts;
    std::vector<std::ptrdiff_t> displs(static_cast<std::size_t>(c.size()));  // the blocks are consecutive
    std::ptrdiff_t end = 0;
    for (int r = 0; r < c.size() && counts; ++r) displs[static_cast<std::size_t>(r)] = end, end += counts[r];
    side vector = here.in_place ? a.receive : a.send;
    vector.displs = displs.data();
    x.signature =
        signature_of_all(read_blocks(x, here.in_place ? x.writes : x.reads, blocks_of_ranks(c), vector));
    read_operator(x, a.op, x.fault ? nullptr : look_up(a.receive.type));
    if (here.in_place || x.fault) return;
    note_memory(x, x.writes,
                read_elements(x, side::elements(a.receive.data, counts[c.rank()], a.receive.type)));
    note_overlap(x);
  }

  void arguments_of(collective of) const {
    using known = collective;
    if (is_rooted(of)) read_root(x, c, a.root);
    switch (of) {
      case known::barrier: return;
      case known::bcast: return bcast();
      case known::gather:
      case known::scatter: return equal_blocks_of_root(of == known::gather);
      case known::gatherv:
      case known::scatterv: return any_blocks_of_root(of == known::gatherv);
      case known::allgather:
      case known::alltoall: return equal_blocks(of == known::alltoall);
      case known::allgatherv: return allgatherv();
      case known::alltoallv:
      case known::alltoallw: return blocks_for_each();
      case known::reduce: return reduce();
      case known::allreduce:
      case known::reduce_scatter_block:
      case known::scan:
      case known::exscan: return vector_to_all(of);
      case known::reduce_scatter: return reduce_scatter();
      default:
        return blocks_of_neighbours(of == known::neighbor_allgather || of == known::neighbor_allgatherv);
    }
  }
};

}  // namespace

statement statement_of(communicator& c, call_name of, const call_arguments& a) {
  if (is_neighbourhood(of.of)) neighbours_of(c, c.handle);
  const significance here = significant_in(of.of, c.place(), a);
  statement x{.of = of};
  argument_reader{x, c, here, a}.arguments_of(of.of);
  x.words = summary_of(of.of, a, here);
  return x;
}

}  // namespace tutti::mpi
