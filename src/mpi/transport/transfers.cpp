#include "mpi/transport/transfers.hpp"

#include <bitset>
#include <memory>
#include <utility>

#include "mpi/transport/multicast.hpp"
#include "mpi/transport/node_links.hpp"

namespace tutti::mpi {

namespace {

// Returns the first data in the list that several processes of this node may read on the board. Empty if the
// board is stuck, or if a process of this node may be sent two messages, because their order would have to be
// kept.
const_buffer sent_to_several(const mpi_process& self, std::span<const transfer> all) {
  if (!self.via().board || all.size() < 2) return {};
  const auto fits = [](const_buffer b) {
    return b.bytes() >= multicast::least && b.bytes() <= multicast::most && b.type->dense && !in_parts(b);
  };
  const auto to_near = [&self](const transfer& t) { return t.to != nobody && self.near(t.to); };
  const_buffer first;
  int receivers = 0;
  for (const transfer& t : all) {
    if (receivers == 0 && fits(t.out) && to_near(t)) first = t.out;
    if (first.type && same_elements(first, t.out) && to_near(t)) ++receivers;
  }
  if (receivers < 2) return {};
  constexpr std::size_t ranks = 1024;
  std::bitset<ranks> partners;
  for (const transfer& t : all) {
    if (!to_near(t)) continue;
    const std::size_t to = static_cast<std::size_t>(t.to) % ranks;
    if (partners[to]) return {};
    partners.set(to);
  }
  node::board& board = *self.via().board;
  const node::link::hold lock(board.guard());
  return board.is_stuck() ? const_buffer{} : first;
}

}  // namespace

void transfers::begin(std::span<const transfer> all) {
  if (!self_.via().near) return far_.begin(all);
  split_.clear();
  const const_buffer shared = sent_to_several(self_, all);
  multicast* to_several = nullptr;
  for (const transfer& t : all) {
    auto [near, far] = self_.sides_of(t);
    const bool is_shared = near.to != nobody && shared.type && same_elements(shared, near.out);
    if (is_shared && to_several) to_several->add(std::exchange(near.to, nobody));
    if (near.to != nobody || near.from != nobody) {
      near_transfer& added = near_.add(self_, near);
      if (is_shared && near.to != nobody) {
        auto together = std::make_unique<multicast>(self_, near.out);
        together->add(near.to);
        to_several = together.get();
        added.sends_by(std::move(together));
      }
    }
    if (far.to != nobody || far.from != nobody) split_.push_back(far);
  }
  far_.begin(split_);
}

void transfers::wait() {
  for (node_wait wait(self_.via().crowded);;) {
    bool ended = true;
    near_.each([&ended](near_transfer& t) { ended = t.advance() && ended; });
    if (ended) break;
    far_.test();
    if (!self_.copy_some()) wait.idle();
  }
  self_.finish_copy();  // all messages have been posted by now
  near_.clear();
  far_.wait();
}

void transfers::finish() {
  near_.clear();
  far_.finish();
}

}  // namespace tutti::mpi
