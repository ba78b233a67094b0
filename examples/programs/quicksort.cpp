// Sorts n integers that are distributed over the processes.
//
//   hypercube   (p a power of two) all agree on a pivot; each process exchanges with its partner in the other
//               half of the hypercube, smaller elements to the lower half, larger ones to the upper one; then
//               each half sorts by itself
//   compaction  (any p) by an exclusive scan each process knows the places of its smaller and its larger
//               elements, so that both are spread evenly over as many processes as they need; then these
//               groups sort by themselves
//   samplesort  each process sorts its elements and gives a sample; p - 1 splitters of all samples distribute
//               all elements at once
#include <array>
#include <limits>
#include <numeric>

#include "common.hpp"

namespace {

using namespace programs;
using keys = std::vector<int>;

int key(std::int64_t i, int range) {
  return static_cast<int>(mixed(static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(range));
}

keys some_keys(const blocks& deal, int part, int range) {
  keys all;
  for (int i = deal.begin(part); i < deal.end(part); ++i) all.push_back(key(i, range));
  return all;
}

fingerprint fingerprint_of(const keys& sorted, std::int64_t first) {
  fingerprint f;
  for (const int k : sorted) f.add(first++, static_cast<std::int64_t>(k));
  return f;
}

// The pivot of all processes of comm: the median of the medians of all processes that have elements.
int agree_on_pivot(keys& mine, MPI_Comm comm, stopwatch& watch) {
  std::array<int, 2> guess = {mine.empty() ? 0 : 1, 0};
  if (!mine.empty()) {
    const auto middle = mine.begin() + static_cast<std::ptrdiff_t>(mine.size() / 2);
    std::nth_element(mine.begin(), middle, mine.end());
    guess[1] = *middle;
  }
  std::vector<std::array<int, 2>> guesses(static_cast<std::size_t>(processes(comm).size));
  watch.collective([&] { MPI_Allgather(guess.data(), 2, MPI_INT, guesses.data(), 2, MPI_INT, comm); });
  keys medians;
  for (const auto& [there, median] : guesses)
    if (there != 0) medians.push_back(median);
  if (medians.empty()) return 0;
  const auto middle = medians.begin() + static_cast<std::ptrdiff_t>(medians.size() / 2);
  std::nth_element(medians.begin(), middle, medians.end());
  return *middle;
}

// Splits comm into its lower and its upper part, and returns the part of this process. comm is freed unless
// it is MPI_COMM_WORLD.
MPI_Comm split(MPI_Comm comm, bool upper, stopwatch& watch) {
  MPI_Comm half = MPI_COMM_NULL;
  watch.other([&] {
    MPI_Comm_split(comm, upper ? 1 : 0, 0, &half);
    if (comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
  });
  return half;
}

keys on_hypercube(keys mine, stopwatch& watch) {
  MPI_Comm comm = MPI_COMM_WORLD;
  for (processes now(comm); now.size > 1; now = processes(comm)) {
    const int pivot = agree_on_pivot(mine, comm, watch);
    const auto middle = std::partition(mine.begin(), mine.end(), [&](int k) { return k < pivot; });
    const bool upper = now.rank >= now.size / 2;
    const int partner = now.rank ^ (now.size / 2);
    const keys given(upper ? mine.begin() : middle, upper ? middle : mine.end());
    mine.erase(upper ? mine.begin() : middle, upper ? middle : mine.end());
    const int going = static_cast<int>(given.size());
    int coming = 0;
    const std::size_t kept = mine.size();
    watch.other([&] {
      MPI_Sendrecv(&going, 1, MPI_INT, partner, 0, &coming, 1, MPI_INT, partner, 0, comm, MPI_STATUS_IGNORE);
      mine.resize(kept + static_cast<std::size_t>(coming));
      MPI_Sendrecv(given.data(), going, MPI_INT, partner, 1, mine.data() + kept, coming, MPI_INT, partner, 1,
                   comm, MPI_STATUS_IGNORE);
    });
    comm = split(comm, upper, watch);
  }
  if (comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
  std::sort(mine.begin(), mine.end());
  return mine;
}

// Elements [begin, begin + count) of a sequence are shared evenly by the processes from `first` on: adds the
// number for each process to `send`.
void address(const blocks& deal, std::size_t first, long begin, long count, std::vector<int>& send) {
  for (int part = 0; part < deal.parts; ++part) {
    const long common =
        std::min<long>(begin + count, deal.end(part)) - std::max<long>(begin, deal.begin(part));
    if (common > 0) send[first + static_cast<std::size_t>(part)] += static_cast<int>(common);
  }
}

// Each process sends send[r] elements to process r, one part after the other. Returns the elements received.
keys deal_out(const keys& mine, const std::vector<int>& send, MPI_Comm comm, stopwatch& watch) {
  std::vector<int> receive(send.size());
  keys arrived;
  watch.collective([&] {
    MPI_Alltoall(send.data(), 1, MPI_INT, receive.data(), 1, MPI_INT, comm);
    arrived.resize(static_cast<std::size_t>(std::accumulate(receive.begin(), receive.end(), 0L)));
    MPI_Alltoallv(mine.data(), send.data(), offsets(send).data(), MPI_INT, arrived.data(), receive.data(),
                  offsets(receive).data(), MPI_INT, comm);
  });
  return arrived;
}

keys by_compaction(keys mine, stopwatch& watch) {
  MPI_Comm comm = MPI_COMM_WORLD;
  for (processes now(comm); now.size > 1; now = processes(comm)) {
    const int pivot = agree_on_pivot(mine, comm, watch);
    const auto equal = std::partition(mine.begin(), mine.end(), [&](int k) { return k < pivot; });
    const auto larger = std::partition(equal, mine.end(), [&](int k) { return k == pivot; });
    enum { smaller_ones, equal_ones, all_ones };
    const std::array<long, 3> have = {equal - mine.begin(), larger - equal, static_cast<long>(mine.size())};
    std::array<long, 3> total = {}, before = {};
    watch.collective([&] {
      MPI_Allreduce(have.data(), total.data(), 3, MPI_LONG, MPI_SUM, comm);
      MPI_Exscan(have.data(), before.data(), 3, MPI_LONG, MPI_SUM, comm);
    });
    if (now.rank == 0) before = {};  // where MPI_Exscan leaves it undefined

    // Elements equal to the pivot may go to either side: as many to the lower one as make the halves equal.
    const long lower =
        std::clamp(total[all_ones] / 2, total[smaller_ones], total[smaller_ones] + total[equal_ones]);
    const long equal_below = lower - total[smaller_ones];
    const long ours = std::clamp(equal_below - before[equal_ones], 0L, have[equal_ones]);
    const long low = have[smaller_ones] + ours;
    const long low_before = before[smaller_ones] + std::min(before[equal_ones], equal_below);
    const long share = total[all_ones] == 0 ? 0 : (now.size * lower + total[all_ones] / 2) / total[all_ones];
    const int middle = static_cast<int>(std::clamp<long>(share, 1, now.size - 1));

    std::vector<int> send(static_cast<std::size_t>(now.size));
    address({lower, middle}, 0, low_before, low, send);
    address({total[all_ones] - lower, now.size - middle}, static_cast<std::size_t>(middle),
            before[all_ones] - low_before, have[all_ones] - low, send);
    mine = deal_out(mine, send, comm, watch);
    comm = split(comm, now.rank >= middle, watch);
  }
  if (comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
  std::sort(mine.begin(), mine.end());
  return mine;
}

keys by_samples(keys mine, stopwatch& watch) {
  const processes now(MPI_COMM_WORLD);
  const auto p = static_cast<std::size_t>(now.size);
  std::sort(mine.begin(), mine.end());
  // p elements at equal distances: of all p * p samples, every p-th is a splitter. A process without elements
  // repeats the largest key.
  keys sample(p, std::numeric_limits<int>::max()), samples(p * p);
  for (std::size_t i = 0; i < p && !mine.empty(); ++i) sample[i] = mine[i * mine.size() / p];
  watch.collective([&] {
    MPI_Allgather(sample.data(), now.size, MPI_INT, samples.data(), now.size, MPI_INT, MPI_COMM_WORLD);
  });
  std::sort(samples.begin(), samples.end());
  std::vector<int> send(p);
  auto from = mine.begin();
  for (std::size_t r = 0; r < p; ++r) {
    const auto to = r + 1 == p ? mine.end() : std::lower_bound(from, mine.end(), samples[(r + 1) * p]);
    send[r] = static_cast<int>(to - from), from = to;
  }
  mine = deal_out(mine, send, MPI_COMM_WORLD, watch);
  std::sort(mine.begin(), mine.end());
  return mine;
}

bool body(options& given) {
  const auto variants = given.variants({"hypercube", "compaction", "samplesort"});
  const int n = given.number("n", 1000000, 0, 1000000000, "total number of elements");
  const int range = given.number("range", 1000000000, 1, 1000000000, "they are from 0 to this less 1");
  given.done();

  const processes world(MPI_COMM_WORLD);
  fingerprint expected;
  if (world.rank == 0) {
    keys all = some_keys({n, 1}, 0, range);
    std::sort(all.begin(), all.end());
    expected = fingerprint_of(all, 0);
  }
  bool good = true;
  for (const std::string& variant : variants) {
    if (variant == "hypercube" && !std::has_single_bit(static_cast<unsigned>(world.size))) {
      leave_out(
          given, variant,
          "needs a number of processes that is a power of two, and there are " + std::to_string(world.size));
      continue;
    }
    keys mine = some_keys({n, world.size}, world.rank, range);
    stopwatch watch;
    mine = variant == "hypercube"    ? on_hypercube(std::move(mine), watch)
           : variant == "compaction" ? by_compaction(std::move(mine), watch)
                                     : by_samples(std::move(mine), watch);
    watch.stop();
    const long count = static_cast<long>(mine.size());
    long first = 0;
    MPI_Exscan(&count, &first, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (world.rank == 0) first = 0;
    good = report("quicksort " + variant + ", n = " + std::to_string(n), watch, fingerprint_of(mine, first),
                  expected) &&
           good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "quicksort", "sorts integers that are dealt out to processes", body);
}
