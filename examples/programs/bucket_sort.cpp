// Sorts n integers from a small range, which are distributed over the processes, by counting. The sort is
// stable: elements with equal keys stay in their order. An allreduce gives the number of elements of each
// key, and an exclusive scan the number of them on processes before this one. So each process knows the
// place of each of its elements in the sorted sequence. Source: Traeff's lecture on MPI, "Integer (bucket,
// counting) sorting in parallel".
//
//   all:     key  0  1  2  3      this process's elements with key 2 go to places  5 + (2 before it), ...
//          count  3  2  4  1      5: the number of smaller elements of all processes
//
//   alltoallv  MPI_Alltoallv, from each process in the order of keys; then each process sorts its elements
//              by counting
//   puts       MPI_Put to the final places; no process has to know how many elements it receives
//   locks      the same puts, each in an epoch of its own with one target: MPI_Win_lock, MPI_Put,
//              MPI_Win_unlock. The targets take no part; a barrier ends when all elements have arrived
//   bcast      as alltoallv. In place of the allreduce, the last process adds its own numbers to those
//              before it and broadcasts the sums, as the lecture suggests: the exclusive scan has done the
//              additions
//   reduce     as alltoallv. In place of the allreduce, MPI_Reduce to process 0 and MPI_Bcast from it
#include <functional>
#include <numeric>

#include "common.hpp"
#include "window.hpp"

