#include "mpi/start/node_memory.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>

#include "mpi/progress/patience.hpp"
#include "mpi/start/patient_tree.hpp"
#include "mpi/start/start.hpp"
#include "mpi/start/world.hpp"
#include "mpi/transport/node_links.hpp"
#include "node/domains.hpp"

namespace tutti::mpi {
namespace {

// Bytes of all rings of a node together, and the limits of one ring.
constexpr std::size_t most_bytes = std::size_t{64} << 20U, longest = std::size_t{128} << 10U, shortest = 4096;

// Bytes of all boards of a node together, and the limits of one board. The longest one has a few pieces and
// fits in the second-level cache of its writer.
constexpr std::size_t all_boards = std::size_t{16} << 20U, shortest_board = 4096,
                      longest_board = std::size_t{256} << 10U;

node::ring_shape shape_for(int processes) {
  const auto n = static_cast<std::size_t>(processes);
  node::ring_shape shape =
      node::ring_shape::within(std::clamp(most_bytes / (n * (n - 1)), shortest, longest));
  if (n > 2) shape.board = std::clamp(std::bit_floor(all_boards / n), shortest_board, longest_board);
  return shape;
}

// The data that each process publishes in the shared memory of its node.
struct alignas(256) node_entry {
  cpu_set_t processors;  // on which the process may run
  std::int64_t process;
  // An address in this process and the value stored there. They show that a read reached this process.
  const std::uint64_t* mark;
  std::uint64_t value;
  std::atomic<int> reads;  // result of reading the next process's memory: 0 (not tried yet), yes or no
};
enum : int { yes = 1, no = 2 };

// The shared memory begins with its key and the node_entry of each process. Rings and boards follow, from a
// page boundary on.
constexpr std::size_t page = 4096, in_front_of_entries = 256;
std::size_t front(int n) {
  return (in_front_of_entries + static_cast<std::size_t>(n) * sizeof(node_entry) + page - 1) / page * page;
}

// Returns the offset of the ring from one of n processes to another.
std::size_t place_of(int from, int to, int n, const node::ring_shape& shape) {
  const auto ring = static_cast<std::size_t>(from) * static_cast<std::size_t>(n - 1) +
                    static_cast<std::size_t>(to < from ? to : to - 1);
  return front(n) + ring * shape.bytes();
}
// Returns the offset of the board of one of n processes. The boards follow the rings.
std::size_t place_of_board(int of, int n, const node::ring_shape& shape) {
  const auto many = static_cast<std::size_t>(n);
  return front(n) + many * (many - 1) * shape.bytes() + static_cast<std::size_t>(of) * shape.board;
}

// Returns the offset of the arrival counters of one process. The counters follow all boards.
std::size_t place_of_arrivals(int of, int n, const node::ring_shape& shape) {
  const std::size_t behind_boards = (place_of_board(n, n, shape) + page - 1) / page * page;
  return behind_boards + static_cast<std::size_t>(of) * node_links::arrival_counters * sizeof(std::uint32_t);
}

// Returns the offset of the choices of the node's processes, which follow all counters.
std::size_t place_of_choices(int n, const node::ring_shape& shape) {
  return (place_of_arrivals(n, n, shape) + page - 1) / page * page;
}

// Touches the pages of this process's rings and board before their first use, if the memory is small.
// Otherwise the first messages of each pair, by which the machine is measured, would include page faults.
void take_pages(std::span<std::byte> all, int rank, int n, const node::ring_shape& shape) {
  constexpr std::size_t little = std::size_t{8} << 20U;
  if (all.size() > little) return;
  const auto touch = [&](std::size_t first, std::size_t bytes) {
    for (std::size_t at = first; at < first + bytes; at += page / 4) {
      volatile std::byte& b = all[at];
      b = b;  // no process uses it yet
    }
  };
  for (int i = 0; i < n; ++i)
    if (i != rank)
      touch(place_of(rank, i, n, shape), shape.bytes()), touch(place_of(i, rank, n, shape), shape.bytes());
  if (shape.board > 0) touch(place_of_board(rank, n, shape), shape.board);
}

std::span<node_entry> entries_in(const node::segment& s, int n) {
  return {reinterpret_cast<node_entry*>(s.memory().data() + in_front_of_entries),
          static_cast<std::size_t>(n)};
}

void publish(node_entry& mine) {
  static std::uint64_t mark = 0;
  mark = static_cast<std::uint64_t>(getpid()) << 32U ^
         static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  mine.processors = node::processors_here();
  mine.process = getpid();
  mine.mark = &mark;
  mine.value = mark;
}

// Returns for each process a way to read its memory. All are empty unless every process can read the memory
// of the next one. Waits for all processes of the node.
std::vector<std::optional<node::remote_memory>> try_reading(std::span<node_entry> all, std::size_t rank) {
  const node_entry& next = all[(rank + 1) % all.size()];
  std::array<std::byte, sizeof next.value> seen{};
  const bool reads = node::remote_memory(static_cast<pid_t>(next.process))
                             .read(reinterpret_cast<const std::byte*>(next.mark), seen.data(), seen.size()) ==
                         node::copy_result::complete &&
                     std::memcmp(seen.data(), &next.value, seen.size()) == 0;
  all[rank].reads.store(reads ? yes : no, std::memory_order_release);
  bool all_read = true;
  for (const node_entry& one : all) {
    for (patience wait; one.reads.load(std::memory_order_acquire) == 0;) wait.rest();
    all_read = all_read && one.reads.load(std::memory_order_relaxed) == yes;
  }
  std::vector<std::optional<node::remote_memory>> found(all.size());
  if (all_read)
    for (std::size_t i = 0; i < all.size(); ++i)
      found[i] = node::remote_memory(static_cast<pid_t>(all[i].process));
  return found;
}

// Returns the number of processors on which the processes of a node may run.
int processors_of(std::span<const node_entry> all) {
  cpu_set_t together;
  CPU_ZERO(&together);
  for (const node_entry& one : all) CPU_OR(&together, &together, &one.processors);
  return CPU_COUNT(&together);
}

// Returns how long the writer of a board waits for a reader. A reader that has reached the operation reads
// the whole board in at most 100 us or so. If processes share a processor, each other process on that
// processor may read the board first.
std::chrono::nanoseconds patience_for(int processes, int processors) {
  constexpr std::chrono::microseconds alone{200};
  return alone * ((processes + processors - 1) / processors);
}

// Why a process could not open the memory.
enum class obstacle : char { none, limit, refusal, room, access };

// `error`: errno after the attempt.
obstacle obstacle_to(const node::invitation& memory, std::size_t bytes, int error) {
  return !node::file_may_have(bytes)          ? obstacle::limit
         : memory.descriptor < 0              ? obstacle::refusal
         : error == ENOMEM || error == ENOSPC ? obstacle::room
                                              : obstacle::access;
}

const char* sentence_on(obstacle why) {
  switch (why) {
    case obstacle::limit:
      return "messages within a node go by MPI, since files may not be as long as the memory that its "
             "processes would share: raise the limit (ulimit -f)";
    case obstacle::refusal:
      return "messages within a node go by MPI, since the system refuses the memory that its processes would "
             "share: allow memfd_create, and files (ulimit -f)";
    case obstacle::room:
      return "messages within a node go by MPI, since the system or a limit (ulimit -v) leaves no room for "
             "the "
             "memory that its processes would share";
    case obstacle::access:
      return "messages within a node go by MPI, since its processes may not open each other's files in "
             "/proc: start them as one user, without raised rights, by a program that the user may read, and "
             "with /proc mounted";
    case obstacle::none: break;
  }
  return nullptr;
}

// A host on which some process could not open the memory.
struct host_without {
  int host;  // named by its first process
  obstacle why;
};

// Returns the hosts on which some process could not open the memory. Waits until all processes have tried.
std::vector<host_without> hosts_without(const world& w, const std::vector<int>& hosts, obstacle here) {
  const patient_tree all(w);
  const std::vector<obstacle> met = all.gather(here);
  std::string without;  // as bytes
  if (w.rank == 0)
    for (std::size_t r = 0; r < hosts.size(); ++r)
      if (const host_without one{hosts[r], met[r]}; one.why != obstacle::none)
        without.append(reinterpret_cast<const char*>(&one), sizeof one);
  all.broadcast(without);
  std::vector<host_without> found(without.size() / sizeof(host_without));
  if (!found.empty()) std::memcpy(found.data(), without.data(), without.size());
  return found;
}

}  // namespace

const char* open_node_links(node_links& l, const world& w, const startup_message& message) {
  const auto host_of = [&message](int r) { return message.hosts[static_cast<std::size_t>(r)]; };
  std::vector<int> ranks;  // the processes of this host
  for (int r = 0; r < w.size; ++r)
    if (host_of(r) == host_of(w.rank)) ranks.push_back(r);
  const int n = static_cast<int>(ranks.size());
  const int rank = static_cast<int>(std::ranges::find(ranks, w.rank) - ranks.begin());
  node::ring_shape shape;
  obstacle met = obstacle::none;
  if (n > 1) {
    shape = shape_for(n);
    const std::size_t bytes = place_of_choices(n, shape) + node_links::choices_bytes;
    errno = 0;
    l.shared = node::segment::open(message.memory, bytes);
    if (l.shared)
      publish(entries_in(*l.shared, n)[static_cast<std::size_t>(rank)]);
    else
      met = obstacle_to(message.memory, bytes, errno);
  }
  const std::vector<host_without> without = hosts_without(w, message.hosts, met);
  const char* const reason = without.empty() ? nullptr : sentence_on(without[0].why);
  if (n == 1) return reason;
  if (const auto here = std::ranges::find(without, host_of(w.rank), &host_without::host);
      here != without.end()) {
    l.shared.reset();
    l.reason_for_none = sentence_on(here->why);
    return reason;
  }
  take_pages(l.shared->memory(), rank, n, shape);
  const std::span<node_entry> mates = entries_in(*l.shared, n);
  const int processors = std::max(processors_of(mates), 1);
  l.crowded = processors < n;
  l.processors_each = std::clamp(processors / n, 1,
                                 std::max(CPU_COUNT(&mates[static_cast<std::size_t>(rank)].processors), 1));
  const auto reads = try_reading(mates, static_cast<std::size_t>(rank));
  l.by_rank.resize(static_cast<std::size_t>(w.size));
  const auto node_of = [&w](int r) { return w.nodes[static_cast<std::size_t>(r)]; };
  std::byte* const memory = l.shared->memory().data();
  l.choices = {memory + place_of_choices(n, shape), node_links::choices_bytes};
  if (shape.board > 0)
    l.board = std::make_unique<node::board>(shape, memory + place_of_board(rank, n, shape), w.threads,
                                            patience_for(n, processors));
  l.arrivals.resize(static_cast<std::size_t>(w.size));
  l.reach_all = n == w.size;
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    l.arrivals[static_cast<std::size_t>(ranks[k])] =
        reinterpret_cast<std::atomic<std::uint32_t>*>(memory + place_of_arrivals(i, n, shape));
    if (i == rank || node_of(ranks[k]) != node_of(w.rank)) continue;
    l.links.push_back(std::make_unique<node::link>(shape, memory + place_of(rank, i, n, shape),
                                                   memory + place_of(i, rank, n, shape), reads[k], w.threads,
                                                   memory + place_of_board(i, n, shape)));
    if (l.board) l.board->add(l.links.back()->out());
    l.by_rank[static_cast<std::size_t>(ranks[k])] = l.links.back().get();
  }
  return reason;
}

}  // namespace tutti::mpi
