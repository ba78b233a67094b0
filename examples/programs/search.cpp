// Searching and merging in sorted sequences that are distributed over the processes.
//
//   search           many binary searches at once: a process knows the owner of the element that it needs
//                    next, but the owner does not know of the request, so MPI_Get fetches the element
//   merge            two sequences to one, distributed in the same way: by such searches each process finds
//                    the parts of both that go into its block, and fetches these
//   allgather-merge  the same two sequences, the whole result on all processes: an allgather on a circulant
//                    graph, which merges received elements with the present ones, in ceil(log2 p) rounds
//   allgatherv       for comparison MPI_Allgatherv, and all the merging at the end
#include <array>

#include "window.hpp"

namespace {

using namespace programs;
using keys = std::vector<int>;

// Not decreasing, some of them equal; two sequences that have elements in common.
int element_of_a(std::int64_t i) {
  return static_cast<int>((i * 3 + static_cast<std::int64_t>(mixed(static_cast<std::uint64_t>(i)) % 3)) / 4);
}
int element_of_b(std::int64_t i) { return element_of_a(i) / 5 * 5; }
int wanted(std::int64_t k, int n) {
  return static_cast<int>(mixed(static_cast<std::uint64_t>(k) + 77) % (static_cast<std::uint64_t>(n) + 2)) -
         1;
}

template <class Element>
keys some_keys(int begin, int end, Element element) {
  keys all;
  for (int i = begin; i < end; ++i) all.push_back(element(i));
  return all;
}

fingerprint fingerprint_of(const keys& all, std::int64_t first) {
  fingerprint f;
  for (const int k : all) f.add(first++, static_cast<std::int64_t>(k));
  return f;
}

// A sorted sequence of which every process can fetch any part. All processes construct it and destroy it
// together.
class sequence {
 public:
  template <class Element>
  sequence(int n, Element element) : deal_{n, processes(MPI_COMM_WORLD).size}, memory_(mine().count) {
    MPI_Win_lock_all(0, memory_.handle());
    const keys own = some_keys(mine().begin, mine().begin + mine().count, element);
    std::copy(own.begin(), own.end(), memory_.mine());
    MPI_Win_sync(memory_.handle());
    MPI_Barrier(MPI_COMM_WORLD);
  }
  ~sequence() { MPI_Win_unlock_all(memory_.handle()); }

  // The elements are available after the next arrived().
  void fetch(int from, int to, int* where) const {
    while (from < to) {
      const int owner = deal_.owner(from), count = std::min(to, deal_.end(owner)) - from;
      MPI_Get(where, count, MPI_INT, owner, from - deal_.begin(owner), count, MPI_INT, memory_.handle());
      from += count, where += count;
    }
  }
  void arrived() const { MPI_Win_flush_all(memory_.handle()); }
  int size() const { return static_cast<int>(deal_.n); }

 private:
  struct part {
    int begin, count;
  };
  part mine() const {
    const int rank = processes(MPI_COMM_WORLD).rank;
    return {deal_.begin(rank), deal_.count(rank)};
  }
  blocks deal_;
  window<int> memory_;
};

// For each x the last i with a[i] <= x, or -1: a[low] <= x < a[high], where elements beyond both ends are
// assumed. In each round every unfinished search fetches the element in the middle.
keys search(const sequence& a, const keys& wanted) {
  struct range {
    int low, high, element;
  };
  std::vector<range> ranges(wanted.size(), {-1, a.size(), 0});
  for (bool over = wanted.empty(); !over;) {
    for (range& r : ranges)
      if (const int middle = (r.low + r.high) / 2; r.low + 1 < r.high)
        a.fetch(middle, middle + 1, &r.element);
    a.arrived();
    over = true;
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      range& r = ranges[k];
      if (r.low + 1 == r.high) continue;
      const int middle = (r.low + r.high) / 2;
      (wanted[k] < r.element ? r.high : r.low) = middle;
      over = over && r.low + 1 == r.high;
    }
  }
  keys found;
  for (const range& r : ranges) found.push_back(r.low);
  return found;
}

// For each k the number of the first k elements of the merged sequence that come from a, equal ones from a
// first. a[i] is one of them if at most k - i - 1 elements of b are smaller than it, that is, if b[k - i - 1]
// is not.
template <std::size_t Searches>
std::array<int, Searches> from_first(const std::array<int, Searches>& ks, const sequence& a,
                                     const sequence& b) {
  struct range {
    int low, high, in_a, in_b;
  };
  std::array<range, Searches> ranges;
  for (std::size_t s = 0; s < Searches; ++s)
    ranges[s] = {std::max(0, ks[s] - b.size()), std::min(ks[s], a.size()), 0, 0};
  const auto open = [](const range& r) { return r.low < r.high; };
  while (std::any_of(ranges.begin(), ranges.end(), open)) {
    for (std::size_t s = 0; s < Searches; ++s)
      if (range& r = ranges[s]; open(r)) {
        const int i = (r.low + r.high) / 2, j = ks[s] - i - 1;
        a.fetch(i, i + 1, &r.in_a), b.fetch(j, j + 1, &r.in_b);
      }
    a.arrived(), b.arrived();
    for (range& r : ranges)
      if (const int i = (r.low + r.high) / 2; open(r)) r.in_b < r.in_a ? r.high = i : r.low = i + 1;
  }
  std::array<int, Searches> result;
  for (std::size_t s = 0; s < Searches; ++s) result[s] = ranges[s].low;
  return result;
}

keys merged(const keys& x, const keys& y) {
  keys all(x.size() + y.size());
  std::merge(x.begin(), x.end(), y.begin(), y.end(), all.begin());
  return all;
}

