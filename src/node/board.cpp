#include "node/board.hpp"

#include <algorithm>

#include "node/ring.hpp"

namespace tutti::node {

std::optional<place_of_data> board::write(const std::byte* data, std::size_t bytes) noexcept {
  const place_of_data place = shape_.place_from(data_room::board, at_, bytes);
  if (!make_room(place.end(bytes))) return {};
  at_ = place.end(bytes);
  filler_.fill(memory_ + shape_.offset_of(place), data, bytes);
  return place;
}

// Asks first the reader that was in the way last: each question moves a cache line from the reader's cache.
bool board::make_room(std::uint64_t end) noexcept {
  const std::size_t size = shape_.board;
  if (end - free_ <= size) return true;
  std::uint64_t free = at_;
  for (std::size_t i = 0; i < readers_.size(); ++i) {
    const std::size_t k = (blocker_.reader + i) % readers_.size();
    const std::optional<std::uint64_t> from = readers_[k]->unread_on_board();
    if (!from) continue;
    if (end - *from > size) {
      is_blocked_by(k, *from);
      return false;
    }
    free = std::min(free, *from);
  }
  free_ = free;
  blocker_.since.reset();
  return true;
}

void board::is_blocked_by(std::size_t reader, std::uint64_t from) noexcept {
  if (!blocker_.since || blocker_.reader != reader || blocker_.from != from)
    blocker_ = {reader, from, clock::now()};
}

bool board::is_stuck() noexcept {
  if (!blocker_.since) [[likely]]
    return false;
  if (readers_[blocker_.reader]->unread_on_board() != blocker_.from) return false;
  return clock::now() - *blocker_.since >= patience_;
}

}  // namespace tutti::node
