#pragma once

#include <algorithm>
#include <cassert>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>

#include "tutti/cxx20.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// Not a collective of MPI: each process has a sorted block, and every process ends with all elements of all
/// blocks, sorted.
/// Source: Traeff, HPC lecture "Collectives", "Allgather pattern application"; the two partial results that keep
/// every element once for any p: Bar-Noy, Kipnis, Schieber, "Optimal Computation of Census Functions", 1993.
///
/// `in` has n elements sorted by `less`, with the same n on all processes; `out` has p n, does not overlap `in`,
/// and receives them, equal ones in no particular order. ceil(log2 p) rounds, (p - 1) n elements received, O(p n)
/// comparisons. Elements travel as bytes. As with every task, the memory passed must outlive it.
template <class T, class Less = std::less<>>
requires std::is_trivially_copyable_v<T> task allgather_merge(process& self, std::span<const T> in,
                                                              std::span<T> out, Less less = {}) {
  const int p = self.size(), rank = self.rank();
  const std::size_t n = in.size();
  assert(out.size() == n * static_cast<std::size_t>(p));
  const auto bytes = [](std::span<T> of) {
    return buffer(reinterpret_cast<std::byte*>(of.data()), of.size_bytes(), byte_type);
  };

  // Before round k, with s = skip[k], `others` has the blocks of the s - 1 processes below, merged, and `out`
  // begins with those and the own, merged. Afterwards they have to be skip[k + 1] - 1:
  //   skip[k + 1] = 2 s:      s more, from rank - s down, which is what `out` of process rank - s begins with;
  //   skip[k + 1] = 2 s - 1:  s - 1 more, from rank - s down, which is `others` of process rank - s + 1.
  const halving_skips skips(p);
  const workspace<T> others(out.size()), arrived(out.size()), both(out.size());
  std::size_t known = 0;  // elements of others
  std::ranges::copy(in, out.begin());
  for (int k = 0; k < skips.rounds(); ++k) {
    const int s = skips[k];
    const bool with_own = skips[k + 1] == 2 * s;
    const int distance = with_own ? s : s - 1;
    const std::size_t many = n * static_cast<std::size_t>(distance);
    const buffer leaving = bytes(with_own ? out.first(many) : others.first(many));
    const buffer coming = bytes(arrived.first(many));
    co_await self.sendrecv(leaving, ring(rank, distance, p), coming, ring(rank, -distance, p));
    std::merge(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(known), arrived.begin(),
               arrived.begin() + static_cast<std::ptrdiff_t>(many), both.begin(), less);
    known += many;
    std::copy_n(both.begin(), known, others.begin());
    std::merge(in.begin(), in.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(known),
               out.begin(), less);
  }
}

}  // namespace tutti
