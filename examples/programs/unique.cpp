// All processes get the different keys of all processes in order. Each process has n/p keys, and many keys
// are on several processes. Source: Traeff, HPC lecture "Collectives", "Allgather pattern application":
// "can also be used for duplicate elimination".
//
//   merging     in round k each process sends all that it has to the process 2^k ranks below, and merges
//               the keys from 2^k ranks above. Keys that are present already are dropped at once, so that
//               messages stay short where many keys are equal. MPI_Sendrecv, ceil(log2 p) rounds
//   allgatherv  for comparison MPI_Allgatherv of all keys, and the merging at the end
//
//        p = 6   round 0       round 1       round 2
//      process 0 has 0 1       0 1 2 3       0 1 2 3 4 5 0 1
//
// In the last round some keys of process 0 arrive again. For an allgather that would be wrong (search has
// the pattern with which each element arrives once); here it does no harm, since they are dropped as any
// others are.
#include <iterator>

#include "common.hpp"

namespace {

using namespace programs;
using keys = std::vector<int>;

int key(std::int64_t i, int range) {
  return static_cast<int>(mixed(static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(range));
}

keys in_order_once(keys all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

keys some_keys(int begin, int end, int range) {
  keys all;
  for (int i = begin; i < end; ++i) all.push_back(key(i, range));
  return in_order_once(all);
}

keys by_merging(keys mine, stopwatch& watch) {
  const processes world(MPI_COMM_WORLD);
  for (int distance = 1; distance < world.size; distance *= 2) {
    const int to = (world.rank + world.size - distance) % world.size,
              from = (world.rank + distance) % world.size;
    const int length = static_cast<int>(mine.size());
    keys received;
    watch.other([&] {
      int coming = 0;
      MPI_Sendrecv(&length, 1, MPI_INT, to, 0, &coming, 1, MPI_INT, from, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      received.resize(static_cast<std::size_t>(coming));
      MPI_Sendrecv(mine.data(), length, MPI_INT, to, 1, received.data(), coming, MPI_INT, from, 1,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    keys both;
    std::set_union(mine.begin(), mine.end(), received.begin(), received.end(), std::back_inserter(both));
    mine = std::move(both);
  }
  return mine;
}

keys by_allgatherv(const keys& mine, stopwatch& watch) {
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(static_cast<std::size_t>(processes(MPI_COMM_WORLD).size));
  keys all;
  watch.collective([&] {
    MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    const std::vector<int> begins = offsets(lengths);
    all.resize(static_cast<std::size_t>(begins.back() + lengths.back()));
    MPI_Allgatherv(mine.data(), length, MPI_INT, all.data(), lengths.data(), begins.data(), MPI_INT,
                   MPI_COMM_WORLD);
  });
  return in_order_once(all);
}

fingerprint fingerprint_of(const keys& all) {
  fingerprint f;
  for (std::size_t i = 0; i < all.size(); ++i)
    f.add(static_cast<std::int64_t>(i), static_cast<std::int64_t>(all[i]));
  return f;
}

bool body(options& given) {
  const auto variants = given.variants({"merging", "allgatherv"});
  const int n = given.number("n", 1000000, 0, 1000000000, "total number of keys");
  const int range = given.number("range", 100000, 1, 100000000, "they are from 0 to this less 1");
  given.done();

  const processes world(MPI_COMM_WORLD);
  const blocks deal{n, world.size};
  const fingerprint expected = world.rank == 0 ? fingerprint_of(some_keys(0, n, range)) : fingerprint();
  bool good = true;
  for (const std::string& variant : variants) {
    const keys mine = some_keys(deal.begin(world.rank), deal.end(world.rank), range);
    stopwatch watch;
    const keys all = variant == "merging" ? by_merging(mine, watch) : by_allgatherv(mine, watch);
    watch.stop();
    good =
        report("unique " + variant + ", n = " + std::to_string(n) + ", keys below " + std::to_string(range),
               watch, fingerprint_of(all), expected, world.size) &&
        good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "unique", "the different keys of all processes, in order, on all", body);
}
