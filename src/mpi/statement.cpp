// What each collective's arguments state, and what is wrong with them alone.

#include "mpi/statement.hpp"

#include <array>
#include <cstddef>
#include <span>

#include "mpi/operators.hpp"
#include "mpi/serve.hpp"
#include "mpi/type_facts.hpp"

namespace tutti::mpi {
namespace {

// The arguments of one side: elements at an address.
struct side {
  const void* data = nullptr;
  std::size_t count = 0;
  const type_entry* type = nullptr;
  type_signature signature;
};

side read(statement& x, const void* data, MPI_Count count, MPI_Datatype type) {
  side s{.data = data, .type = look_up(type)};
  if (!s.type) return x.wrong("its datatype is null or not committed", MPI_ERR_TYPE), s;
  if (count < 0) return x.wrong("its count is negative", MPI_ERR_COUNT), s;
  s.count = static_cast<std::size_t>(count);
  if (data == MPI_IN_PLACE)
    x.wrong("MPI_IN_PLACE is not allowed for this buffer", MPI_ERR_BUFFER);
  else if (nowhere(elements(data, s.count, s.type->layout)))
    x.wrong("its buffer is a null pointer", MPI_ERR_BUFFER);
  s.signature = facts_of(*s.type).signature.times(s.count);
  return s;
}

void take_root(statement& x, const communicator& s, int root) {
  x.root = root;
  if (root < 0 || root >= s.size()) x.wrong("its root is not a rank of the communicator", MPI_ERR_ROOT);
}

void take_operator(statement& x, MPI_Op op, const type_entry* type) {
  const MPI_Op known[] = {MPI_SUM,  MPI_MAX,  MPI_MIN, MPI_PROD, MPI_LAND,   MPI_LOR,
                          MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
  operation asked;
  if (type && !look_up(op, *type, asked))
    return x.wrong("its operator is not defined for its datatype", MPI_ERR_OP);
  for (std::size_t k = 0; k < std::size(known); ++k)
    if (op == known[k]) return void(x.op = static_cast<int>(k));
  int commutes = 0;
  check(PMPI_Op_commutative(op, &commutes));
  x.op = 100 + commutes;
}

// What a process reads or writes, as far as its arguments are right: `times` as many elements as it says of one block.
void takes(statement& x, footprint& where, const side& s, int times = 1) {
  if (!x.fault) where.add(s.data, s.count * static_cast<std::size_t>(times), *s.type);
}
void takes_blocks(statement& x, footprint& where, const void* base, ints counts, ints displs,
                  MPI_Datatype type, int n) {
  if (x.fault) return;
  const type_entry& one = *look_up(type);
  for (int k = 0; k < n; ++k)
    where.add(address(base) + displs[k] * one.layout.extent, static_cast<std::size_t>(counts[k]), one);
}
void takes_typed(statement& x, footprint& where, const void* base, ints counts, ints displs, types of,
                 int n) {
  for (int k = 0; k < n && !x.fault; ++k)
    if (counts[k] > 0)
      where.add(address(base) + displs[k], static_cast<std::size_t>(counts[k]), *look_up(of[k]));
}

// At the end of each that sends one memory and receives in another.
void keep_apart(statement& x) {
  if (!x.fault && x.reads.meets(x.writes)) x.wrong("it sends and receives the same memory", MPI_ERR_BUFFER);
}

// Blocks of one datatype by tables. Their signatures, in the order of the ranks.
std::vector<type_signature> read_blocks(statement& x, const communicator& s, const void* base, ints counts,
                                        ints displs, MPI_Datatype type) {
  std::vector<type_signature> all;
  const type_entry* t = look_up(type);
  if (!t) return x.wrong("its datatype is null or not committed", MPI_ERR_TYPE), all;
  if (!counts || !displs) return x.wrong("a table of counts or displacements is missing", MPI_ERR_ARG), all;
  if (base == MPI_IN_PLACE)
    return x.wrong("MPI_IN_PLACE is not allowed for this buffer", MPI_ERR_BUFFER), all;
  const type_signature one = facts_of(*t).signature;
  for (int r = 0; r < s.size(); ++r) {
    if (counts[r] < 0) return x.wrong("a count is negative", MPI_ERR_COUNT), all;
    if (nowhere(elements(base, static_cast<std::size_t>(counts[r]), t->layout)))
      return x.wrong("its buffer is a null pointer", MPI_ERR_BUFFER), all;
    all.push_back(one.times(static_cast<std::uint64_t>(counts[r])));
  }
  return all;
}

std::vector<type_signature> read_typed(statement& x, const communicator& s, ints counts, ints displs,
                                       types of) {
  std::vector<type_signature> all;
  if (!counts || !displs || !of)
    return x.wrong("a table of counts, displacements or datatypes is missing", MPI_ERR_ARG), all;
  for (int r = 0; r < s.size(); ++r) {
    if (counts[r] < 0) return x.wrong("a count is negative", MPI_ERR_COUNT), all;
    const type_entry* const t = counts[r] > 0 ? look_up(of[r]) : nullptr;
    if (counts[r] > 0 && !t) return x.wrong("a datatype is null or not committed", MPI_ERR_TYPE), all;
    all.push_back(t ? facts_of(*t).signature.times(static_cast<std::uint64_t>(counts[r])) : type_signature{});
  }
  return all;
}

// What the root of a gatherv or scatterv says of all blocks, and each process of its own one; in place the root has none.
struct root_table {
  std::vector<type_signature>& signatures;
  footprint& where;
  const void* base;
  ints counts, displs;
  MPI_Datatype type;
};
void take_table_and_own(statement& x, const communicator& s, const root_table& all, footprint& own_memory,
                        const void* data, MPI_Count count, MPI_Datatype type) {
  const bool at_root = s.rank() == x.root;
  if (at_root) {
    all.signatures = read_blocks(x, s, all.base, all.counts, all.displs, all.type);
    takes_blocks(x, all.where, all.base, all.counts, all.displs, all.type, s.size());
  }
  if (at_root && data == MPI_IN_PLACE) return;
  const side own = read(x, data, count, type);
  x.own = own.signature;
  takes(x, own_memory, own);
}

type_signature in_a_row(const std::vector<type_signature>& all) {
  type_signature row;
  std::uint64_t places = 0;
  for (const type_signature& s : all) {
    row = row.then(s);
    places = places * 1000003 + s.bytes;
  }
  row.hash ^= places & 0xffffffff;  // where one block ends and the next begins
  return row;
}

}  // namespace

statement statement_of(communicator&, call_name of, MPI_Comm) { return {.of = of}; }

statement statement_of(communicator& s, call_name of, void* data, MPI_Count count, MPI_Datatype type,
                       int root, MPI_Comm) {
  statement x{.of = of};
  take_root(x, s, root);
  const side all = read(x, data, count, type);
  x.signature = all.signature;
  takes(x, s.rank() == root ? x.reads : x.writes, all);
  return x;
}

// Gather and scatter: every block is the same.
statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, MPI_Count recv_count, MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of};
  take_root(x, s, root);
  const bool gathers = of.of == collective::gather;
  const bool at_root = s.rank() == root, in_place = (gathers ? send : recv) == MPI_IN_PLACE;
  footprint &own_memory = gathers ? x.reads : x.writes, &root_memory = gathers ? x.writes : x.reads;
  const auto read_own = [&] {
    return gathers ? read(x, send, count, type) : read(x, recv, recv_count, recv_type);
  };
  if (!at_root) {
    const side own = read_own();
    x.signature = own.signature;
    takes(x, own_memory, own);
    return x;
  }
  const side all = gathers ? read(x, recv, recv_count, recv_type) : read(x, send, count, type);
  x.signature = all.signature;
  takes(x, root_memory, all, s.size());
  if (in_place) return x;
  const side own = read_own();
  if (!x.fault && !own.signature.matches(all.signature))
    x.wrong("the root's own block is not what it says of the others'", MPI_ERR_TRUNCATE);
  takes(x, own_memory, own);
  keep_apart(x);
  return x;
}

