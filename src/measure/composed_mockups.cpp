#include <array>

#include "measure/mockups.hpp"
#include "measure/stretches.hpp"

// Collectives made of others: the guidelines of Hunold and Carpen-Amarie (HPC Asia 2018, PGMPITuneLib), and
// similar ones for the collectives that are not among those.
namespace tutti::measure {
namespace {

// The length of block i of p, which begins at floor(i n / p).
std::size_t part_length(std::size_t i, std::size_t p, std::size_t n) { return (i + 1) * n / p - i * n / p; }

// Every process contributes an int. Without data, MPI may send no messages, and no process would wait.
template <collective... Steps>
task barrier_by(library& use, arguments a) {
  const auto p = static_cast<std::size_t>(use.size());
  const datatype& type = use.ints().type;
  const scratch own(use.self(), 1, type), all(use.self(), p, type);
  clear(use.self(), own), clear(use.self(), all);
  a.type = &type, a.op = &use.ints().bits, a.count = 1, a.root = 0;
  a.send = place(own), a.recv = place(all);
  for (const collective c : {Steps...}) co_await use.perform(c, a);
}

task allgather_by_gather_bcast(library& use, arguments a) {
  a.root = 0;
  co_await use.perform(collective::gather, a);
  arguments all = a;
  all.count = a.count * static_cast<std::size_t>(use.size());
  co_await use.perform(collective::bcast, all);
}

// Copies this process's block once for each process.
void repeat_own(library& use, const arguments& a, const scratch& copies) {
  const const_buffer own(a.send, a.count, *a.type);
  for (std::size_t i = 0; i < static_cast<std::size_t>(use.size()); ++i)
    use.self().copy(own, copies.slice(i * a.count, a.count));
}

task allgather_by_alltoall(library& use, arguments a) {
  const scratch copies(use.self(), a.count * static_cast<std::size_t>(use.size()), *a.type);
  repeat_own(use, a, copies);
  arguments each = a;
  each.send = place(copies);
  co_await use.perform(collective::alltoall, each);
}

// Puts each process's own block into a vector of zeros. `combining` combines these vectors by a bitwise or of
// ints, since elements have no holes.
task own_blocks_combined(collective combining, library& use, arguments a) {
  const lengths blocks(a.recv_counts, a.count);
  const std::size_t all = blocks.sum(use.size());
  const scratch vector(use.self(), all, *a.type);
  clear(use.self(), vector);
  use.self().copy(const_buffer(a.send, a.count, *a.type), vector.slice(blocks.sum(use.rank()), a.count));
  arguments made = a;
  made.send = place(vector), made.count = all * a.type->size / use.ints().type.size;
  made.type = &use.ints().type, made.op = &use.ints().bits;
  co_await use.perform(combining, made);
}

task allgather_by_allreduce(library& use, arguments a) {
  return own_blocks_combined(collective::allreduce, use, a);
}

task allgatherv_by_gatherv_bcast(library& use, arguments a) {
  a.root = 0;
  co_await use.perform(collective::gatherv, a);
  arguments all = a;
  all.count = lengths(a.recv_counts, a.count).sum(use.size());
  co_await use.perform(collective::bcast, all);
}

task allgatherv_by_alltoallv(library& use, arguments a) {
  const scratch copies(use.self(), a.count * static_cast<std::size_t>(use.size()), *a.type);
  repeat_own(use, a, copies);
  const block_lengths sent(use.size(), [&](int) { return a.count; });
  arguments each = a;
  each.send = place(copies), each.send_counts = sent.counts(), each.send_displacements = sent.displacements();
  co_await use.perform(collective::alltoallv, each);
}

// The last process has the result of all.
task allreduce_by_scan_bcast(library& use, arguments a) {
  co_await use.perform(collective::scan, a);
  a.root = use.size() - 1;
  co_await use.perform(collective::bcast, a);
}

// Reduces to parts, one on each process, which `gathering` then puts together.
task reduce_scatter_and(collective gathering, library& use, arguments a) {
  const std::size_t p = static_cast<std::size_t>(use.size()), n = a.count;
  const block_lengths blocks(use.size(),
                             [&](int i) { return part_length(static_cast<std::size_t>(i), p, n); });
  const auto own_count = static_cast<std::size_t>(blocks.counts()[use.rank()]);
  const scratch own(use.self(), own_count, *a.type);
  arguments scatter = a;
  scatter.recv = place(own), scatter.count = own_count, scatter.recv_counts = blocks.counts();
  co_await use.perform(collective::reduce_scatter, scatter);
  arguments gather = scatter;
  gather.send = place(own), gather.recv = a.recv, gather.recv_displacements = blocks.displacements();
  co_await use.perform(gathering, gather);
}

task allreduce_by_reduce_scatter_allgatherv(library& use, arguments a) {
  return reduce_scatter_and(collective::allgatherv, use, a);
}

task allreduce_by_reduce_bcast(library& use, arguments a) {
  a.root = 0;
  co_await use.perform(collective::reduce, a);
  co_await use.perform(collective::bcast, a);
}

// Blocks must be equally long: the vector is padded to a multiple of p.
template <collective Gather>
task reduction_in_blocks(library& use, arguments a) {
  const auto p = static_cast<std::size_t>(use.size());
  const std::size_t block = (a.count + p - 1) / p;
  const bool here = Gather == collective::allgather || use.rank() == a.root;
  const scratch padded(use.self(), block * p, *a.type), own(use.self(), block, *a.type),
      result(use.self(), here ? block * p : 0, *a.type);
  const const_buffer vector(a.send, a.count, *a.type);
  use.self().copy(vector, padded.slice(0, a.count));
  clear(use.self(), padded.slice(a.count, block * p - a.count));
  arguments scatter = a;
  scatter.send = place(padded), scatter.recv = place(own), scatter.count = block;
  co_await use.perform(collective::reduce_scatter_block, scatter);
  arguments gather = scatter;
  gather.send = place(own), gather.recv = place(result);
  co_await use.perform(Gather, gather);
  const buffer out(a.recv, a.count, *a.type);
  if (here) use.self().copy(result.slice(0, a.count), out);
}

// Blocks must be equally long: the vector is padded to a multiple of p, then scattered.
task bcast_by_scatter_allgather(library& use, arguments a) {
  const auto p = static_cast<std::size_t>(use.size());
  const std::size_t block = (a.count + p - 1) / p;
  const scratch padded(use.self(), block * p, *a.type), own(use.self(), block, *a.type);
  const buffer vector(a.recv, a.count, *a.type);
  if (use.rank() == a.root) use.self().copy(vector, padded.slice(0, a.count));
  arguments scatter = a;
  scatter.send = place(padded), scatter.recv = place(own), scatter.count = block;
  co_await use.perform(collective::scatter, scatter);
  arguments gather = scatter;
  gather.send = place(own), gather.recv = place(padded);
  co_await use.perform(collective::allgather, gather);
  if (use.rank() != a.root) use.self().copy(padded.slice(0, a.count), vector);
}

// The root contributes everything, the others nothing.
task bcast_by_allgatherv(library& use, arguments a) {
  const bool root = use.rank() == a.root;
  const scratch own(use.self(), root ? a.count : 0, *a.type);
  if (root) use.self().copy(const_buffer(a.recv, a.count, *a.type), own);
  const block_lengths blocks(use.size(), [&](int i) { return i == a.root ? a.count : 0; });
  arguments made = a;
  made.send = place(own), made.count = root ? a.count : 0;
  made.recv_counts = blocks.counts(), made.recv_displacements = blocks.displacements();
  co_await use.perform(collective::allgatherv, made);
}

task gather_by_reduce(library& use, arguments a) { return own_blocks_combined(collective::reduce, use, a); }

task reduce_by_reduce_scatter_gatherv(library& use, arguments a) {
  return reduce_scatter_and(collective::gatherv, use, a);
}

task reduce_scatter_block_by_reduce_and_scatter(library& use, arguments a) {
  const std::size_t all = a.count * static_cast<std::size_t>(use.size());
  a.root = 0;
  const scratch result(use.self(), use.rank() == a.root ? all : 0, *a.type);
  arguments reduce = a;
  reduce.recv = place(result), reduce.count = all;
  co_await use.perform(collective::reduce, reduce);
  arguments scatter = a;
  scatter.send = place(result);
  co_await use.perform(collective::scatter, scatter);
}

task reduce_scatter_by_reduce_scatterv(library& use, arguments a) {
  a.root = 0;
  const block_lengths blocks(use.size(), [&](int i) { return a.recv_counts[i]; });
  const std::size_t all = lengths(a.recv_counts, a.count).sum(use.size());
  const scratch result(use.self(), use.rank() == a.root ? all : 0, *a.type);
  arguments reduce = a;
  reduce.recv = place(result), reduce.count = all;
  co_await use.perform(collective::reduce, reduce);
  arguments scatter = a;
  scatter.send = place(result);
  scatter.send_counts = blocks.counts(), scatter.send_displacements = blocks.displacements();
  co_await use.perform(collective::scatterv, scatter);
}

// Every process receives everything and keeps its own block. Serves equal and unequal blocks.
task reduce_scatter_by_allreduce(library& use, arguments a) {
  const lengths blocks(a.recv_counts, a.count);
  const std::size_t all = blocks.sum(use.size()), before = blocks.sum(use.rank());
  const scratch result(use.self(), all, *a.type);
  arguments made = a;
  made.recv = place(result), made.count = all;
  co_await use.perform(collective::allreduce, made);
  use.self().copy(result.slice(before, a.count), buffer(a.recv, a.count, *a.type));
}

// Every process receives the scan of the process before it.
task exscan_by_scan_shift(library& use, arguments a) {
  const scratch own(use.self(), a.count, *a.type);
  arguments made = a;
  made.recv = place(own);
  co_await use.perform(collective::scan, made);
  const int next = use.rank() + 1 < use.size() ? use.rank() + 1 : nobody,
            before = use.rank() > 0 ? use.rank() - 1 : nobody;
  const buffer out(a.recv, a.count, *a.type);
  co_await use.self().sendrecv(own, next, out, before);
}

task gather_by_allgather(library& use, arguments a) {
  const auto p = static_cast<std::size_t>(use.size());
  const scratch all(use.self(), use.rank() == a.root ? 0 : a.count * p, *a.type);
  if (use.rank() != a.root) a.recv = place(all);
  co_await use.perform(collective::allgather, a);
}

task reduce_by_allreduce(library& use, arguments a) {
  const scratch result(use.self(), use.rank() == a.root ? 0 : a.count, *a.type);
  if (use.rank() != a.root) a.recv = place(result);
  co_await use.perform(collective::allreduce, a);
}

task scan_by_exscan_reduce_local(library& use, arguments a) {
  co_await use.perform(collective::exscan, a);
  const buffer out(a.recv, a.count, *a.type);
  const const_buffer own(a.send, a.count, *a.type);
  if (use.rank() == 0) {
    use.self().copy(own, out);
  } else {  // the result of the processes before is the left operand
    const scratch before(use.self(), a.count, *a.type);
    use.self().copy(out, before);
    use.self().copy(own, out);
    use.self().reduce(*a.op, before, out);
  }
}

task scatter_by_bcast(library& use, arguments a) {
  const auto p = static_cast<std::size_t>(use.size());
  const scratch room(use.self(), use.rank() == a.root ? 0 : a.count * p, *a.type);
  arguments all = a;
  all.recv = use.rank() == a.root ? a.send : place(room);
  all.count = a.count * p;
  co_await use.perform(collective::bcast, all);
  const const_buffer blocks(all.recv, all.count, *a.type);
  const buffer out(a.recv, a.count, *a.type);
  use.self().copy(blocks.slice(static_cast<std::size_t>(use.rank()) * a.count, a.count), out);
}

constexpr std::array all{
    mockup{collective::barrier, "allreduce", "of an int", barrier_by<collective::allreduce>},
    mockup{collective::barrier, "reduce+bcast", "of an int",
           barrier_by<collective::reduce, collective::bcast>},
    mockup{collective::barrier, "allgather", "of an int", barrier_by<collective::allgather>},
    mockup{collective::bcast, "allgatherv", "only the root has anything", bcast_by_allgatherv},
    mockup{collective::bcast, "scatter+allgather", "in blocks of equal length", bcast_by_scatter_allgather},
    mockup{collective::gather, "allgather", "every process receives the root's result", gather_by_allgather},
    mockup{collective::gather, "reduce", "blocks in vectors of zeros", gather_by_reduce, family::composed,
           true},
    mockup{collective::scatter, "bcast", "every process receives all blocks", scatter_by_bcast},
    mockup{collective::allgather, "gather+bcast", "", allgather_by_gather_bcast},
    mockup{collective::allgather, "alltoall", "the same block for every process", allgather_by_alltoall},
    mockup{collective::allgather, "allreduce", "blocks in vectors of zeros", allgather_by_allreduce,
           family::composed, true},
    mockup{collective::allgatherv, "gatherv+bcast", "", allgatherv_by_gatherv_bcast},
    mockup{collective::allgatherv, "alltoallv", "the same block for every process", allgatherv_by_alltoallv},
    mockup{collective::allgatherv, "allreduce", "blocks in vectors of zeros", allgather_by_allreduce,
           family::composed, true},
    mockup{collective::reduce, "allreduce", "every process receives the result", reduce_by_allreduce},
    mockup{collective::reduce, "reduce_scatter_block+gather", "in blocks of equal length",
           reduction_in_blocks<collective::gather>},
    mockup{collective::reduce, "reduce_scatter+gatherv", "", reduce_by_reduce_scatter_gatherv},
    mockup{collective::allreduce, "reduce+bcast", "", allreduce_by_reduce_bcast},
    mockup{collective::allreduce, "reduce_scatter_block+allgather", "in blocks of equal length",
           reduction_in_blocks<collective::allgather>},
    mockup{collective::allreduce, "reduce_scatter+allgatherv", "", allreduce_by_reduce_scatter_allgatherv},
    mockup{collective::allreduce, "scan+bcast", "what the last process has", allreduce_by_scan_bcast},
    mockup{collective::reduce_scatter, "reduce+scatterv", "", reduce_scatter_by_reduce_scatterv},
    mockup{collective::reduce_scatter, "allreduce", "every process receives everything",
           reduce_scatter_by_allreduce},
    mockup{collective::reduce_scatter_block, "reduce+scatter", "",
           reduce_scatter_block_by_reduce_and_scatter},
    mockup{collective::reduce_scatter_block, "allreduce", "every process receives everything",
           reduce_scatter_by_allreduce},
    mockup{collective::scan, "exscan+reduce_local", "", scan_by_exscan_reduce_local},
    mockup{collective::exscan, "scan+shift", "from the process before", exscan_by_scan_shift},
};

}  // namespace

std::span<const mockup> composed_mockups() noexcept { return all; }

}  // namespace tutti::measure
