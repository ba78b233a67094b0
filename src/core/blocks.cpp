#include <algorithm>

#include "tutti/buffer.hpp"

namespace tutti {
namespace {

// The statistics of n blocks except `one`, with `size` bytes a unit of amount. Two loops without a branch,
// which compilers vectorise.
template <class Amount>
block_amounts sum(int n, int one, std::size_t size, Amount of_block) noexcept {
  decltype(of_block(0)) longest = 0;
  std::size_t total = 0;
  int blocks = 0;
  const auto add = [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      const auto amount = of_block(static_cast<std::size_t>(i));
      longest = std::max(longest, amount);
      total += static_cast<std::size_t>(amount);
      blocks += amount > 0;
    }
  };
  add(0, std::clamp(one, 0, n));
  add(std::clamp(one + 1, 0, n), n);
  if (size == 0) return {};
  return {static_cast<std::size_t>(longest) * size, total * size, static_cast<std::size_t>(blocks)};
}

}  // namespace

block_amounts block_layout::amounts_but(int one) const noexcept {
  if (n_ == 0) return {};
  const auto elements = [&](auto of_block) { return sum(n_, one, type_->size, of_block); };
  // The type of an empty block may be null.
  const auto typed = [&](auto count_of) {
    return sum(n_, one, 1, [types = types_, count_of](std::size_t i) {
      return types[i] ? static_cast<std::size_t>(count_of(i)) * types[i]->size : 0;
    });
  };
  const auto counted = [counts = counts_](std::size_t i) { return counts[i]; };
  const auto long_counted = [counts = long_counts_](std::size_t i) { return counts[i]; };
  switch (kind_) {
    case kind::regular: return elements([n = count_](std::size_t) { return n; });
    case kind::consecutive:
      return elements([starts = offsets_](std::size_t i) { return starts[i + 1] - starts[i]; });
    case kind::irregular: return elements(counted);
    case kind::long_irregular: return elements(long_counted);
    case kind::typed:
    case kind::typed_long_places: return typed(counted);
    case kind::listed: return sum(n_, one, 1, [all = list_](std::size_t i) { return all[i].bytes(); });
    case kind::long_typed: break;
  }
  return typed(long_counted);
}

}  // namespace tutti
