#include "mpi/transport/multicast.hpp"

#include <algorithm>

#include "node/board.hpp"

namespace tutti::mpi {

multicast::multicast(mpi_process& self, const_buffer data) : self_(self), data_(data) {
  board_readers_.reserve(usual);
}

bool multicast::advance() {
  send_on_board();
  std::erase_if(separate_, [this](separate_receiver& one) {
    return self_.send_pieces(one.to, data_.data, data_.bytes(), one.bytes_sent);
  });
  ordinary_.remove_if([](near_transfer& one) { return one.advance(); });
  return separate_.empty() && ordinary_.empty() && is_sent_on_board();
}

node::link* multicast::waits_for_room() const noexcept {
  if (!is_sent_on_board() || separate_.size() + ordinary_.size() != 1) return nullptr;
  return separate_.empty() ? ordinary_.front().waits_for_room() : self_.near(separate_.front().to);
}

// A receiver that has yet to copy too many messages from this process's memory gets this message in pieces.
void multicast::leave_board() {
  std::list<near_transfer> each;  // all memory is allocated before anything changes; separate_ has its own
  for (const int to : board_readers_) {
    node::link& theirs = *self_.near(to);
    const auto lock = theirs.sending();
    if (theirs.memory() && !theirs.out().may_offer()) continue;
    transfer t;
    t.out = data_;
    t.to = to;
    each.emplace_back(self_, t);
  }
  ordinary_.swap(each);
  for (const int to : board_readers_)
    if (std::ranges::none_of(ordinary_, [to](const near_transfer& one) { return one.sends_to(to); }))
      separate_.push_back({to, 0});
  board_readers_.clear();
}

void multicast::send_on_board() {
  node::board& board = *self_.via().board;
  while (bytes_sent_ < data_.bytes() && !board_readers_.empty()) {
    separate_.reserve(separate_.size() + board_readers_.size());  // no receiver is sent a piece twice
    const std::size_t left = data_.bytes() - bytes_sent_;
    const node::link::hold board_lock(board.guard());
    const auto place = board.write(data_.data + bytes_sent_, std::min(left, board.piece()));
    // A process that has not reached its operation does not read. It must not delay the others.
    if (!place && !board.is_stuck()) return;
    if (!place && bytes_sent_ == 0) return leave_board();
    std::erase_if(board_readers_, [&](int to) {
      node::link& theirs = *self_.near(to);
      const auto lock = theirs.sending();
      if (place && theirs.out().publish(self_.tag_to(to), left, *place)) return false;
      separate_.push_back({to, bytes_sent_});
      return true;
    });
    bytes_sent_ += std::min(left, board.piece());
  }
}

}  // namespace tutti::mpi
