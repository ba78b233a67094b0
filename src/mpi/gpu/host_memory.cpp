#include "mpi/gpu/host_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "mpi/gpu/memory_cache.hpp"
#include "mpi/gpu/memory_piece.hpp"
#include "mpi/library/abi.hpp"

namespace tutti::mpi {
namespace {

std::uintptr_t address_of(const std::byte* data) noexcept { return reinterpret_cast<std::uintptr_t>(data); }
std::byte* moved(const std::byte* data, std::uintptr_t by) noexcept {
  return reinterpret_cast<std::byte*>(address_of(data) + by);
}

}  // namespace

struct host_memory::stand_ins {
  struct copy {
    std::vector<memory_piece> pieces;  // on GPUs, sorted
    std::byte* memory;
    std::size_t bytes;
    bool received;

    // From a byte of the user's memory to its stand-in. 0 for a byte outside of the pieces, which has none.
    [[nodiscard]] std::uintptr_t distance_from(std::uintptr_t address) const;
  };
  struct moved_blocks {
    std::vector<std::size_t> offsets;
    std::vector<std::ptrdiff_t> counts, displacements;
    std::vector<const datatype*> types;
    blocks all;
  };
  std::vector<copy> copies;
  std::deque<buffer> buffers;
  std::deque<moved_blocks> several;
  bool failed = false;

  const copy& stand_in(process& self, std::vector<memory_piece> pieces, use by_call, bool dense);
  const blocks& move_together(const blocks& user, std::uintptr_t by);
  const blocks& move_each(const blocks& user, std::span<const std::uintptr_t> begins, const copy& to);
};

std::uintptr_t host_memory::stand_ins::copy::distance_from(std::uintptr_t address) const {
  const auto behind = std::ranges::upper_bound(pieces, address, {}, &memory_piece::begin);
  return behind != pieces.begin() && address < behind[-1].end ? behind[-1].distance : 0;
}

// The stand-ins lie one after the other, however far apart the pieces are. Dense pieces that are only
// received need not be read first.
const host_memory::stand_ins::copy& host_memory::stand_ins::stand_in(process& self,
                                                                     std::vector<memory_piece> pieces,
                                                                     use by_call, bool dense) {
  constexpr std::size_t alignment = 64;  // stand-ins are aligned like the user's memory, modulo this
  merge(pieces);
  std::size_t bytes = 0;
  for (const memory_piece& p : pieces) bytes += p.bytes() + alignment;
  copies.reserve(copies.size() + 1);
  copies.push_back({std::move(pieces), take_memory(self, bytes), bytes, by_call != use::sent});
  copy& c = copies.back();
  const bool filled = by_call != use::received || !dense;
  std::uintptr_t at = address_of(c.memory);
  for (memory_piece& p : c.pieces) {
    at += (p.begin - at) % alignment;
    p.distance = at - p.begin;
    at += p.bytes();
    if (!filled || p.read()) continue;
    std::memset(p.stand_in(), 0, p.bytes());
    failed = true;
  }
  return c;
}

// Returns the same blocks, which lie side by side, at another address.
const blocks& host_memory::stand_ins::move_together(const blocks& user, std::uintptr_t by) {
  const int n = user.size();
  moved_blocks& t = several.emplace_back();
  t.offsets.assign(static_cast<std::size_t>(n) + 1, 0);
  for (int i = 0; i < n; ++i)
    t.offsets[static_cast<std::size_t>(i) + 1] = t.offsets[static_cast<std::size_t>(i)] + user[i].count;
  return t.all = blocks::consecutive(moved(user[0].data, by), t.offsets.data(), *user[0].type, n);
}

// Returns the same blocks at the addresses of their stand-ins. `begins`: of each block, its first byte on a
// GPU; 0 for a block that stays where it is. If a datatype has absolute addresses, its block may be at any
// address. So displacements count from the middle of the address space: no sum overflows.
const blocks& host_memory::stand_ins::move_each(const blocks& user, std::span<const std::uintptr_t> begins,
                                                const copy& to) {
  constexpr std::uintptr_t middle = UINTPTR_MAX / 2 + 1;
  const int n = user.size();
  moved_blocks& t = several.emplace_back();
  for (int i = 0; i < n; ++i) {
    const buffer block = user[i];
    const std::uintptr_t there =
        address_of(block.data) + to.distance_from(begins[static_cast<std::size_t>(i)]);
    t.counts.push_back(static_cast<std::ptrdiff_t>(block.count));
    t.displacements.push_back(static_cast<std::ptrdiff_t>(there - middle));
    t.types.push_back(block.type);
  }
  return t.all = blocks::typed(reinterpret_cast<std::byte*>(middle), long_table(t.counts.data()),
                               long_table(t.displacements.data()), t.types.data(), n);
}

host_memory::stand_ins& host_memory::ensure_stand_ins() {
  if (!stand_ins_) stand_ins_ = new stand_ins;
  return *stand_ins_;
}

// All buffers of a call get the same answer, so that the clock is read once.
bool host_memory::any_runtime() {
  if (runtime_ == asked::not_yet) runtime_ = any_gpu_runtime() ? asked::yes : asked::no;
  return runtime_ == asked::yes;
}

const buffer& host_memory::stand_in(const buffer& user, use by_call) {
  if (user.empty() || !any_runtime()) return user;
  const memory_piece piece(user);
  if (!piece.runtime) return user;
  const auto& copy = ensure_stand_ins().stand_in(self_, {piece}, by_call, user.type->dense);
  const std::uintptr_t by = copy.pieces.front().distance;
  return stand_ins_->buffers.emplace_back(moved(user.data, by), user.count, *user.type);
}

const blocks& host_memory::stand_in(const blocks& user, use by_call) {
  if (user.size() == 0 || !any_runtime()) return user;
  std::vector<memory_piece> pieces;    // on GPUs
  std::vector<std::uintptr_t> begins;  // of the memory of each block; 0: it is empty, or on the host
  bool dense = true;
  const auto add = [&](const buffer& b) {
    begins.push_back(0);
    if (b.empty()) return;
    const memory_piece piece(b);
    if (!piece.runtime) return;
    begins.back() = piece.begin;
    pieces.push_back(piece);
    dense = dense && b.type->dense;
  };
  if (user.side_by_side())
    add(user.all());
  else
    for (int i = 0; i < user.size(); ++i) add(user[i]);
  if (pieces.empty()) return user;
  const auto& copy = ensure_stand_ins().stand_in(self_, std::move(pieces), by_call, dense);
  return user.side_by_side() ? stand_ins_->move_together(user, copy.pieces.front().distance)
                             : stand_ins_->move_each(user, begins, copy);
}

void host_memory::copy_back() {
  for (const stand_ins::copy& c : stand_ins_->copies)
    for (const memory_piece& p : c.pieces)
      if (c.received && !p.write()) stand_ins_->failed = true;
  if (stand_ins_->failed) throw failure(MPI_ERR_BUFFER);
}

void host_memory::free_stand_ins() noexcept {
  for (const stand_ins::copy& c : stand_ins_->copies) give_memory(self_, c.memory, c.bytes);
  delete stand_ins_;
}

}  // namespace tutti::mpi
