// Irregular gather in linear time: of two neighbouring cubes of processes the one that has had less to receive sends to
// the other, so that nobody waits; which one that is, the processes find out by messages of a few bytes.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter collectives", 2018.
// Cost: at most ceil(log2 p) alpha + beta (sum of all blocks but the root's), with a given root and uneven blocks more by
// what the last cube that it waits for takes longer than those before; the construction, at most 2 ceil(log2 p) - 3
// dependent start-ups, goes on beside it. Any p, any root, any lengths; in rank order.
// Requires: nothing. A process sends its own block from where it is; the root receives each block where it belongs.

#include "algorithms/gather/linear_time.hpp"

#include <optional>

#include "algorithms/gather/gather.hpp"

namespace tutti {
namespace {

// What has come from the neighbours, each in a place of its own: how much will come is not known when the first does.
class inbox {
 public:
  explicit inbox(process& self) noexcept : self_(self) {}
  inbox(const inbox&) = delete;
  inbox& operator=(const inbox&) = delete;
  ~inbox() {
    for (std::size_t k = 0; k < n_; ++k) self_.give(from_[k].data, from_[k].bytes);
  }

  buffer add(std::size_t bytes, bool left) {
    from_[n_++] = {self_.take(bytes), bytes, left};
    return from_[n_ - 1].all();
  }
  [[nodiscard]] std::size_t size() const noexcept { return n_; }

  // Neighbours come from nearer to further on either side: the left ones are in rank order from the last to the first.
  void in_rank_order(const_buffer own, const_bundle& into) const {
    for (std::size_t k = n_; k-- > 0;)
      if (from_[k].left) into.add(from_[k].all());
    into.add(own);
    for (std::size_t k = 0; k < n_; ++k)
      if (!from_[k].left) into.add(from_[k].all());
  }

 private:
  struct piece {
    std::byte* data;
    std::size_t bytes;
    bool left;
    [[nodiscard]] buffer all() const noexcept { return {data, bytes, byte_type}; }
  };
  process& self_;
  std::array<piece, 31> from_;
  std::size_t n_ = 0;
};

std::size_t parts_of(const_buffer b) {
  std::size_t n = 0;
  each_part(b, [&n](const const_buffer&) { ++n; });
  return n;
}

}  // namespace

// Whichever neighbour has its data first is received from first: the root is never idle while anyone waits for it.
task gather_at_root(process& self, const_buffer in, root_blocks<std::byte> recv, tree_rule rule) {
  const int root = self.rank();
  root_plan plan(self.size(), root, rule, [&recv](int i) { return recv.bytes(i); });
  const auto items = plan.items();
  root_messages<std::byte> messages(plan, recv);
  const workspace<transfer> all(items.size());
  for (std::size_t k = 0; k < items.size(); ++k)
    all[k] = {const_buffer{}, nobody, messages.of(items[k]), items[k].partner};
  recv.each(root, [&](const buffer& own) { self.copy(in, own); });
  if (!all.empty()) co_await self.together(all);
}

task gather_on_cubes(process& self, const_buffer in, root_blocks<std::byte> recv, int root, tree_rule rule) {
  if (self.rank() == root) {
    co_await gather_at_root(self, in, recv, rule);
    co_return;
  }
  cube_member member(self, root, in.bytes(), rule);
  inbox received(self);
  std::optional<const_bundle> sent;
  // Data of a round go beside the construction of the next, so that neither waits for the other.
  transfer data;
  for (int d = 0; d < member.rounds(); ++d) {
    if (!member.acts(d)) continue;
    co_await member.meet(self, d, data);
    data = {};
    const bool gathered = member.is_gather_root(), left = member.other_is_left(d);
    const cube mine = member.mine(), other = member.other();
    const union_of_cubes u = member.unite(d);
    if (!gathered) continue;
    if (member.is_gather_root()) {
      if (!u.direct && other.bytes > 0)
        data = {const_buffer{}, nobody, received.add(other.bytes, left), static_cast<int>(other.root)};
    } else if (mine.bytes > 0) {
      received.in_rank_order(in, sent.emplace(received.size() + parts_of(in)));
      data = {*sent, u.direct ? root : static_cast<int>(other.root), buffer{}, nobody};
    }
  }
  const std::span<transfer> last(&data, 1);
  co_await self.together(last);
  if (member.is_gather_root() && member.mine().bytes > 0) {
    received.in_rank_order(in, sent.emplace(received.size() + parts_of(in)));
    co_await self.send(*sent, root);
  }
}

const algorithm gatherv_linear_time_entry{
    .of = collective::gatherv,
    .name = "linear_time",
    .summary = "ordered tree built from the lengths, who received less sends",
    .source = "Traeff 2018",
    .needs = {},
    .run = [](process& self,
              const call& c) { return gather_on_cubes(self, c.in, {c.recv}, c.root, tree_rule{}); },
    .price = bound_of_cubes,
    .bound = true,
};

}  // namespace tutti
