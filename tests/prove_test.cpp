// Every algorithm of the catalogue, proved in virtual time: all p and all roots of a range, lengths that do and do not
// divide, in place or not, with holes, and for the irregular collectives counts that are equal, random, zero or one
// giant. One test for each algorithm, named after it.

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <numeric>
#include <random>
#include <span>

#include "tutti/proof.hpp"

namespace tutti {
namespace {

bool rooted(collective c) {
  switch (c) {
    case collective::bcast: case collective::gather: case collective::gatherv: case collective::scatter:
    case collective::scatterv: case collective::reduce: return true;
    default: return false;
  }
}
bool personal(collective c) {
  return c == collective::alltoall || c == collective::alltoallv || c == collective::alltoallw;
}
bool irregular(collective c) {
  switch (c) {
    case collective::gatherv: case collective::scatterv: case collective::allgatherv: case collective::alltoallv:
    case collective::alltoallw: case collective::reduce_scatter: return true;
    default: return false;
  }
}
bool vector(collective c) {  // the length that varies is that of a vector, not of a block of each process
  switch (c) {
    case collective::bcast: case collective::reduce: case collective::allreduce: case collective::scan:
    case collective::exscan: return true;
    default: return false;
  }
}
bool in_place_allowed(collective c) {
  return !personal(c) && c != collective::barrier && c != collective::bcast && c != collective::reduce_scatter &&
         c != collective::reduce_scatter_block;
}

enum class kind { same, random, sparse, giant, increasing };

std::vector<int> counts_of(kind k, int n, std::mt19937& random) {
  std::vector<int> c(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < c.size(); ++i) switch (k) {
      case kind::same: c[i] = 3; break;
      case kind::random: c[i] = static_cast<int>(random() % 6); break;
      case kind::sparse: c[i] = random() % 4 == 0 ? 2 : 0; break;
      case kind::giant: c[i] = i == c.size() / 2 ? 20 : 0; break;
      case kind::increasing: c[i] = static_cast<int>(i % 7); break;
    }
  return c;
}

class Proof : public testing::Test {
 public:
  explicit Proof(const algorithm* of) : of_(of) {}

  void TestBody() override {
    for (int p = 1; p <= 20; ++p) all_roots(p);
    for (int p : {31, 32, 33, 48, 63, 64, 65}) some_roots(p);
  }

 private:
  void all_roots(int p) {
    for (int root = 0; root < (rooted(of_->of) ? p : 1); ++root) lengths(p, root);
  }
  void some_roots(int p) {
    lengths(p, 0);
    if (rooted(of_->of)) lengths(p, p / 2), lengths(p, p - 1);
  }

  void lengths(int p, int root) {
    if (of_->needs.power_of_two && !is_power_of_two(p)) return;
    instance i{.of = of_, .p = p, .root = root};
    if (irregular(of_->of)) {
      for (kind k : {kind::same, kind::random, kind::sparse, kind::giant, kind::increasing}) {
        i.counts = counts_of(k, personal(of_->of) ? p * p : p, random_);
        pieces(i);
      }
      return;
    }
    // The last lengths divide evenly by all that algorithms cut into, so that bytes are exact: pieces, processes, and
    // the largest power of two of processes.
    const int folded = p <= 20 ? 1 << floor_log2(p) : 1;
    const std::array of_vectors{0, 1, 5, 2 * p, 4 * p + 3, std::lcm(12 * p, folded)};
    const std::array of_blocks{0, 1, 5, 12};
    for (const int n : vector(of_->of) ? std::span<const int>(of_vectors) : std::span<const int>(of_blocks)) {
      i.count = static_cast<std::size_t>(n);
      pieces(i);
    }
  }

  void pieces(instance i) {
    for (int m : {1, 2, 3, 4, 6}) {
      i.pieces = m;
      variants(i);
      if (!of_->stages) break;
    }
  }

  void variants(instance i) {
    check(i);
    if (in_place_allowed(of_->of)) {
      i.in_place = true;
      check(i);
      i.in_place = false;
    }
    if (!of_->needs.bytes && i.p % 3 == 0) {
      i.holes = true;
      check(i);
    }
  }

  void check(const instance& i) {
    if (failures_ >= 8) return;
    const finding f = prove(i);
    for (const std::string& w : f.wrong) ADD_FAILURE() << describe(i) << ": " << w;
    failures_ += !f.wrong.empty();
  }

  const algorithm* of_;
  std::mt19937 random_{7};
  int failures_ = 0;
};

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const tutti::algorithm* a : tutti::catalogue()) {
    const std::string name = std::string(name_of(a->of)) + "." + std::string(a->name);
    testing::RegisterTest("Proof", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [a]() -> testing::Test* { return new tutti::Proof(a); });
  }
  return RUN_ALL_TESTS();
}
