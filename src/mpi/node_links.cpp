#include "mpi/node_links.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>

#include "mpi/progress.hpp"
#include "mpi/world.hpp"
#include "node/domains.hpp"

namespace tutti::mpi {
namespace {

// All rings of a node together; those of few processes need not be longer than `longest`, and none is shorter than `shortest`.
constexpr std::size_t most_bytes = std::size_t{64} << 20U, longest = std::size_t{128} << 10U, shortest = 4096;

// All boards of a node together, and one of them: a few pieces that lie in their writer's second cache.
constexpr std::size_t all_boards = std::size_t{16} << 20U, shortest_board = 4096,
                      longest_board = std::size_t{256} << 10U;

node::ring_shape shape_for(int processes) {
  const auto n = static_cast<std::size_t>(processes);
  node::ring_shape shape =
      node::ring_shape::within(std::clamp(most_bytes / (n * (n - 1)), shortest, longest));
  if (n > 2) shape.board = std::clamp(std::bit_floor(all_boards / n), shortest_board, longest_board);
  return shape;
}

// Where the ring from one process of n to another begins. In front of all is a page that says whose they are.
constexpr std::size_t page = 4096;
std::size_t place_of(int from, int to, int n, const node::ring_shape& shape) {
  const auto ring = static_cast<std::size_t>(from) * static_cast<std::size_t>(n - 1) +
                    static_cast<std::size_t>(to < from ? to : to - 1);
  return page + ring * shape.bytes();
}
// And the board of one of them, behind all rings.
std::size_t place_of_board(int of, int n, const node::ring_shape& shape) {
  const auto many = static_cast<std::size_t>(n);
  return page + many * (many - 1) * shape.bytes() + static_cast<std::size_t>(of) * shape.board;
}

// Has the pages of this process's rings there before they are used, where that takes little memory: otherwise the first messages
// of each pair, which the machine is clocked by, would wait for the kernel.
void take_pages(std::span<std::byte> all, int rank, int n, const node::ring_shape& shape) {
  constexpr std::size_t little = std::size_t{8} << 20U;
  if (all.size() > little) return;
  const auto touch = [&](std::size_t first, std::size_t bytes) {
    for (std::size_t at = first; at < first + bytes; at += page / 4) {
      volatile std::byte& b = all[at];
      b = b;  // nobody uses it yet
    }
  };
  for (int i = 0; i < n; ++i)
    if (i != rank)
      touch(place_of(rank, i, n, shape), shape.bytes()), touch(place_of(i, rank, n, shape), shape.bytes());
  if (shape.board > 0) touch(place_of_board(rank, n, shape), shape.board);
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
  l.shared = share(node, rank, place_of_board(n, n, shape));
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
  std::byte* const memory = l.shared->memory().data();
  if (shape.board > 0)
    l.board = std::make_unique<node::board>(shape, memory + place_of_board(rank, n, shape), w.threads);
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (i == rank || node_of(ranks[k]) != node_of(w.rank)) continue;
    l.links.push_back(std::make_unique<node::link>(shape, memory + place_of(rank, i, n, shape),
                                                   memory + place_of(i, rank, n, shape), reads[k], w.threads,
                                                   memory + place_of_board(i, n, shape)));
    if (l.board) l.board->add(l.links.back()->out());
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
