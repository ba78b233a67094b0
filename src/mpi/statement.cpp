// What each collective's arguments state, and what is wrong with them alone.

#include "mpi/statement.hpp"

#include <array>
#include <cstddef>

#include "mpi/operators.hpp"
#include "mpi/serve.hpp"

namespace tutti::mpi {
namespace {

// The arguments of one side: elements at an address.
struct side {
  const void* data = nullptr;
  std::size_t count = 0;
  const type_entry* type = nullptr;
  type_signature signature;

  [[nodiscard]] buffer all() const noexcept { return type ? elements(data, count, type->layout) : buffer{}; }
};

side read(statement& x, const void* data, MPI_Count count, MPI_Datatype type) {
  side s{.data = data, .type = look_up(type)};
  if (!s.type) return x.wrong("its datatype is not committed, or none", MPI_ERR_TYPE), s;
  if (count < 0) return x.wrong("its count is negative", MPI_ERR_COUNT), s;
  s.count = static_cast<std::size_t>(count);
  if (data == MPI_IN_PLACE)
    x.wrong("MPI_IN_PLACE has no meaning there", MPI_ERR_BUFFER);
  else if (nowhere(s.all()))
    x.wrong("its buffer is a null pointer", MPI_ERR_BUFFER);
  s.signature = signature_of(type).times(s.count);
  return s;
}

void take_root(statement& x, const communicator& s, int root) {
  x.root = root;
  if (root < 0 || root >= s.size()) x.wrong("there is no such root", MPI_ERR_ROOT);
}

void take_operator(statement& x, MPI_Op op, const type_entry* type) {
  const MPI_Op known[] = {MPI_SUM,  MPI_MAX,  MPI_MIN, MPI_PROD, MPI_LAND,   MPI_LOR,
                          MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
  operation asked;
  if (type && !look_up(op, *type, asked)) return x.wrong("its operator is none for its datatype", MPI_ERR_OP);
  for (std::size_t k = 0; k < std::size(known); ++k)
    if (op == known[k]) return void(x.op = static_cast<int>(k));
  int commutes = 0;
  check(PMPI_Op_commutative(op, &commutes));
  x.op = 100 + commutes;
}

// Dense data whose bytes meet. Data with holes may lie between each other's elements: of those nothing is said but where they
// are the same elements.
bool overlap(const_buffer a, const_buffer b) noexcept {
  if (a.empty() || b.empty() || a.bytes() == 0 || b.bytes() == 0) return false;
  if (same_elements(a, b)) return true;
  if (!a.type->dense || !b.type->dense) return false;
  return a.data < b.data + b.bytes() && b.data < a.data + a.bytes();
}
void keep_apart(statement& x, const_buffer send, const_buffer recv) {
  if (!x.fault && overlap(send, recv)) x.wrong("it sends and receives the same memory", MPI_ERR_BUFFER);
}

// Blocks of one datatype by tables. Their signatures, in the order of the ranks.
std::vector<type_signature> read_blocks(statement& x, const communicator& s, const void* base, ints counts,
                                        ints displs, MPI_Datatype type) {
  std::vector<type_signature> all;
  const type_entry* t = look_up(type);
  if (!t) return x.wrong("its datatype is not committed, or none", MPI_ERR_TYPE), all;
  if (!counts || !displs) return x.wrong("a table of counts or displacements is missing", MPI_ERR_ARG), all;
  if (base == MPI_IN_PLACE) return x.wrong("MPI_IN_PLACE has no meaning there", MPI_ERR_BUFFER), all;
  const type_signature one = signature_of(type);
  for (int r = 0; r < s.size(); ++r) {
    if (counts[r] < 0) return x.wrong("a count is negative", MPI_ERR_COUNT), all;
    if (nowhere(elements(base, static_cast<std::size_t>(counts[r]), t->layout)))
      return x.wrong("its buffer is a null pointer", MPI_ERR_BUFFER), all;
    all.push_back(one.times(static_cast<std::uint64_t>(counts[r])));
  }
  return all;
}

std::vector<type_signature> read_typed(statement& x, const communicator& s, ints counts, types of) {
  std::vector<type_signature> all;
  if (!counts || !of) return x.wrong("a table of counts or datatypes is missing", MPI_ERR_ARG), all;
  for (int r = 0; r < s.size(); ++r) {
    if (counts[r] < 0) return x.wrong("a count is negative", MPI_ERR_COUNT), all;
    if (counts[r] > 0 && !look_up(of[r]))
      return x.wrong("a datatype is not committed, or none", MPI_ERR_TYPE), all;
    all.push_back(counts[r] == 0 ? type_signature{}
                                 : signature_of(of[r]).times(static_cast<std::uint64_t>(counts[r])));
  }
  return all;
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
  x.signature = read(x, data, count, type).signature;
  return x;
}

// Gather and scatter: every block is the same.
statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, MPI_Count recv_count, MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of};
  take_root(x, s, root);
  const bool gathers = of.of == collective::gather;
  const bool at_root = s.rank() == root, in_place = (gathers ? send : recv) == MPI_IN_PLACE;
  if (!at_root) {
    x.signature = (gathers ? read(x, send, count, type) : read(x, recv, recv_count, recv_type)).signature;
    return x;
  }
  const side all = gathers ? read(x, recv, recv_count, recv_type) : read(x, send, count, type);
  x.signature = all.signature;
  if (in_place) return x;
  const side own = gathers ? read(x, send, count, type) : read(x, recv, recv_count, recv_type);
  if (x.fault) return x;
  if (!own.signature.matches(all.signature))
    x.wrong("the root's own block is not what it says of the others'", MPI_ERR_TRUNCATE);
  keep_apart(x, own.all(),
             elements(all.data, all.count * static_cast<std::size_t>(s.size()), all.type->layout));
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, ints counts, ints displs, MPI_Datatype recv_type, int root, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  take_root(x, s, root);
  const bool at_root = s.rank() == root;
  if (at_root) x.receives = read_blocks(x, s, recv, counts, displs, recv_type);
  if (!at_root || send != MPI_IN_PLACE) x.own = read(x, send, count, type).signature;
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, ints counts, ints displs,
                       MPI_Datatype type, void* recv, MPI_Count count, MPI_Datatype recv_type, int root,
                       MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::with_root};
  take_root(x, s, root);
  const bool at_root = s.rank() == root;
  if (at_root) x.sends = read_blocks(x, s, send, counts, displs, type);
  if (!at_root || recv != MPI_IN_PLACE) x.own = read(x, recv, count, recv_type).signature;
  return x;
}

