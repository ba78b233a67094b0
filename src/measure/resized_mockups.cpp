#include <array>

#include "measure/mockups.hpp"
#include "measure/reshaped.hpp"

// Monotone and split-robust: a collective on more data does all the work of one on the data, and so do
// several collectives on parts of the data.
namespace tutti::measure {
namespace {

struct twofold {
  [[nodiscard]] static std::size_t length(std::size_t n) noexcept { return 2 * n; }
  [[nodiscard]] static stretch within(std::size_t n) noexcept { return {0, n}; }
};

// Part i of k: from floor(i n / k) on.
struct part_of {
  std::size_t i, k;
  [[nodiscard]] std::size_t length(std::size_t n) const noexcept { return within(n).count; }
  [[nodiscard]] stretch within(std::size_t n) const noexcept {
    const std::size_t first = i * n / k;
    return {first, (i + 1) * n / k - first};
  }
};

template <collective C>
task on_twice_as_much(library& use, arguments a) {
  co_await reshaped(use, a, C, C, twofold{});
}

template <collective C, int K>
task in_parts(library& use, arguments a) {
  for (std::size_t i = 0; i < K; ++i) {
    const part_of part{i, K};
    co_await reshaped(use, a, C, C, part);
  }
}

template <collective C>
constexpr std::array<mockup, 3> resized() {
  return {
      mockup{C, "twice_as_much", "with as much again behind the data", on_twice_as_much<C>, family::larger},
      mockup{C, "2_parts", "a half in each of two calls", in_parts<C, 2>, family::split},
      mockup{C, "8_parts", "an eighth in each of eight calls", in_parts<C, 8>, family::split}};
}

template <collective... C>
constexpr auto resized_of_all() {
  std::array<mockup, 3 * sizeof...(C)> all{};
  std::size_t n = 0;
  for (const auto& three : {resized<C>()...})
    for (const mockup& m : three) all[n++] = m;
  return all;
}

constexpr auto mockups_of_all =
    resized_of_all<collective::bcast, collective::gather, collective::gatherv, collective::scatter,
                   collective::scatterv, collective::allgather, collective::allgatherv, collective::alltoall,
                   collective::alltoallv, collective::alltoallw, collective::reduce, collective::allreduce,
                   collective::reduce_scatter, collective::reduce_scatter_block, collective::scan,
                   collective::exscan>();

}  // namespace

std::span<const mockup> resized_mockups() noexcept { return mockups_of_all; }

}  // namespace tutti::measure