// Elements [begin, end) of the merged sequence.
keys merge(const sequence& a, const sequence& b, int begin, int end) {
  const auto [a_begin, a_end] = from_first<2>({begin, end}, a, b);
  const int b_begin = begin - a_begin, b_end = end - a_end;
  keys x(static_cast<std::size_t>(a_end - a_begin)), y(static_cast<std::size_t>(b_end - b_begin));
  a.fetch(a_begin, a_end, x.data()), b.fetch(b_begin, b_end, y.data());
  a.arrived(), b.arrived();
  return merged(x, y);
}

// The sums of Bar-Noy, Kipnis and Schieber (1993), with merging for addition, so that no block is merged
// twice if p is not a power of two. When n + 1 blocks are collected, `with` has those of processes rank - n
// .. rank, and `without` lacks this process's own. There is a round for each bit of p - 1, from the highest
// on, which says how many blocks come next.
keys allgather_merge(const keys& mine, const blocks& a, const blocks& b, stopwatch& watch) {
  const processes now(MPI_COMM_WORLD);
  const int p = now.size, rank = now.rank;
  const auto length = [&](int last, int count) {  // of the blocks of processes last - count + 1 .. last
    int sum = 0;
    for (int k = 0; k < count; ++k) sum += a.count((last + p - k) % p) + b.count((last + p - k) % p);
    return static_cast<std::size_t>(sum);
  };
  keys with = mine, without;
  const auto last = static_cast<unsigned>(p - 1);
  int n = 0;
  for (int bit = std::bit_width(last) - 1; bit >= 0; --bit) {
    const int set = static_cast<int>(last >> bit & 1u), distance = n + set;
    const int to = (rank + distance) % p, from = (rank + p - distance) % p;
    const keys& sent = set != 0 ? with : without;
    keys received(set != 0 ? length(from, n + 1) : length((from + p - 1) % p, n));
    watch.other([&] {
      MPI_Sendrecv(sent.data(), static_cast<int>(sent.size()), MPI_INT, to, 0, received.data(),
                   static_cast<int>(received.size()), MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    with = merged(with, received), without = merged(without, received);
    n = 2 * n + set;
  }
  return with;
}

keys by_allgatherv(const keys& mine, const blocks& a, const blocks& b, stopwatch& watch) {
  std::vector<int> counts;
  for (int r = 0; r < a.parts; ++r) counts.push_back(a.count(r) + b.count(r));
  std::vector<int> begins = offsets(counts);
  keys all(static_cast<std::size_t>(a.n + b.n));
  watch.collective([&] {
    MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_INT, all.data(), counts.data(),
                   begins.data(), MPI_INT, MPI_COMM_WORLD);
  });
  begins.push_back(static_cast<int>(all.size()));
  const std::size_t p = counts.size();
  for (std::size_t length = 1; length < p; length *= 2)  // runs of `length` blocks are sorted
    for (std::size_t r = 0; r + length < p; r += 2 * length)
      std::inplace_merge(all.begin() + begins[r], all.begin() + begins[r + length],
                         all.begin() + begins[std::min(r + 2 * length, p)]);
  return all;
}

bool body(options& given) {
  const auto variants = given.variants({"search", "merge", "allgather-merge", "allgatherv"});
  const int n = given.number("n", 100000, 0, 500000000, "elements of each of the sequences");
  const int count = given.number("keys", 1000, 0, 100000000, "searched for, by all processes together");
  given.done();

  const processes world(MPI_COMM_WORLD);
  const blocks deal{n, world.size};
  keys sorted;  // the sequential result, on process 0
  if (world.rank == 0) sorted = merged(some_keys(0, n, element_of_a), some_keys(0, n, element_of_b));

  bool good = true;
  for (const std::string& variant : variants) {
    const std::string what = "search " + variant + ", n = " + std::to_string(n);
    if (variant == "search") {
      const blocks searches{count, world.size};
      const int first = searches.begin(world.rank);
      const keys mine =
          some_keys(first, searches.end(world.rank), [&](std::int64_t k) { return wanted(k, n); });
      const sequence a(n, element_of_a);
      stopwatch watch;
      keys found, expected;
      watch.other([&] { found = search(a, mine); });
      watch.stop();
      if (world.rank == 0) {
        const keys all = some_keys(0, n, element_of_a);
        for (int k = 0; k < count; ++k)
          expected.push_back(
              static_cast<int>(std::upper_bound(all.begin(), all.end(), wanted(k, n)) - all.begin()) - 1);
      }
      good = report(what + ", " + std::to_string(count) + " keys", watch, fingerprint_of(found, first),
                    fingerprint_of(expected, 0)) &&
             good;
    } else if (variant == "merge") {
      const blocks result{2L * n, world.size};
      const int first = result.begin(world.rank);
      const sequence a(n, element_of_a), b(n, element_of_b);
      stopwatch watch;
      keys mine;
      watch.other([&] { mine = merge(a, b, first, result.end(world.rank)); });
      watch.stop();
      good = report(what, watch, fingerprint_of(mine, first), fingerprint_of(sorted, 0)) && good;
    } else {
      const int begin = deal.begin(world.rank), end = deal.end(world.rank);
      const keys mine = merged(some_keys(begin, end, element_of_a), some_keys(begin, end, element_of_b));
      stopwatch watch;
      const keys all = variant == "allgatherv" ? by_allgatherv(mine, deal, deal, watch)
                                               : allgather_merge(mine, deal, deal, watch);
      watch.stop();
      good = report(what, watch, fingerprint_of(all, 0), fingerprint_of(sorted, 0), world.size) && good;
    }
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "search",
                       "searches and merges in sequences that are dealt out to processes", body);
}
