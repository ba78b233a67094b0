#include "engine/watch.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "engine/place.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

// Address space; only the pages that are used take memory.
constexpr std::size_t room = std::size_t{1} << 34;
constexpr std::size_t guard = 64, alignment = 16;
constexpr std::size_t kept = std::size_t{1} << 26;  // bytes that stay allocated between proofs

// Calls visit(address, bytes) for each contiguous run, until it returns false.
template <class Visit>
bool each_run(const_buffer data, Visit visit) {
  bool go_on = true;
  each_part(data, [&](const_buffer part) {
    if (!go_on || part.empty()) return;
    if (part.type->dense) {
      go_on = visit(part.data, part.bytes());
      return;
    }
    const std::byte* at = part.data + part.type->true_lb;
    for (std::size_t i = 0; i < part.count && go_on; ++i, at += part.type->extent)
      go_on = visit(at, part.type->size);
  });
  return go_on;
}

// The first of n states that differs from `wanted` in the bits of `mask`; n if none does.
std::size_t first_other(const std::uint8_t* states, std::size_t n, std::uint8_t mask, std::uint8_t wanted) {
  constexpr std::uint64_t all = 0x0101010101010101U;
  const auto others = [&](std::size_t k) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, states + k, 8);
    return (eight & mask * all) ^ wanted * all;
  };
  std::size_t k = 0;
  for (; k + 64 <= n; k += 64) {  // at once
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < 64; i += 8) any |= others(k + i);
    if (any != 0) break;
  }
  while (k + 8 <= n && others(k) == 0) k += 8;
  while (k < n && (states[k] & mask) == wanted) ++k;
  return k;
}

// Bits of states.
constexpr std::uint8_t may_be_read = 1, not_looked_at = 4;

// The first of n states that may not be read; n if all may. Marks those before it as looked at, and perhaps
// some after it.
std::size_t read_states(std::uint8_t* states, std::size_t n) {
  constexpr std::uint64_t all = 0x0101010101010101U;
  std::size_t k = 0;
  for (std::uint64_t missing = 0; k + 64 <= n; k += 64) {  // at once
    for (std::size_t i = k; i < k + 64; i += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, states + i, 8);
      missing |= ~eight & may_be_read * all;
      eight &= ~(not_looked_at * all);
      std::memcpy(states + i, &eight, 8);
    }
    if (missing != 0) break;
  }
  for (; k < n && (states[k] & may_be_read) != 0; ++k) states[k] &= static_cast<std::uint8_t>(~not_looked_at);
  return k;
}

constexpr const char* outside_all = "lies outside the elements of the buffers and what was taken";

void set_states(std::uint8_t* states, std::size_t n, watched_memory::state s) {
  if (n == 8) {
    const std::uint64_t eight = 0x0101010101010101U * static_cast<std::uint8_t>(s);
    std::memcpy(states, &eight, 8);
  } else {
    std::memset(states, static_cast<int>(s), n);
  }
}

}  // namespace

watched_memory::pages::pages()
    : begin_(
          mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
  if (begin_ == MAP_FAILED)
    throw std::runtime_error(
        "a proof needs 32 GiB of address space, of which little is used; there is not so much");
}

watched_memory::pages::~pages() { munmap(begin_, room); }

std::byte* watched_memory::take(std::size_t bytes, state s) {
  const std::size_t first = (used_ + guard + alignment - 1) / alignment * alignment;
  if (bytes > room - first - guard || first > room - guard)
    throw too_large_proof("too large a proof: more than 16 GiB of memory");
  used_ = first + bytes + guard;
  std::memset(memory_ + first, 0, bytes);
  std::memset(states_ + first, static_cast<int>(s), bytes);
  return memory_ + first;
}

void watched_memory::set(const std::byte* at, std::size_t bytes, state s) noexcept {
  if (has(at)) set_states(states_of(at), bytes, s);
}

void watched_memory::forget() noexcept {
  if (used_ > kept) {  // dropped pages are 0 when they are used again
    madvise(memory_, used_, MADV_DONTNEED);
    madvise(states_, used_, MADV_DONTNEED);
  } else {
    std::memset(states_, 0, used_);
  }
  used_ = 0;
}

watched_memory::state watched_memory::look(const_buffer elements) noexcept {
  state found = state::writable;
  each_run(elements, [&](const std::byte* at, std::size_t n) {
    if (!has(at)) return true;
    std::uint8_t* states = states_of(at);
    const auto most = static_cast<std::size_t>(memory_ + used_ - at);
    const std::size_t k = read_states(states, std::min(n, most));
    if (k < n) found = k < most ? static_cast<state>(states[k]) : state::outside;
    return k == n;
  });
  return found;
}

