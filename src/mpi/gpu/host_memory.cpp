#include "mpi/gpu/host_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
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
    std::vector<memory_piece> pieces;
    std::byte* memory;
    std::size_t bytes;
    std::uintptr_t distance;  // from the user's memory to the stand-in, modulo the address space
    bool received;
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

  std::uintptr_t stand_in(process& self, std::vector<memory_piece> pieces, use by_call, bool dense);
  const blocks& move(const blocks& user, std::uintptr_t by);
};

// Memory for the gaps between pieces is reserved, but never touched. Dense pieces that are only received need
// not be read first.
std::uintptr_t host_memory::stand_ins::stand_in(process& self, std::vector<memory_piece> pieces, use by_call,
                                                bool dense) {
  constexpr std::size_t alignment = 64;  // the stand-in is aligned like the user's memory, modulo this
  merge(pieces);
  const std::uintptr_t begin = pieces.front().begin;
  const std::size_t bytes = pieces.back().end - begin + alignment;
  copy c{std::move(pieces), nullptr, bytes, 0, by_call != use::sent};
  copies.reserve(copies.size() + 1);
  c.memory = take_memory(self, bytes);
  c.distance = address_of(c.memory) + (begin - address_of(c.memory)) % alignment - begin;
  const bool filled = by_call != use::received || !dense;
  for (const memory_piece& p : c.pieces) {
    std::byte* here = reinterpret_cast<std::byte*>(p.begin + c.distance);
    if (!filled || p.read(here)) continue;
    std::memset(here, 0, p.bytes());
    failed = true;
  }
  copies.push_back(std::move(c));
  return copies.back().distance;
}

// Returns the same blocks at another address. Displacements count elements if all blocks have one datatype
// and are a whole number of elements apart, otherwise bytes.
const blocks& host_memory::stand_ins::move(const blocks& user, std::uintptr_t by) {
  const int n = user.size();
  const auto p = static_cast<std::size_t>(n);
  moved_blocks& t = several.emplace_back();
  const datatype& type = *user[0].type;
  if (user.side_by_side()) {
    t.offsets.assign(p + 1, 0);
    for (int i = 0; i < n; ++i)
      t.offsets[static_cast<std::size_t>(i) + 1] = t.offsets[static_cast<std::size_t>(i)] + user[i].count;
    return t.all = blocks::consecutive(moved(user[0].data, by), t.offsets.data(), type, n);
  }
  const auto distance = [&user](int i) {
    return static_cast<std::ptrdiff_t>(address_of(user[i].data) - address_of(user[0].data));
  };
  bool in_elements = type.extent != 0;
  for (int i = 0; i < n && in_elements; ++i)
    in_elements = user[i].type == &type && distance(i) % type.extent == 0;
  const std::ptrdiff_t step = in_elements ? type.extent : 1;
  for (int i = 0; i < n; ++i) {
    t.counts.push_back(static_cast<std::ptrdiff_t>(user[i].count));
    t.displacements.push_back(distance(i) / step);
    t.types.push_back(user[i].type);
  }
  std::byte* const base = moved(user[0].data, by);
  const long_table counts(t.counts.data()), displacements(t.displacements.data());
  return t.all = in_elements ? blocks::irregular(base, counts, displacements, type, n)
                             : blocks::typed(base, counts, displacements, t.types.data(), n);
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
  const std::uintptr_t by = ensure_stand_ins().stand_in(self_, {piece}, by_call, user.type->dense);
  return stand_ins_->buffers.emplace_back(moved(user.data, by), user.count, *user.type);
}

const blocks& host_memory::stand_in(const blocks& user, use by_call) {
  if (user.size() == 0 || !any_runtime()) return user;
  std::vector<memory_piece> pieces;
  bool dense = true;
  const auto add = [&](const buffer& b) {
    if (b.empty()) return;
    pieces.emplace_back(b);
    dense = dense && b.type->dense;
  };
  if (user.side_by_side())
    add(user.all());
  else
    for (int i = 0; i < user.size(); ++i) add(user[i]);
  if (std::ranges::none_of(pieces, [](const memory_piece& p) { return p.runtime; })) return user;
  const std::uintptr_t by = ensure_stand_ins().stand_in(self_, std::move(pieces), by_call, dense);
  return stand_ins_->move(user, by);
}

void host_memory::copy_back() {
  for (const stand_ins::copy& c : stand_ins_->copies)
    for (const memory_piece& p : c.pieces)
      if (c.received && !p.write(reinterpret_cast<const void*>(p.begin + c.distance)))
        stand_ins_->failed = true;
  if (stand_ins_->failed) throw failure(MPI_ERR_BUFFER);
}

void host_memory::free_stand_ins() noexcept {
  for (const stand_ins::copy& c : stand_ins_->copies) give_memory(self_, c.memory, c.bytes);
  delete stand_ins_;
}

}  // namespace tutti::mpi
