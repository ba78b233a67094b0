#include "mpi/transfers.hpp"

#include "mpi/node_links.hpp"

namespace tutti::mpi {

void transfers::begin(std::span<const transfer> all) {
  if (!self_.by().near) return far_.begin(all);
  split_.clear();
  for (const transfer& t : all) {
    transfer close, distant = t;
    if (t.to != nobody && self_.is_near(t.to)) {
      close.out = t.out, close.to = t.to;
      distant.to = nobody;
    }
    if (t.from != nobody && self_.is_near(t.from)) {
      close.in = t.in, close.from = t.from;
      distant.from = nobody;
    }
    if (close.to != nobody || close.from != nobody) near_.add(self_, close);
    if (distant.to != nobody || distant.from != nobody) split_.push_back(distant);
  }
  far_.begin(split_);
}

void transfers::wait() {
  for (node_wait wait(self_.by().crowded);;) {
    bool ended = true;
    near_.each([&ended](near_transfer& t) { ended = t.advance() && ended; });
    if (ended) break;
    far_.test();
    if (!self_.copy_some()) wait.idle();
  }
  self_.finish_copy();  // now that all have been posted
  near_.clear();
  far_.wait();
}

void transfers::finish() {
  near_.clear();
  far_.finish();
}

}  // namespace tutti::mpi