// Gatherv and scatterv: the root has a table of the blocks, and every process its own.
statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, ints counts, ints displs, MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  take_root(x, s, root);
  take_table_and_own(x, s, {x.receives, x.writes, recv, counts, displs, recv_type}, x.reads, send, count,
                     type);
  keep_apart(x);
  return x;
}
statement statement_of(communicator& s, call_name of, const void* send, ints counts, ints displs,
                       MPI_Datatype type, void* recv, MPI_Count count, MPI_Datatype recv_type, int root,
                       MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  take_root(x, s, root);
  take_table_and_own(x, s, {x.sends, x.reads, send, counts, displs, type}, x.writes, recv, count, recv_type);
  keep_apart(x);
  return x;
}

// Allgather and alltoall: again every block is the same.
statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, MPI_Count recv_count, MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const side in = read(x, recv, recv_count, recv_type);
  x.signature = in.signature;
  takes(x, x.writes, in, s.size());
  if (send == MPI_IN_PLACE) return x;
  const side out = read(x, send, count, type);
  if (!x.fault && !out.signature.matches(in.signature))
    x.wrong("what it sends is not what it receives from others", MPI_ERR_TRUNCATE);
  takes(x, x.reads, out, of.of == collective::alltoall ? s.size() : 1);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, ints counts, ints displs, MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const std::vector<type_signature> all = read_blocks(x, s, recv, counts, displs, recv_type);
  x.signature = in_a_row(all);
  takes_blocks(x, x.writes, recv, counts, displs, recv_type, s.size());
  if (send == MPI_IN_PLACE) return x;
  const side own = read(x, send, count, type);
  if (!x.fault && !own.signature.matches(all[static_cast<std::size_t>(s.rank())]))
    x.wrong("what it sends is not what its table says of its block", MPI_ERR_TRUNCATE);
  takes(x, x.reads, own);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, ints send_counts, ints send_displs,
                       MPI_Datatype type, void* recv, ints recv_counts, ints recv_displs,
                       MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::each};
  x.receives = read_blocks(x, s, recv, recv_counts, recv_displs, recv_type);
  takes_blocks(x, x.writes, recv, recv_counts, recv_displs, recv_type, s.size());
  if (send == MPI_IN_PLACE) {
    x.sends = x.receives;
    return x;
  }
  x.sends = read_blocks(x, s, send, send_counts, send_displs, type);
  takes_blocks(x, x.reads, send, send_counts, send_displs, type, s.size());
  keep_apart(x);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, ints send_counts, ints send_displs,
                       types send_types, void* recv, ints recv_counts, ints recv_displs, types recv_types,
                       MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::each};
  x.receives = read_typed(x, s, recv_counts, recv_displs, recv_types);
  takes_typed(x, x.writes, recv, recv_counts, recv_displs, recv_types, s.size());
  if (send == MPI_IN_PLACE) {
    x.sends = x.receives;
    return x;
  }
  x.sends = read_typed(x, s, send_counts, send_displs, send_types);
  takes_typed(x, x.reads, send, send_counts, send_displs, send_types, s.size());
  keep_apart(x);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, void* recv, MPI_Count count,
                       MPI_Datatype type, MPI_Op op, int root, MPI_Comm) {
  statement x{.of = of};
  take_root(x, s, root);
  const bool at_root = s.rank() == root, in_place = at_root && send == MPI_IN_PLACE;
  const side in = read(x, in_place ? recv : send, count, type);
  x.signature = in.signature;
  take_operator(x, op, in.type);
  takes(x, in_place ? x.writes : x.reads, in);
  if (!at_root || in_place || x.fault) return x;
  takes(x, x.writes, read(x, recv, count, type));
  keep_apart(x);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, void* recv, MPI_Count count,
                       MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  const bool receives = of.of != collective::exscan || s.rank() > 0;
  const bool in_place = send == MPI_IN_PLACE;
  const int n = of.of == collective::reduce_scatter_block ? s.size() : 1;
  const void* const insignificant = &x;
  const side out = read(x, receives ? recv : in_place ? insignificant : send, count, type);
  x.signature = out.signature;
  take_operator(x, op, out.type);
  if (receives)
    takes(x, x.writes, out, in_place ? n : 1);
  else if (!in_place)
    takes(x, x.reads, out);
  if (in_place || !receives || x.fault) return x;
  takes(x, x.reads, read(x, send, count, type), n);
  keep_apart(x);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, void* recv, ints counts,
                       MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  const bool in_place = send == MPI_IN_PLACE;
  const std::vector<int> no_displacements(static_cast<std::size_t>(s.size()));
  const std::vector<type_signature> all =
      read_blocks(x, s, in_place ? recv : send, counts, no_displacements.data(), type);
  x.signature = in_a_row(all);
  take_operator(x, op, look_up(type));
  if (recv == MPI_IN_PLACE) x.wrong("MPI_IN_PLACE is not allowed for this buffer", MPI_ERR_BUFFER);
  if (x.fault) return x;
  std::size_t total = 0;
  for (int r = 0; r < s.size(); ++r) total += static_cast<std::size_t>(counts[r]);
  (in_place ? x.writes : x.reads).add(in_place ? recv : send, total, *look_up(type));
  if (!in_place) takes(x, x.writes, read(x, recv, counts[s.rank()], type));
  keep_apart(x);
  return x;
}

