#include "mpi/gpu/memory_piece.hpp"

#include <algorithm>
#include <cstring>

#include "mpi/gpu/device.hpp"

namespace tutti::mpi {

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

bool memory_piece::read(void* to) const {
  if (runtime) return runtime->read(to, user(), bytes());
  std::memcpy(to, user(), bytes());
  return true;
}

bool memory_piece::write(const void* from) const {
  if (runtime) return runtime->write(user(), from, bytes());
  std::memcpy(user(), from, bytes());
  return true;
}

void merge(std::vector<memory_piece>& pieces) {
  std::ranges::sort(pieces, {}, &memory_piece::begin);
  std::size_t n = 0;
  for (const memory_piece& next : pieces) {
    memory_piece& last = pieces[n > 0 ? n - 1 : 0];
    if (n > 0 && next.begin <= last.end && next.runtime == last.runtime)
      last.end = std::max(last.end, next.end);
    else
      pieces[n++] = next;
  }
  pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(n), pieces.end());
}

}  // namespace tutti::mpi
