#include "mpi/transport/multicast.hpp"

#include <algorithm>

#include "node/board.hpp"

namespace tutti::mpi {

multicast::multicast(mpi_process& self, const_buffer data) : self_(self), data_(data) {
  together_.reserve(usual);
}

bool multicast::advance() {
  send_together();
  std::erase_if(late_, [this](late_one& one) {
    return self_.send_pieces(one.to, data_.data, data_.bytes(), one.gone);
  });
  alone_.remove_if([](near_transfer& one) { return one.advance(); });
  return late_.empty() && alone_.empty() && is_with_all();
}

node::link* multicast::waits_for_room() const noexcept {
  if (!is_with_all() || late_.size() + alone_.size() != 1) return nullptr;
  return late_.empty() ? alone_.front().waits_for_room() : self_.near(late_.front().to);
}

// A receiver that has yet to copy too many messages from this process's memory gets this one in pieces.
void multicast::send_alone() {
  std::list<near_transfer> each;  // all memory is allocated before anything changes
  late_.reserve(late_.size() + together_.size());
  for (const int to : together_) {
    node::link& theirs = *self_.near(to);
    const auto sending = theirs.sending();
    if (theirs.memory() && !theirs.out().may_offer()) continue;
    transfer t;
    t.out = data_;
    t.to = to;
    each.emplace_back(self_, t);
  }
  alone_.swap(each);
  for (const int to : together_)
    if (std::ranges::none_of(alone_, [to](const near_transfer& one) { return one.sends_to(to); }))
      late_.push_back({to, 0});
  together_.clear();
}

void multicast::send_together() {
  node::board& board = *self_.by().board;
  while (gone_ < data_.bytes() && !together_.empty()) {
    const std::size_t left = data_.bytes() - gone_;
    const node::link::hold alone(board.guard());
    const auto place = board.write(data_.data + gone_, std::min(left, board.piece()));
    // A process that has not reached its operation does not read. It must not delay the others.
    if (!place && !board.is_stuck()) return;
    if (!place && gone_ == 0) return send_alone();
    std::erase_if(together_, [&](int to) {
      node::link& theirs = *self_.near(to);
      const auto sending = theirs.sending();
      if (place && theirs.out().publish(self_.tag_to(to), left, *place)) return false;
      late_.push_back({to, gone_});
      return true;
    });
    gone_ += std::min(left, board.piece());
  }
}

}  // namespace tutti::mpi