// Blocks of the neighbours that there are. Where there is no topology all is left to the MPI library.
namespace {

using ends = std::span<const neighbour>;

// What a process says of one block: its signature, and where it is.
void take_block(statement& x, footprint& where, type_signature& signature, const void* base,
                std::ptrdiff_t at, MPI_Count count, const type_entry& type) {
  if (count < 0) return x.wrong("a count is negative", MPI_ERR_COUNT);
  if (base == MPI_IN_PLACE) return x.wrong("MPI_IN_PLACE is not allowed for this buffer", MPI_ERR_BUFFER);
  const auto n = static_cast<std::size_t>(count);
  // Of one datatype for all blocks; each with its own may be at an address, from MPI_BOTTOM.
  if (x.of.of != collective::neighbor_alltoallw && nowhere(elements(base, n, type.layout)))
    return x.wrong("its buffer is a null pointer", MPI_ERR_BUFFER);
  signature = facts_of(type).signature.times(n);
  where.add(address(base) + at, n, type);
}

using signatures = std::vector<type_signature>;

void take_regular(statement& x, footprint& where, signatures& all, const void* base, MPI_Count count,
                  MPI_Datatype type, ends blocks, bool one_for_all = false) {
  if (blocks.empty()) return;
  const type_entry* const t = look_up(type);
  if (!t) return x.wrong("its datatype is null or not committed", MPI_ERR_TYPE);
  for (const neighbour& n : blocks)
    take_block(x, where, all[static_cast<std::size_t>(n.block)], base,
               one_for_all ? 0 : std::ptrdiff_t{n.block} * count * t->layout.extent, count, *t);
}
void take_irregular(statement& x, footprint& where, signatures& all, const void* base, ints counts,
                    ints displs, MPI_Datatype type, ends blocks) {
  if (blocks.empty()) return;
  const type_entry* const t = look_up(type);
  if (!t) return x.wrong("its datatype is null or not committed", MPI_ERR_TYPE);
  if (!counts || !displs) return x.wrong("a table of counts or displacements is missing", MPI_ERR_ARG);
  for (const neighbour& n : blocks)
    take_block(x, where, all[static_cast<std::size_t>(n.block)], base, displs[n.block] * t->layout.extent,
               counts[n.block], *t);
}
void take_placed(statement& x, footprint& where, signatures& all, const void* base, ints counts, ints displs,
                 types of, ends blocks) {
  if (blocks.empty()) return;
  if (!counts || !displs || !of)
    return x.wrong("a table of counts, displacements or datatypes is missing", MPI_ERR_ARG);
  for (const neighbour& n : blocks) {
    if (counts[n.block] == 0) continue;
    const type_entry* const t = look_up(of[n.block]);
    if (!t) return x.wrong("a datatype is null or not committed", MPI_ERR_TYPE);
    take_block(x, where, all[static_cast<std::size_t>(n.block)], base, displs[n.block], counts[n.block], *t);
  }
}

statement among(const neighbourhood* n, call_name of) {
  statement x{.of = of};
  if (!n) return x;
  x.compare = statement::pairs::neighbours;
  x.among = n;
  x.sends.resize(static_cast<std::size_t>(n->blocks_out()));
  x.receives.resize(static_cast<std::size_t>(n->blocks_in()));
  return x;
}

}  // namespace

