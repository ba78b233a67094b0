#include "mpi/node_links.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "mpi/progress.hpp"
#include "mpi/world.hpp"
#include "node/domains.hpp"

namespace tutti::mpi {
namespace {

// All rings of a node together; those of few processes need not be longer than `longest`, and none is shorter than `shortest`.
constexpr std::size_t most_bytes = std::size_t{64} << 20U, longest = std::size_t{128} << 10U, shortest = 4096;

node::ring_shape shape_for(int processes) {
  const auto n = static_cast<std::size_t>(processes);
  return node::ring_shape::within(std::clamp(most_bytes / (n * (n - 1)), shortest, longest));
}

// Where the ring from one process of n to another begins. In front of all is a page that says whose they are.
constexpr std::size_t page = 4096;
std::size_t place_of(int from, int to, int n, const node::ring_shape& shape) {
  const auto ring = static_cast<std::size_t>(from) * static_cast<std::size_t>(n - 1) +
                    static_cast<std::size_t>(to < from ? to : to - 1);
  return page + ring * shape.bytes();
}

// Has the pages of this process's rings there before they are used, where that takes little memory: otherwise the first messages
// of each pair, which the machine is clocked by, would wait for the kernel.
void take_pages(std::span<std::byte> all, int rank, int n, const node::ring_shape& shape) {
  constexpr std::size_t little = std::size_t{8} << 20U;
  if (all.size() > little) return;
  const auto touch = [&](std::size_t first) {
    for (std::size_t at = first; at < first + shape.bytes(); at += page / 4) {
      volatile std::byte& b = all[at];
      b = b;  // nobody uses it yet
    }
  };
  for (int i = 0; i < n; ++i)
    if (i != rank) touch(place_of(rank, i, n, shape)), touch(place_of(i, rank, n, shape));
}

bool all_of(bool here, MPI_Comm node) {
  int mine = here, all = 0;
  check(PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, node));
  return all != 0;
}

// The first process makes it, and the others open what it names and see that it is the same.
struct invitation {
  std::uint64_t key = 0;
  std::int64_t creator = 0;
  int descriptor = -1;
};

std::optional<node::segment> share(MPI_Comm node, int rank, std::size_t bytes) {
  std::optional<node::segment> s;
  invitation i;
  if (rank == 0) {
    s = node::segment::create(bytes);
    i.creator = getpid();
    i.key = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) * 2 + 1;
    if (s) {
      i.descriptor = s->descriptor();
      std::memcpy(s->memory().data(), &i.key, sizeof i.key);
    }
  }
  check(PMPI_Bcast(&i, sizeof i, MPI_BYTE, 0, node));
  if (rank != 0 && i.descriptor >= 0)
    s = node::segment::open(static_cast<pid_t>(i.creator), i.descriptor, bytes);
  if (!all_of(s && std::memcmp(s->memory().data(), &i.key, sizeof i.key) == 0, node)) return {};
  s->close_descriptor();
  return s;
}

// What tells one process's memory from any other's.
struct whereabouts {
  std::int64_t process = 0;
  const std::uint64_t* mark = nullptr;
  std::uint64_t value = 0;
};

// How to read the memory of each, if every process may read the next one's.
std::vector<std::optional<node::remote_memory>> try_reading(MPI_Comm node, int rank, int n) {
  static std::uint64_t mark = 0;
  mark = static_cast<std::uint64_t>(getpid()) << 32U ^
         static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  const whereabouts mine{getpid(), &mark, mark};
  std::vector<whereabouts> all(static_cast<std::size_t>(n));
  check(PMPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, node));
  const whereabouts& next = all[static_cast<std::size_t>((rank + 1) % n)];
  std::array<std::byte, sizeof mark> seen{};
  const bool reads = node::remote_memory(static_cast<pid_t>(next.process))
                         .read(reinterpret_cast<const std::byte*>(next.mark), seen.data(), seen.size()) &&
                     std::memcmp(seen.data(), &next.value, seen.size()) == 0;
  std::vector<std::optional<node::remote_memory>> found(all.size());
  if (all_of(reads, node))
    for (std::size_t i = 0; i < all.size(); ++i)
      found[i] = node::remote_memory(static_cast<pid_t>(all[i].process));
  return found;
}

// Whether the processors on which the processes of a node may run are fewer than they.
bool is_crowded(MPI_Comm node, int n) {
  const cpu_set_t mine = node::processors_here();
  cpu_set_t all;
  CPU_ZERO(&all);
  check(PMPI_Allreduce(&mine, &all, sizeof mine, MPI_BYTE, MPI_BOR, node));
  return CPU_COUNT(&all) < n;
}

}  // namespace

void open_node_links(node_links& l, const world& w, MPI_Comm node) {
  int rank = 0, n = 1;
  check(PMPI_Comm_rank(node, &rank));
  check(PMPI_Comm_size(node, &n));
  if (n == 1) return;
  const node::ring_shape shape = shape_for(n);
  const auto all = static_cast<std::size_t>(n) * static_cast<std::size_t>(n - 1);
  l.shared = share(node, rank, page + all * shape.bytes());
  if (!l.shared) {
    l.without = "the processes of a node cannot share memory";
    return;
  }
  take_pages(l.shared->memory(), rank, n, shape);
  l.crowded = is_crowded(node, n);
  const auto reads = try_reading(node, rank, n);
  std::vector<int> ranks(static_cast<std::size_t>(n));
  check(PMPI_Allgather(&w.rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, node));
  l.by_rank.resize(static_cast<std::size_t>(w.size));
  const auto node_of = [&w](int r) { return w.nodes[static_cast<std::size_t>(r)]; };
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (i == rank || node_of(ranks[k]) != node_of(w.rank)) continue;
    std::byte* const memory = l.shared->memory().data();
    l.links.push_back(std::make_unique<node::link>(shape, memory + place_of(rank, i, n, shape),
                                                   memory + place_of(i, rank, n, shape), reads[k],
                                                   w.threads));
    l.by_rank[static_cast<std::size_t>(ranks[k])] = l.links.back().get();
  }
}

// Others may need the MPI library to go on meanwhile, for messages and one-sided communication of the program's; and then the
// processor, which where there are too few of them is given away at each look, and comes back after all others have had it.
void node_wait::rest() {
  constexpr unsigned progress_each = 16, long_wait = 4000;
  const unsigned over = turns_ - patience_;
  const unsigned each = crowded_ ? progress_each / 4 : progress_each;
  if (over % each == 0) progress::poll();
  if (crowded_ || over > long_wait) sched_yield();
}

}  // namespace tutti::mpi
