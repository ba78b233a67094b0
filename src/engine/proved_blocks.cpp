#include "engine/proved_blocks.hpp"

#include <algorithm>

namespace tutti {
namespace {

constexpr datatype of_extent(std::ptrdiff_t extent, std::ptrdiff_t true_lb) {
  return {.size = term_size, .extent = extent, .true_lb = true_lb, .true_extent = term_size, .dense = false};
}
constexpr datatype plain{.size = term_size, .extent = term_size, .true_extent = term_size};
constexpr datatype pairs{.size = 2 * term_size, .extent = 2 * term_size, .true_extent = 2 * term_size};
constexpr datatype holed = of_extent(24, 8), before_its_address = of_extent(16, -8),
                   backwards = of_extent(-24, -8);
constexpr datatype first_field = of_extent(16, 0), second_field = of_extent(16, 8);

}  // namespace

proved_blocks::proved_blocks(const instance& i)
    : i_(i), c_(i.of->of), bytes_(i.of->needs.bytes && !combines(c_)) {
  const auto p = static_cast<std::size_t>(i.p);
  const auto lengths = [&](auto index) {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < p; ++k) all.push_back(length(index(k)));
    return all;
  };
  if (is_neighbourhood(c_)) {
    arrange_neighbours();
  } else if (is_personal(c_)) {
    for (std::size_t r = 0; r < p; ++r) arrange(lengths([&](std::size_t d) { return r * p + d; }), true);
    for (std::size_t r = 0; r < p; ++r) arrange(lengths([&](std::size_t s) { return s * p + r; }), false);
  } else if (c_ != collective::barrier) {
    arrange(lengths([](std::size_t r) { return r; }), sends_blocks(c_));
  }
}

std::ptrdiff_t proved_blocks::apart() const { return combines(c_) ? second_field.true_lb : 0; }

bool proved_blocks::even() const {
  return i_.count % 2 == 0 && std::ranges::all_of(i_.counts, [](int n) { return n % 2 == 0; });
}
const datatype& proved_blocks::type_of(bool sent) const {
  if (bytes_) return byte_type;
  switch (i_.lies) {
    case layout::dense: break;
    case layout::holes: return holed;
    case layout::backwards: return backwards;
    case layout::one_array: return sent || combines(c_) ? first_field : second_field;
    case layout::differing:
      if (combines(c_)) return before_its_address;
      return !sent ? before_its_address : even() ? pairs : holed;
  }
  return plain;
}

void proved_blocks::arrange(const std::vector<std::size_t>& lengths, bool sent) {
  std::vector<std::size_t> o{0};
  for (const std::size_t n : lengths) o.push_back(o.back() + n);
  const bool equal = i_.counts.empty(),
             typed = c_ == collective::alltoallw || c_ == collective::neighbor_alltoallw;
  const datatype& type = type_of(sent);
  if (equal || bytes_ || i_.of->needs.side_by_side || combines(c_) || i_.lies == layout::dense)
    sides_.push_back(arrangement::side_by_side(std::move(o), type, equal));
  else if (typed && i_.lies != layout::one_array)
    sides_.push_back(arrangement::displaced(std::move(o),
                                            sent ? std::vector{&holed, &plain, &backwards, &type}
                                                 : std::vector{&backwards, &before_its_address, &plain},
                                            true));
  else
    sides_.push_back(arrangement::displaced(std::move(o), {&type}, typed));
}

// A block without a receiver or without a sender has a length, too.
void proved_blocks::arrange_neighbours() {
  const process_graph& graph = i_.graph->edges();
  const auto p = static_cast<std::size_t>(i_.p);
  std::vector<std::vector<std::size_t>> in(p);
  origins_.resize(p);
  for (std::size_t r = 0; r < p; ++r) {
    origins_[r].resize(graph.sources[r].size());
    in[r].resize(graph.sources[r].size(), i_.counts.empty() ? i_.count : 2);
  }
  std::size_t edge = 0;
  for (std::size_t r = 0; r < p; ++r) {
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < graph.destinations[r].size(); ++k, ++edge) {
      const std::size_t n = length(is_personal(c_) ? edge : r);
      if (is_personal(c_)) out.push_back(n);
      const int to = graph.destinations[r][k];
      if (to < 0) continue;
      const auto q = static_cast<std::size_t>(to);
      const auto l = static_cast<std::size_t>(graph.block_at(static_cast<int>(r), static_cast<int>(k)));
      origins_[q].at(l) = {static_cast<int>(r), static_cast<int>(k)};
      in[q].at(l) = n;
    }
    if (!is_personal(c_)) out.push_back(length(r));
    arrange(out, true);
  }
  for (const auto& lengths : in) arrange(lengths, false);
}

}  // namespace tutti