statement neighbours_state(communicator& s, call_name of, const void* send, MPI_Count count,
                           MPI_Datatype type, void* recv, MPI_Count recv_count, MPI_Datatype recv_type,
                           MPI_Comm comm) {
  statement x = among(neighbours_of(s, comm), of);
  if (!x.among) return x;
  take_regular(x, x.reads, x.sends, send, count, type, x.among->destinations(),
               of.of == collective::neighbor_allgather);
  take_regular(x, x.writes, x.receives, recv, recv_count, recv_type, x.among->sources());
  keep_apart(x);
  return x;
}

statement neighbours_state(communicator& s, call_name of, const void* send, MPI_Count count,
                           MPI_Datatype type, void* recv, ints counts, ints displs, MPI_Datatype recv_type,
                           MPI_Comm comm) {
  statement x = among(neighbours_of(s, comm), of);
  if (!x.among) return x;
  take_regular(x, x.reads, x.sends, send, count, type, x.among->destinations(), true);
  take_irregular(x, x.writes, x.receives, recv, counts, displs, recv_type, x.among->sources());
  keep_apart(x);
  return x;
}

statement neighbours_state(communicator& s, call_name of, const void* send, ints send_counts,
                           ints send_displs, MPI_Datatype type, void* recv, ints recv_counts,
                           ints recv_displs, MPI_Datatype recv_type, MPI_Comm comm) {
  statement x = among(neighbours_of(s, comm), of);
  if (!x.among) return x;
  take_irregular(x, x.reads, x.sends, send, send_counts, send_displs, type, x.among->destinations());
  take_irregular(x, x.writes, x.receives, recv, recv_counts, recv_displs, recv_type, x.among->sources());
  keep_apart(x);
  return x;
}

statement neighbours_state(communicator& s, call_name of, const void* send, ints send_counts,
                           ints send_displs, types send_types, void* recv, ints recv_counts, ints recv_displs,
                           types recv_types, MPI_Comm comm) {
  statement x = among(neighbours_of(s, comm), of);
  if (!x.among) return x;
  take_placed(x, x.reads, x.sends, send, send_counts, send_displs, send_types, x.among->destinations());
  take_placed(x, x.writes, x.receives, recv, recv_counts, recv_displs, recv_types, x.among->sources());
  keep_apart(x);
  return x;
}

}  // namespace tutti::mpi
