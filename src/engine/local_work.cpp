// The local work of a process: copies, reductions and memory.

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "engine/elements.hpp"
#include "engine/engine.hpp"

namespace tutti {

// One processor copies and combines for all operations of a process.
void member::work(double seconds) {
  double& until = engine_.owner_of(engine_.index_of(*this)).works_;
  account_.clock = until = engine_.worked(rank(), std::max(account_.clock, until), seconds);
}

// Combinations that follow each other directly take as long as one of all their bytes, to the last bit. So
// processes that combine the same bytes in more or fewer steps remain in step.
void member::combine_bytes(std::size_t bytes) {
  double& until = engine_.owner_of(engine_.index_of(*this)).works_;
  const double now = std::max(account_.clock, until);
  if (now != combines_until_ || communicated_until_ > combines_from_) {
    combines_from_ = now;
    combined_ = 0;
    combined_before_ = now == communicated_until_ ? std::max(0.0, now - arrives_from_) : 0;
  }
  combined_ += bytes;
  const double takes = engine_.network_.gamma * static_cast<double>(combined_);
  combines_until_ = engine_.worked(rank(), combines_from_, std::max(0.0, takes - combined_before_));
  account_.clock = until = combines_until_;
}

void member::copy(const_buffer from, buffer to) {
  ++engine_.touched_;
  if (!same_elements(from, to)) {
    engine_.copied_ += from.bytes();
    if (engine_.network_.copying > 0) work(engine_.network_.copying * static_cast<double>(from.bytes()));
  }
  if (!engine_.data && (engine::absent(from) || engine::absent(to))) return;
  move(from, to);
}

void member::move(const_buffer from, buffer to) const {
  if (from.bytes() != to.bytes()) no_room(from, to);
  engine_.move_data(from, to);
}

// The copy does not advance the clock: the next communication starts at once, while the processor is busy.
void member::leave_copy(const_buffer from, buffer to) {
  const double now = account_.clock;
  copy(from, to);
  copies_ = std::exchange(account_.clock, now);
}

void member::reduce(const operation& op, const_buffer left, buffer right) {
  ++engine_.touched_;
  if (left.count != right.count || (right.count != 0 && left.type->size != right.type->size))
    different_operands(left, right);
  if (in_parts(left) || in_parts(right))
    complain(": reduces operands in several parts, which can only be sent, received and copied");
  if (engine_.combine && engine_.data) engine_.combine(op, left, right);
  combine_bytes(right.bytes());
}

// The copy takes no time, since kernels read two operands and write a third.
void member::reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) {
  if (!engine_.data) return reduce(op, left, into);
  const bool takes_its_place = same_elements(left, into);
  const scratch kept(*this, takes_its_place ? left.count : 0, *left.type);
  if (takes_its_place) {
    move(left, kept);
    left = kept;
  }
  if (!same_elements(right, into)) move(right, into);
  reduce(op, left, into);
}

// Takes as long as a reduction of as many bytes.
void member::merge(const ordering& by, const_buffer left, const_buffer right, buffer into) {
  ++engine_.touched_;
  if (left.count + right.count != into.count)
    complain(": merges " + std::to_string(left.count) + " and " + std::to_string(right.count) +
             " elements into room for " + std::to_string(into.count));
  if (engine_.data) process::merge(by, left, right, into);
  combine_bytes(into.bytes());
}

std::byte* member::take(std::size_t bytes) {
  if (!engine_.data) {
    auto* const nowhere = reinterpret_cast<std::byte*>(engine_.unused_address_);
    engine_.unused_address_ += (bytes + 64) & ~std::size_t{63};
    return nowhere;
  }
  std::byte* memory = process::take(bytes);
  if (engine_.poison >= 0) std::memset(memory, engine_.poison, bytes);
  return memory;
}

void member::give(std::byte* memory, std::size_t bytes) noexcept {
  if (engine_.data) process::give(memory, bytes);
}

}  // namespace tutti
