#include "mpi/check/stated_arguments.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "mpi/data/arguments.hpp"
#include "mpi/data/doubled_byte.hpp"
#include "mpi/data/operators.hpp"
#include "mpi/data/type_facts.hpp"

namespace tutti::mpi {
namespace {

// Checks of single elements and of blocks. Each notes the fault that it finds.

const type_entry* committed_type(statement& x, MPI_Datatype type) {
  const type_entry* const t = look_up(type);
  if (!t) x.note_fault("its datatype is null or not committed", MPI_ERR_TYPE);
  return t;
}

bool not_in_place(statement& x, const void* data) {
  if (data == MPI_IN_PLACE) x.note_fault("MPI_IN_PLACE is not allowed for this buffer", MPI_ERR_BUFFER);
  return data != MPI_IN_PLACE;
}

bool has_memory(statement& x, const void* data, std::size_t count, const type_entry& type) {
  const bool none = has_null_address(elements(data, count, type.layout));
  if (none) x.note_fault("its buffer is a null pointer", MPI_ERR_BUFFER);
  return !none;
}

block_list block_list_of(std::span<const neighbour> partners, int blocks) {
  return {{partners.begin(), partners.end()}, blocks};
}

// Blocks that a call receives, by their numbers. The standard forbids the call to write any location twice.
class received_blocks {
 public:
  explicit received_blocks(std::size_t n) : blocks_(n) {}

  void set(std::size_t k, const void* at, std::size_t count, const type_entry& type) {
    const auto address = reinterpret_cast<std::ptrdiff_t>(at), n = static_cast<std::ptrdiff_t>(count);
    if (type.layout.dense) {
      blocks_[k] = {address, n * static_cast<std::ptrdiff_t>(type.layout.size), 1, nullptr};
      return;
    }
    const type_facts& facts = facts_of(type);
    blocks_[k] = {address, n, type.layout.extent, facts.map};
    if (!facts.disjoint) maps_ = inner_maps::may_double;
  }
  void note_fault(statement& x, const void* buffer) const {
    const auto found = find_doubled(blocks_, maps_);
    if (!found) return;
    x.note_fault("it receives into the same memory twice", MPI_ERR_BUFFER, statement::fault_kind::unseen);
    const auto start = reinterpret_cast<std::ptrdiff_t>(buffer);  // 0: MPI_BOTTOM
    const std::string byte = start != 0 ? fmt::format("byte {} of the receive buffer", found->at - start)
                                        : fmt::format("the byte at address {:#x}", found->at);
    x.fault_place = found->first != found->second
                        ? fmt::format("blocks {} and {} share {}", found->first, found->second, byte)
                    : blocks_.size() > 1 ? fmt::format("block {} has {} twice", found->first, byte)
                                         : fmt::format("what it receives has {} twice", byte);
  }

