#include "mpi/multicast.hpp"

#include <algorithm>

#include "node/board.hpp"

namespace tutti::mpi {

bool multicast::advance() {
  send_together();
  std::erase_if(late_, [this](late_one& one) {
    return self_.send_pieces(one.to, data_.data, data_.bytes(), one.gone);
  });
  return late_.empty() && is_with_all();
}

void multicast::send_together() {
  node::board& board = *self_.by().board;
  while (gone_ < data_.bytes() && !together_.empty()) {
    const std::size_t left = data_.bytes() - gone_;
    const node::link::hold alone(board.guard());
    const auto place = board.write(data_.data + gone_, std::min(left, board.piece()));
    // A process that has not reached its operation does not read. It must not delay the others.
    if (!place && !board.is_stuck()) return;
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