watched_memory::state watched_memory::claim(const_buffer elements) noexcept {
  state found = state::writable;
  each_run(elements, [&](const std::byte* at, std::size_t n) {
    if (!has(at)) return true;
    std::uint8_t* states = states_of(at);
    const auto most = static_cast<std::size_t>(memory_ + used_ - at), here = std::min(n, most);
    constexpr auto wanted = static_cast<std::uint8_t>(state::writable);
    std::size_t k = first_other(states, here, 0xff, wanted);
    if (k < here && static_cast<state>(states[k]) == state::unread) {
      found = state::unread;
      k = first_other(states, here, 0xff & ~not_looked_at, wanted);
    }
    if (k == n) {
      set_states(states, n, state::busy);
      return true;
    }
    found = k < most ? static_cast<state>(states[k]) : state::outside;
    return false;
  });
  return found;
}

void watched_memory::release(const_buffer elements, state then) noexcept {
  each_run(elements, [&](const std::byte* at, std::size_t n) {
    if (has(at)) set_states(states_of(at), n, then);
    return true;
  });
}

bool watched_memory::give(const std::byte* at, std::size_t bytes) noexcept {
  std::uint8_t* states = states_of(at);
  const bool looked_at = first_other(states, bytes, not_looked_at, 0) == bytes;
  set_states(states, bytes, state::outside);
  return looked_at;
}

std::string watched_process::sentence(const std::string& what) const {
  return of_process(rank(), what, where_, communicates_);
}

void watched_process::complain(const std::string& what) const {
  throw communication_error(sentence(": " + what));
}

void watched_process::note_loss() noexcept {
  if (lost_.empty()) lost_ = sentence(": received data is never used");
}

void watched_process::write(const char* what, const_buffer place) {
  const watched_memory::state found = memory_.claim(place);
  if (found == watched_memory::state::unread) note_loss();
  if (found == watched_memory::state::unread || found == watched_memory::state::writable) return;
  complain("the place of " + std::string(what) +
           (found == watched_memory::state::readable ? " may only be read"
            : found == watched_memory::state::busy   ? " is that of something else, too"
                                                     : std::string(" ") + outside_all));
}

void watched_process::read(const char* what, const_buffer data) {
  const watched_memory::state found = memory_.look(data);
  if (found == watched_memory::state::writable) return;
  complain(std::string(what) + " " +
           (found == watched_memory::state::busy ? "lies where something else is written at the same time"
                                                 : outside_all));
}

void watched_process::copy(const_buffer from, buffer to) {
  if (!same_elements(from, to)) {
    write("a copy", to);
    read("what is copied", from);
    memory_.release(to, watched_memory::state::writable);
  }
  forwarding_process::copy(from, to);
}

void watched_process::leave_copy(const_buffer from, buffer to) {
  finish_copy();
  if (same_elements(from, to)) return;
  write("a copy", to);
  read("what is copied", from);
  left_from_ = from;
  left_to_ = to;
}

void watched_process::finish_copy() {
  if (!left_to_.type) return;
  read("what is copied", left_from_);
  memory_.release(left_to_, watched_memory::state::writable);
  forwarding_process::leave_copy(left_from_, left_to_);
  left_to_ = {};
}

void watched_process::reduce(const operation& op, const_buffer left, buffer right) {
  read("what is reduced", right);
  write("a reduction", right);
  read("what is reduced", left);
  memory_.release(right, watched_memory::state::writable);
  forwarding_process::reduce(op, left, right);
}

void watched_process::reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) {
  if (same_elements(right, into)) return reduce(op, left, into);
  const bool takes_its_place = same_elements(left, into);
  if (takes_its_place) read("what is reduced", left);
  write("a reduction", into);
  if (!takes_its_place) read("what is reduced", left);
  read("what is reduced", right);
  memory_.release(into, watched_memory::state::writable);
  forwarding_process::reduce_into(op, left, right, into);
}

void watched_process::merge(const ordering& by, const_buffer left, const_buffer right, buffer into) {
  write("a merge", into);
  read("what is merged", left);
  read("what is merged", right);
  memory_.release(into, watched_memory::state::writable);
  forwarding_process::merge(by, left, right, into);
}

bool watched_process::start(std::span<transfer> all, const std::source_location& where) {
  where_ = where;
  communicates_ = true;
  for (const transfer& t : all)
    if (t.from != nobody) write("what is received", t.in);
  for (const transfer& t : all)
    if (t.to != nobody) read("what is sent", t.out);
  finish_copy();
  for (const transfer& t : all)
    if (t.from != nobody) memory_.release(t.in, watched_memory::state::unread);
  communicates_ = false;
  return forwarding_process::start(all, where);
}

std::byte* watched_process::take(std::size_t bytes) {
  if (bytes > room) complain("asks for " + std::to_string(bytes) + " bytes of memory");
  return memory_.take(bytes, watched_memory::state::writable);
}
void watched_process::give(std::byte* memory, std::size_t bytes) noexcept {
  if (!memory_.give(memory, bytes)) note_loss();
}

}  // namespace tutti