// Allgather and alltoall: again every block is the same.
statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, MPI_Count recv_count, MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const side in = read(x, recv, recv_count, recv_type);
  x.signature = in.signature;
  if (send == MPI_IN_PLACE) return x;
  const side out = read(x, send, count, type);
  if (x.fault) return x;
  if (!out.signature.matches(in.signature))
    x.wrong("what it sends is not what it receives from others", MPI_ERR_TRUNCATE);
  const auto p = static_cast<std::size_t>(s.size());
  const std::size_t blocks = of.of == collective::alltoall ? p : 1;
  keep_apart(x, elements(send, out.count * blocks, out.type->layout),
             elements(recv, in.count * p, in.type->layout));
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, MPI_Count count, MPI_Datatype type,
                       void* recv, ints counts, ints displs, MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of};
  const std::vector<type_signature> all = read_blocks(x, s, recv, counts, displs, recv_type);
  x.signature = in_a_row(all);
  if (send == MPI_IN_PLACE) return x;
  const type_signature own = read(x, send, count, type).signature;
  if (!x.fault && !own.matches(all[static_cast<std::size_t>(s.rank())]))
    x.wrong("what it sends is not what its table says of its block", MPI_ERR_TRUNCATE);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, ints send_counts, ints send_displs,
                       MPI_Datatype type, void* recv, ints recv_counts, ints recv_displs,
                       MPI_Datatype recv_type, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::each};
  x.receives = read_blocks(x, s, recv, recv_counts, recv_displs, recv_type);
  x.sends = send == MPI_IN_PLACE ? x.receives : read_blocks(x, s, send, send_counts, send_displs, type);
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, ints send_counts, ints,
                       types send_types, void*, ints recv_counts, ints, types recv_types, MPI_Comm) {
  statement x{.of = of, .compare = statement::pairs::each};
  x.receives = read_typed(x, s, recv_counts, recv_types);
  x.sends = send == MPI_IN_PLACE ? x.receives : read_typed(x, s, send_counts, send_types);
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
  if (!at_root || in_place || x.fault) return x;
  keep_apart(x, in.all(), read(x, recv, count, type).all());
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, void* recv, MPI_Count count,
                       MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  const bool receives = of.of != collective::exscan || s.rank() > 0;
  const bool in_place = send == MPI_IN_PLACE;
  const void* const insignificant = &x;
  const side out = read(x, receives ? recv : in_place ? insignificant : send, count, type);
  x.signature = out.signature;
  take_operator(x, op, out.type);
  if (in_place || !receives || x.fault) return x;
  const side in = read(x, send, count, type);
  const std::size_t n = of.of == collective::reduce_scatter_block ? static_cast<std::size_t>(s.size()) : 1;
  if (!x.fault) keep_apart(x, elements(send, in.count * n, in.type->layout), out.all());
  return x;
}

statement statement_of(communicator& s, call_name of, const void* send, void* recv, ints counts,
                       MPI_Datatype type, MPI_Op op, MPI_Comm) {
  statement x{.of = of};
  const std::vector<int> no_displacements(static_cast<std::size_t>(s.size()));
  const std::vector<type_signature> all =
      read_blocks(x, s, send == MPI_IN_PLACE ? recv : send, counts, no_displacements.data(), type);
  x.signature = in_a_row(all);
  take_operator(x, op, look_up(type));
  if (recv == MPI_IN_PLACE) x.wrong("MPI_IN_PLACE has no meaning there", MPI_ERR_BUFFER);
  return x;
}

}  // namespace tutti::mpi
