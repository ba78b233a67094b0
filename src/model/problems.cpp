#include "tutti/model/problems.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

namespace tutti {
namespace {

// std::uniform_int_distribution differs between libraries. The bias of the remainder is below 2^-32.
class dice {
 public:
  explicit dice(std::uint64_t seed) : engine_(seed) {}
  /// From [1, sides].
  int operator()(int sides) { return 1 + static_cast<int>(engine_() % static_cast<std::uint64_t>(sides)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace

std::string_view name_of(problem type) noexcept {
  switch (type) {
    case problem::same: return "same";
    case problem::random: return "random";
    case problem::bucket: return "bucket";
    case problem::spikes: return "spikes";
    case problem::increasing: return "increasing";
    case problem::decreasing: return "decreasing";
    case problem::alternating: return "alternating";
    case problem::two_blocks: return "two_blocks";
  }
  return "";
}

std::optional<problem> problem_named(std::string_view name) noexcept {
  for (const problem type : all_problems)
    if (name_of(type) == name) return type;
  return std::nullopt;
}

namespace {

struct gathered {
  int root;
  std::int64_t bytes, received;
};

// By the root of a cube: the processes first up to end.
gathered at_root_of_cube(std::span<const int> lengths, std::size_t first, std::size_t end) {
  if (end - first == 1) return {static_cast<int>(first), lengths[first], 0};
  const std::size_t middle = first + std::bit_ceil(end - first) / 2;
  const gathered left = at_root_of_cube(lengths, first, middle),
                 right = at_root_of_cube(lengths, middle, end);
  const bool left_receives =
      left.received != right.received ? left.received > right.received : left.bytes > right.bytes;
  const gathered &receiver = left_receives ? left : right, &sender = left_receives ? right : left;
  return {receiver.root, receiver.bytes + sender.bytes, receiver.received + sender.bytes};
}

}  // namespace

int root_of_lemma_1(std::span<const int> lengths) { return at_root_of_cube(lengths, 0, lengths.size()).root; }

std::vector<int> block_sizes(problem type, int p, int b, std::uint64_t seed) {
  constexpr int largest = std::numeric_limits<int>::max() / spike_factor;
  if (p < 1) throw std::invalid_argument("at least one process is needed, not " + std::to_string(p));
  if (b < 1 || b > largest)
    throw std::invalid_argument("the average size of a block is " + std::to_string(b) +
                                ": expected a number from 1 to " + std::to_string(largest));
  dice up_to(seed);
  // floor(2b n / p)
  const auto share = [p, b](int n) { return static_cast<int>(2LL * b * n / p); };
  std::vector<int> size(static_cast<std::size_t>(p));
  for (int i = 0; i < p; ++i)
    size[static_cast<std::size_t>(i)] = [&] {
      switch (type) {
        case problem::same: break;
        case problem::random: return up_to(2 * b);
        case problem::bucket: return b / 2 + up_to(b);
        case problem::spikes: return up_to(spike_factor) == 1 ? spike_factor * b : 1;
        case problem::increasing: return std::max(1, share(i + 1));
        case problem::decreasing: return share(p - i) + 1;
        case problem::alternating: return i % 2 == 0 ? b + b / 2 : b - b / 2;
        case problem::two_blocks: return i == 0 || i == p - 1 ? b : 0;
      }
      return b;
    }();
  return size;
}

}  // namespace tutti
