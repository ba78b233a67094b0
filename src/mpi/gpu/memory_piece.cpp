#include "mpi/gpu/memory_piece.hpp"

#include <algorithm>

#include "mpi/gpu/device.hpp"

namespace tutti::mpi {
namespace {

// True if a single copy may take both pieces, of which `last` begins first.
bool belongs_to(const memory_piece& last, const memory_piece& next) {
  if (next.runtime != last.runtime || next.begin > last.end) return false;
  if (next.begin < last.end) return true;
  const void* const allocation = next.runtime->allocation_of(next.user());
  return allocation && allocation == last.runtime->allocation_of(last.user());
}

}  // namespace

memory_piece::memory_piece(const buffer& b) {
  const datatype& t = *b.type;
  const auto data = reinterpret_cast<std::uintptr_t>(b.data);
  const std::ptrdiff_t last = (static_cast<std::ptrdiff_t>(b.count) - 1) * t.extent;
  begin = data + static_cast<std::uintptr_t>(t.true_lb + std::min<std::ptrdiff_t>(0, last));
  end = data + static_cast<std::uintptr_t>(t.true_lb + std::max<std::ptrdiff_t>(0, last)) + t.true_extent;
  runtime = gpu_runtime_of(begin);
  if (!runtime && !t.dense)
    runtime = gpu_runtime_of(end - 1);  // absolute addresses may be in several pieces of memory
}

void merge(std::vector<memory_piece>& pieces) {
  std::ranges::sort(pieces, {}, &memory_piece::begin);
  std::size_t n = 0;
  for (const memory_piece& next : pieces) {
    memory_piece& last = pieces[n > 0 ? n - 1 : 0];
    if (n > 0 && belongs_to(last, next))
      last.end = std::max(last.end, next.end);
    else
      pieces[n++] = next;
  }
  pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(n), pieces.end());
}

}  // namespace tutti::mpi
