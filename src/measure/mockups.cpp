#include "measure/mockups.hpp"

#include <array>

namespace tutti::measure {
namespace {

// Memory for elements as a mock-up's arguments take it.
std::byte* place(const scratch& memory) { return memory.all().data; }

task allgather_by_gather_bcast(library& use, arguments a) {
  a.root = 0;
  co_await use.perform(collective::gather, a);
  arguments all = a;
  all.count = a.count * static_cast<std::size_t>(use.size());
  co_await use.perform(collective::bcast, all);
}

task allgather_by_alltoall(library& use, arguments a) {
  const auto p = static_cast<std::size_t>(use.size());
  const scratch copies(use.self(), a.count * p, *a.type);
  const const_buffer own(a.send, a.count, *a.type);
  for (std::size_t i = 0; i < p; ++i) use.self().copy(own, copies.slice(i * a.count, a.count));
  arguments each = a;
  each.send = place(copies);
  co_await use.perform(collective::alltoall, each);
}

task allreduce_by_reduce_bcast(library& use, arguments a) {
  a.root = 0;
  co_await use.perform(collective::reduce, a);
  co_await use.perform(collective::bcast, a);
}

// Blocks must be equally long: the vector is padded to a multiple of p.
task allreduce_by_reduce_scatter_block_allgather(library& use, arguments a) {
  const auto p = static_cast<std::size_t>(use.size());
  const std::size_t block = (a.count + p - 1) / p;
  const scratch padded(use.self(), block * p, *a.type), own(use.self(), block, *a.type),
      result(use.self(), block * p, *a.type);
  const const_buffer vector(a.send, a.count, *a.type);
  use.self().copy(vector, padded.slice(0, a.count));
  for (std::size_t i = a.count; i < block * p; ++i)  // any element will do
    use.self().copy(vector.slice(0, 1), padded.slice(i, 1));
  arguments scatter = a;
  scatter.send = place(padded), scatter.recv = place(own), scatter.count = block;
  co_await use.perform(collective::reduce_scatter_block, scatter);
  arguments gather = scatter;
  gather.send = place(own), gather.recv = place(result);
  co_await use.perform(collective::allgather, gather);
  const buffer out(a.recv, a.count, *a.type);
  use.self().copy(result.slice(0, a.count), out);
}

// Blocks must be equally long: what is scattered is padded to a multiple of p.
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
  } else {  // what came before stands on the left
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
    mockup{collective::gather, "allgather", "everyone receives what the root asks for", gather_by_allgather},
    mockup{collective::scatter, "bcast", "everyone receives all blocks", scatter_by_bcast},
    mockup{collective::bcast, "scatter+allgather", "in blocks of equal length", bcast_by_scatter_allgather},
    mockup{collective::allgather, "gather+bcast", "", allgather_by_gather_bcast},
    mockup{collective::allgather, "alltoall", "the same block for everyone", allgather_by_alltoall},
    mockup{collective::reduce, "allreduce", "everyone receives the result", reduce_by_allreduce},
    mockup{collective::allreduce, "reduce+bcast", "", allreduce_by_reduce_bcast},
    mockup{collective::allreduce, "reduce_scatter_block+allgather", "in blocks of equal length",
           allreduce_by_reduce_scatter_block_allgather},
    mockup{collective::scan, "exscan+reduce_local", "", scan_by_exscan_reduce_local},
};

}  // namespace

std::span<const mockup> mockups() noexcept { return all; }

const mockup* mockup_named(collective of, std::string_view name) noexcept {
  for (const mockup& m : all)
    if (m.of == of && m.name == name) return &m;
  return nullptr;
}

}  // namespace tutti::measure
