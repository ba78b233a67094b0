#include "cli/picture/labelled_data.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "tutti/engine/agreed_graph.hpp"

namespace tutti::cli {
namespace {

// An order of labelled elements (tutti::ordering): by part.
bool earlier(const std::byte* a, const std::byte* b, const void*) noexcept {
  const auto part = [](const std::byte* at) {
    std::uint16_t p = 0;
    std::memcpy(&p, at + offsetof(labelled_element, part), sizeof p);
    return p;
  };
  return part(a) < part(b);
}

}  // namespace

void combine_labels(const operation&, const_buffer left, buffer right) {
  for (std::size_t k = 0; k < right.count; ++k) {
    labelled_element a, b;
    std::memcpy(&a, left.slice(k, 1).data, left.type->size);
    std::memcpy(&b, right.slice(k, 1).data, right.type->size);
    b.first = std::min(a.first, b.first);
    b.last = std::max(a.last, b.last);
    b.many = static_cast<std::uint16_t>(a.many + b.many);
    b.contributors |= a.contributors;
    std::memcpy(right.slice(k, 1).data, &b, right.type->size);
  }
}

labelled_data::labelled_data(const algorithm& a, const shape& s, const network& on, int root,
                             std::vector<std::size_t> offsets, int parts, const datatype& type,
                             const agreed_graph* graph, known_memory& known)
    : a_(a),
      there_(a, on, s.p),
      p_(static_cast<std::size_t>(s.p)),
      root_(root),
      pieces_(s.pieces),
      type_(type),
      parts_(static_cast<std::size_t>(parts)),
      graph_(graph),
      offsets_(std::move(offsets)) {
  for (const std::size_t o : offsets_) byte_offsets_.push_back(o * type.size);
  for (int r = 0; r < s.p; ++r) prepare(r);
  for (const auto* all : {&mine_, &result_})
    for (const auto& one : *all) known.add(one.data(), one.size());
}

bool labelled_data::cut_anywhere() const { return a_.needs.bytes && !combines(a_.of); }
buffer labelled_data::buffer_of(memory& v) const {
  return cut_anywhere() ? buffer(v.data(), v.size(), byte_type)
                        : buffer(v.data(), v.size() / type_.size, type_);
}
blocks labelled_data::equal_blocks_of(memory& v) const {
  const buffer all = buffer_of(v);
  return blocks::regular(all.data, all.count / p_, *all.type, static_cast<int>(p_));
}
template <class Blocks>
Blocks labelled_data::blocks_of(memory& v) const {
  const int p = static_cast<int>(p_);
  return cut_anywhere() ? Blocks::consecutive(v.data(), byte_offsets_.data(), byte_type, p)
                        : Blocks::consecutive(v.data(), offsets_.data(), type_, p);
}

call labelled_data::of(int rank) {
  const auto r = static_cast<std::size_t>(rank);
  memory &mine = mine_[r], &result = result_[r];
  call c;
  c.root = root_;
  c.pieces = pieces_;
  c.by.less = earlier;
  there_.complete(c);
  if (graph_) {
    c.neighbours = &graph_->of(rank);
    const auto blocks_at = [this](memory& at, int n) {
      return blocks::regular(at.data(), offsets_[1], type_, n);
    };
    fill(
        c, a_.of, false, [&] { return buffer_of(mine); }, [&] { return buffer_of(result); },
        [&] { return const_blocks(blocks_at(mine, c.neighbours->blocks_out())); },
        [&] { return blocks_at(result, c.neighbours->blocks_in()); });
    return c;
  }
  fill(
      c, a_.of, rank == root_, [&] { return buffer_of(mine); }, [&] { return buffer_of(result); },
      [&] { return blocks_of<const_blocks>(mine); },
      [&] { return is_personal(a_.of) ? equal_blocks_of(result) : blocks_of<blocks>(result); });
  return c;
}

void labelled_data::prepare(int rank) {
  if (graph_) return prepare_neighbours(rank);
  const bool is_root = rank == root_;
  const auto r = static_cast<std::size_t>(rank);
  const std::size_t n = offsets_[r + 1] - offsets_[r], all = offsets_.back();
  const collective_traits& t = traits(a_.of);
  const std::size_t mine = t.one_buffer ? 0 : how_much(t.sends, is_root, n, n, all);
  const std::size_t result = how_much(t.receives, is_root, n, n, is_personal(a_.of) ? n * p_ : all);
  mine_.push_back(filled(mine, rank));
  result_.push_back(filled(t.one_buffer && is_root ? result : 0, rank));
  result_.back().resize(result * type_.size);
}

// Makes a block for all neighbours, or a block for each, labelled with its destination.
void labelled_data::prepare_neighbours(int rank) {
  const std::vector<int>& destinations = graph_->edges().destinations[static_cast<std::size_t>(rank)];
  const bool personal = is_personal(a_.of);
  memory& mine = mine_.emplace_back(offsets_[1] * (personal ? destinations.size() : 1) * type_.size);
  for (std::size_t at = 0; at < mine.size(); at += type_.size) {
    const int to = personal ? destinations[at / type_.size / offsets_[1]] : rank;
    const labelled_element e{.part = static_cast<std::uint16_t>(rank),
                             .last = static_cast<std::uint16_t>(to),
                             .first = static_cast<std::uint16_t>(rank)};
    std::memcpy(mine.data() + at, &e, type_.size);
  }
  result_.emplace_back(offsets_[1] * static_cast<std::size_t>(graph_->of(rank).blocks_in()) * type_.size);
}

labelled_data::memory labelled_data::filled(std::size_t n, int rank) const {
  memory v(n * type_.size);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t part = 0, last = static_cast<std::size_t>(rank);
    if (of_vectors(a_.of) && !traits(a_.of).shifts)
      part = k * parts_ / n;
    else if (!sends_blocks(a_.of))
      part = static_cast<std::size_t>(rank);
    else
      part = static_cast<std::size_t>(std::ranges::upper_bound(offsets_, k) - offsets_.begin() - 1);
    if (is_personal(a_.of)) last = part, part = static_cast<std::size_t>(rank);  // from, to
    const labelled_element e{.part = static_cast<std::uint16_t>(part),
                             .last = static_cast<std::uint16_t>(last),
                             .first = static_cast<std::uint16_t>(rank),
                             .contributors = std::uint64_t{1} << (rank & 63)};
    std::memcpy(v.data() + k * type_.size, &e, type_.size);
  }
  return v;
}

}  // namespace tutti::cli