namespace {

using namespace programs;

struct element {
  int key, origin;  // origin: its place before, which shows if the sort is stable
};
static_assert(sizeof(element) == 2 * sizeof(int));  // sent as MPI_2INT
using elements = std::vector<element>;
using counts = std::vector<long>;

elements some_elements(const blocks& deal, int part, int range) {
  elements all;
  for (int i = deal.begin(part); i < deal.end(part); ++i)
    all.push_back(
        {static_cast<int>(mixed(static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(range)), i});
  return all;
}

fingerprint fingerprint_of(const elements& sorted, std::int64_t first) {
  fingerprint f;
  for (const element& e : sorted) f.add(first++, static_cast<std::int64_t>(e.key) << 32 | e.origin);
  return f;
}

counts count_keys(const elements& all, int range) {
  counts b(static_cast<std::size_t>(range));
  for (const element& e : all) ++b[static_cast<std::size_t>(e.key)];
  return b;
}

// The number of elements smaller than each key.
counts starts_of(const counts& b) {
  counts start(b.size());
  std::exclusive_scan(b.begin(), b.end(), start.begin(), 0L);
  return start;
}

elements sorted_by_counting(const elements& all, int range) {
  counts place = starts_of(count_keys(all, range));
  elements sorted(all.size());
  for (const element& e : all) sorted[static_cast<std::size_t>(place[static_cast<std::size_t>(e.key)]++)] = e;
  return sorted;
}

// Elements with one key go to consecutive places: `count` elements from place `from` of the sorted ones of
// this process, to place `to` of the whole sequence.
struct run_of_keys {
  long from, to, count;
};

// For each key the number of elements on processes before this one.
counts before_this_process(const counts& mine) {
  counts before(mine.size());
  MPI_Exscan(mine.data(), before.data(), static_cast<int>(mine.size()), MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (processes(MPI_COMM_WORLD).rank == 0)
    std::fill(before.begin(), before.end(), 0);  // MPI leaves it undefined
  return before;
}

// For each key the number of elements on all processes.
counts of_all_processes(const counts& mine, const counts& before, const std::string& variant) {
  const int range = static_cast<int>(mine.size()), last = processes(MPI_COMM_WORLD).size - 1;
  counts all(mine.size());
  if (variant == "bcast") {
    std::transform(mine.begin(), mine.end(), before.begin(), all.begin(), std::plus<>());
    MPI_Bcast(all.data(), range, MPI_LONG, last, MPI_COMM_WORLD);
  } else if (variant == "reduce") {
    MPI_Reduce(mine.data(), all.data(), range, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Bcast(all.data(), range, MPI_LONG, 0, MPI_COMM_WORLD);
  } else {
    MPI_Allreduce(mine.data(), all.data(), range, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  }
  return all;
}

// The runs of this process, cut where a process's block ends.
std::vector<run_of_keys> destinations(const counts& mine, const blocks& deal, const std::string& variant,
                                      stopwatch& watch) {
  counts all, before;
  watch.collective([&] {
    before = before_this_process(mine);
    all = of_all_processes(mine, before, variant);
  });
  const counts start = starts_of(all);
  std::vector<run_of_keys> runs;
  long from = 0;
  for (std::size_t k = 0; k < mine.size(); ++k)
    for (long left = mine[k], to = start[k] + before[k]; left > 0;) {
      const long count = std::min(left, deal.end(deal.owner(to)) - to);
      runs.push_back({from, to, count});
      from += count, to += count, left -= count;
    }
  return runs;
}

elements by_alltoallv(const elements& sorted, const std::vector<run_of_keys>& runs, const blocks& deal,
                      int range, stopwatch& watch) {
  std::vector<int> send(static_cast<std::size_t>(deal.parts)), receive(send.size());
  for (const run_of_keys& r : runs)
    send[static_cast<std::size_t>(deal.owner(r.to))] += static_cast<int>(r.count);
  elements arrived(static_cast<std::size_t>(deal.count(processes(MPI_COMM_WORLD).rank)));
  watch.collective([&] {
    MPI_Alltoall(send.data(), 1, MPI_INT, receive.data(), 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(sorted.data(), send.data(), offsets(send).data(), MPI_2INT, arrived.data(), receive.data(),
                  offsets(receive).data(), MPI_2INT, MPI_COMM_WORLD);
  });
  // Parts arrive in the order of processes, so that elements with equal keys are still in their order.
  return sorted_by_counting(arrived, range);
}

void put(const elements& sorted, const run_of_keys& r, const blocks& deal, MPI_Win places) {
  const int owner = deal.owner(r.to), count = static_cast<int>(r.count);
  MPI_Put(sorted.data() + r.from, count, MPI_2INT, owner, r.to - deal.begin(owner), count, MPI_2INT, places);
}

elements by_puts(const elements& sorted, const std::vector<run_of_keys>& runs, const blocks& deal,
                 stopwatch& watch) {
  const int mine = deal.count(processes(MPI_COMM_WORLD).rank);
  elements result;
  watch.other([&] {
    window<element> places(mine);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, places.handle());
    for (const run_of_keys& r : runs) put(sorted, r, deal, places.handle());
    MPI_Win_fence(MPI_MODE_NOSUCCEED, places.handle());
    result.assign(places.mine(), places.mine() + mine);
  });
  return result;
}

// The locks are shared: no two elements go to the same place.
elements by_locks(const elements& sorted, const std::vector<run_of_keys>& runs, const blocks& deal,
                  stopwatch& watch) {
  const processes world(MPI_COMM_WORLD);
  const int mine = deal.count(world.rank);
  elements result;
  watch.other([&] {
    window<element> places(mine);
    for (auto r = runs.begin(); r != runs.end();) {
      const int owner = deal.owner(r->to);
      MPI_Win_lock(MPI_LOCK_SHARED, owner, 0, places.handle());
      for (; r != runs.end() && deal.owner(r->to) == owner; ++r) put(sorted, *r, deal, places.handle());
      MPI_Win_unlock(owner, places.handle());
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, world.rank, 0, places.handle());  // for the loads that follow
    result.assign(places.mine(), places.mine() + mine);
    MPI_Win_unlock(world.rank, places.handle());
  });
  return result;
}

bool body(options& given) {
  const auto variants = given.variants({"alltoallv", "puts", "locks", "bcast", "reduce"});
  const int n = given.number("n", 1000000, 0, 1000000000, "total number of elements");
  const int range = given.number("range", 1000, 1, 100000000, "their keys are from 0 to this less 1");
  given.done();

  const processes world(MPI_COMM_WORLD);
  fingerprint expected;
  if (world.rank == 0) {
    elements all = some_elements({n, 1}, 0, range);
    std::stable_sort(all.begin(), all.end(),
                     [](const element& a, const element& b) { return a.key < b.key; });
    expected = fingerprint_of(all, 0);
  }
  bool good = true;
  for (const std::string& variant : variants) {
    const blocks deal{n, world.size};
    const elements mine = some_elements(deal, world.rank, range);
    stopwatch watch;
    const elements sorted = sorted_by_counting(mine, range);
    const std::vector<run_of_keys> runs = destinations(count_keys(mine, range), deal, variant, watch);
    const elements result = variant == "puts"    ? by_puts(sorted, runs, deal, watch)
                            : variant == "locks" ? by_locks(sorted, runs, deal, watch)
                                                 : by_alltoallv(sorted, runs, deal, range, watch);
    watch.stop();
    good = report("bucket_sort " + variant + ", n = " + std::to_string(n) + ", keys below " +
                      std::to_string(range),
                  watch, fingerprint_of(result, deal.begin(world.rank)), expected) &&
           good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "bucket_sort", "sorts integers from a small range, by counting", body);
}
