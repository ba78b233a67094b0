// Alltoall on the circulant graph without copies, by the digits of distances in a number system of any radix:
// no packing, no rotations. Blocks are sent and received in place, by messages in several parts (on MPI:
// derived datatypes).
// Source: Traeff, Rougier, Hunold, "Implementing a classic: zero-copy all-to-all communication with MPI
// datatypes", ICS 2014, for radix 2; Traeff, HPC lecture "Collectives", "Example: Round k of Bruck all-to-all
// algorithm". With few digits of a large radix: Traeff, "Effective MPI: User-defined Datatypes and Cartesian
// Communicators for Zero-copy All-to-all Communication in Multidimensional Tori", arXiv 2605.29970,
// 2026, where p = p_1 ... p_d processes are a torus of d dimensions; worked out here from its abstract,
// on the circulant graph, which needs no factors: the digits of a distance are the dimensions along
// which a block goes, d digits of the least radix r with r^d >= p, and the last digit only has the
// values that there are below p.
// Cost: at most d (r - 1) rounds; beta m/p times the digits other than 0 of 0, ..., p - 1. Any p, any layout,
// besides recv as much memory again.
// When which: `tutti predict alltoall --p 512 --model linear:alpha=2us,beta=0.1ns,copy=0.05ns`, where a
// message in parts costs its packing, has three digits before radix 2 from blocks of 128 bytes on, and two
// digits first from 1 KiB on.
//
// A block that has to go j processes up goes z w in one round for each digit z > 0 of j, of weight w. Each
// process holds one block of each distance, so the block received takes the place of the block sent. Both are
// under way at once, which needs two places: the block of distance j alternates between recv and a second
// memory, so that its last round ends in recv:
//
//     rounds of block j:   1st from send, ..., last but two -> recv,   last but one -> aside,   last -> recv
//
// That is, after the round for a digit the block is in recv if an even number of the higher digits is not 0.
// On the way its place in recv is that of the block from j processes below.

#include <algorithm>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "tutti/bundle.hpp"

namespace tutti {
namespace {

// The number of digits of n that are not 0.
int digits_set(int n, int radix) {
  int set = 0;
  for (; n > 0; n /= radix) set += n % radix != 0;
  return set;
}

constexpr std::string_view source = "Traeff, Rougier, Hunold 2014; Traeff 2026";

// Runs in the radix in which `digits` digits are enough.
task with_digits(process& self, const call& c, int digits) {
  return alltoall_bruck_datatypes(self, c.send, c.recv, root_radix(self.size(), digits));
}

}  // namespace

task alltoall_bruck_datatypes(process& self, const_blocks send, blocks recv, int radix) {
  const int p = self.size(), rank = self.rank();
  self.copy_meanwhile(send[rank], recv[rank]);
  const buffer own = recv[rank];
  if (own.empty() || p == 1) co_return;

  // Only blocks with two digits or more other than 0 are ever put aside: some of those from radix + 1 on.
  const std::size_t n = own.count;
  const scratch memory(self, p > radix + 1 ? n * static_cast<std::size_t>(p - 1 - radix) : 0, *own.type);
  const auto aside = [&](int j) { return memory.slice(static_cast<std::size_t>(p - 1 - j) * n, n); };

  // No digit is more frequent than a smaller one: a message has at most p / 2 blocks.
  const_bundle out(static_cast<std::size_t>(p / 2));
  bundle in(static_cast<std::size_t>(p / 2));
  for (long long weight = 1; weight < p; weight *= radix) {
    const int w = static_cast<int>(weight);
    for (int z = 1; z < radix && 1LL * z * w < p; ++z) {
      out.clear();
      in.clear();
      const auto add = [&](int j) {
        const bool first = j % w == 0, ends_aside = digits_set(j / w, radix) % 2 == 0;
        const buffer place = recv[ring(rank, -j, p)];
        if (first)
          out.add(send[ring(rank, j, p)]);
        else
          out.add(ends_aside ? place : aside(j));
        in.add(ends_aside ? aside(j) : place);
      };
      // The blocks with this digit, by decreasing distance, so that places increase: adjacent blocks become
      // one part.
      const long long period = weight * radix;
      for (long long low = (p - 1) / period * period + z * weight; low > 0; low -= period)
        for (long long j = std::min<long long>(low + w, p); j-- > low;) add(static_cast<int>(j));
      co_await self.sendrecv(out, ring(rank, z * w, p), in, ring(rank, -z * w, p));
    }
  }
}

extern const algorithm alltoall_bruck_datatypes_entry{
    .of = collective::alltoall,
    .name = "bruck_datatypes",
    .summary = "circulant graph, blocks travel in parts: no packing, no rotations",
    .source = "Traeff, Rougier, Hunold 2014",
    .run = [](process& self, const call& c) { return alltoall_bruck_datatypes(self, c.send, c.recv, 2); },
    .price = [](const shape& s) { return price_by_digits(s, 2); },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm alltoall_bruck_datatypes_three_digits_entry{
    .of = collective::alltoall,
    .name = "bruck_datatypes_three_digits",
    .summary = "circulant graph, blocks travel in parts, in base cbrt(p): no block travels more than thrice",
    .source = source,
    .run = [](process& self, const call& c) { return with_digits(self, c, 3); },
    .price = [](const shape& s) { return one_after_the_other(price_by_digits(s, root_radix(s.p, 3))); },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm alltoall_bruck_datatypes_two_digits_entry{
    .of = collective::alltoall,
    .name = "bruck_datatypes_two_digits",
    .summary = "circulant graph, blocks travel in parts, in base sqrt(p): no block travels more than twice",
    .source = source,
    .run = [](process& self, const call& c) { return with_digits(self, c, 2); },
    .price = [](const shape& s) { return one_after_the_other(price_by_digits(s, root_radix(s.p, 2))); },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