 private:
  std::vector<byte_map::copies> blocks_;
  inner_maps maps_ = inner_maps::disjoint;
};

// True if it is clear that consecutive elements share no byte.
bool are_disjoint(const stated_elements& all) {
  if (all.type->layout.dense) return true;
  const type_facts& facts = facts_of(*all.type);
  return facts.disjoint && std::abs(all.type->layout.extent) >= facts.map->to - facts.map->from;
}

}  // namespace

void read_root(statement& x, const communicator& c, int root) {
  x.root = root;
  if (root < 0 || root >= c.size()) x.note_fault("its root is not a rank of the communicator", MPI_ERR_ROOT);
}

void read_operator(statement& x, MPI_Op op, const type_entry* type) {
  operation asked;
  if (!type) return;
  x.beyond_standard = computed_beyond_standard(op, *type);
  if (!left_to_library(op, *type) && !look_up(op, *type, asked))
    return x.note_fault("its operator is not defined for its datatype", MPI_ERR_OP);
  x.op = compared_operator(op);
}

stated_elements read_elements(statement& x, const side& s) {
  stated_elements all{.data = s.data, .type = committed_type(x, s.type)};
  if (!all.type) return all;
  if (s.count < 0) return x.note_fault("its count is negative", MPI_ERR_COUNT), all;
  all.count = static_cast<std::size_t>(s.count);
  if (not_in_place(x, s.data)) has_memory(x, s.data, all.count, *all.type);
  all.signature = facts_of(*all.type).signature.times(all.count);
  return all;
}

void note_memory(statement& x, footprint& where, const stated_elements& all, int times) {
  if (x.fault) return;
  const auto blocks = static_cast<std::size_t>(times);
  where.add(all.data, all.count * blocks, *all.type);
  if (&where != &x.writes || are_disjoint(all)) return;
  const auto length = static_cast<std::ptrdiff_t>(all.count) * all.type->layout.extent;
  received_blocks received(blocks);
  for (std::size_t k = 0; k < blocks; ++k)
    received.set(k, address(all.data) + static_cast<std::ptrdiff_t>(k) * length, all.count, *all.type);
  received.note_fault(x, all.data);
}

block_list blocks_of_ranks(const communicator& c) {
  block_list list{.blocks = c.size()};
  for (int r = 0; r < c.size(); ++r) list.partners.push_back({.rank = r, .block = r});
  return list;
}
block_list blocks_to(const neighbourhood& n) { return block_list_of(n.destinations(), n.blocks_out()); }
block_list blocks_from(const neighbourhood& n) { return block_list_of(n.sources(), n.blocks_in()); }

std::vector<type_signature> read_blocks(statement& x, footprint& where, const block_list& list, const side& s,
                                        bool same_to_all) {
  const auto n = static_cast<std::size_t>(list.blocks);
  if (s.as == side::kind::elements) {
    std::vector<std::ptrdiff_t> counts(n, static_cast<std::ptrdiff_t>(s.count)), displs(n);
    for (std::size_t k = 1; k < n && !same_to_all; ++k)
      displs[k] = displs[k - 1] + static_cast<std::ptrdiff_t>(s.count);
    return read_blocks(x, where, list, side::tables(s.data, counts.data(), displs.data(), s.type));
  }
  std::vector<type_signature> signatures(n);
  const bool receives = &where == &x.writes;
  received_blocks received(receives ? n : 0);
  const bool typed = s.as == side::kind::typed;
  const type_entry* type = typed ? nullptr : committed_type(x, s.type);
  if (!typed && !type) return signatures;
  if (!s.counts || !s.displs || (typed && !s.own_types)) {
    x.note_fault(typed ? "a table of counts, displacements or datatypes is missing"
                       : "a table of counts or displacements is missing",
                 MPI_ERR_ARG);
    return signatures;
  }
  if (!not_in_place(x, s.data)) return signatures;
  // Blocks for missing neighbours are not sent, but their arguments have to be legal.
  std::vector<bool> has_partner(signatures.size());
  for (const auto [rank, k] : list.partners) has_partner[static_cast<std::size_t>(k)] = true;
  for (int k = 0; k < list.blocks; ++k) {
    const auto index = static_cast<std::size_t>(k);
    if (s.counts[k] < 0) return x.note_fault("a count is negative", MPI_ERR_COUNT), signatures;
    const auto count = static_cast<std::size_t>(s.counts[k]);
    if (count == 0) continue;  // an empty block's own datatype may be invalid
    if (typed) type = look_up(s.own_types[k]);
    if (!type) return x.note_fault("a datatype is null or not committed", MPI_ERR_TYPE), signatures;
    // With MPI_BOTTOM, the displacements are addresses.
    const std::byte* const at = address(s.data) + s.displs[k] * (typed ? 1 : type->layout.extent);
    if (!s.data && !has_memory(x, at, count, *type)) return signatures;
    if (!has_partner[index]) continue;
    signatures[index] = facts_of(*type).signature.times(count);
    if (x.fault) continue;
    where.add(at, count, *type);
    if (receives) received.set(index, at, count, *type);
  }
  if (receives && !x.fault) received.note_fault(x, s.data);
  return signatures;
}

void note_overlap(statement& x) {
  if (!x.fault && x.reads.meets(x.writes))
    x.note_fault("it sends and receives the same memory", MPI_ERR_BUFFER, statement::fault_kind::overlap);
}

void note_refused_overlap(statement& x, const stated_elements& sent, const void* recv) {
  const datatype& type = sent.type->layout;
  if (refused_overlap(elements(sent.data, sent.count, type), elements(recv, sent.count, type)))
    x.note_fault("it sends and receives the same memory", MPI_ERR_BUFFER);
}

}  // namespace tutti::mpi
