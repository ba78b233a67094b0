#include "simulate/elements.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "tutti/simulate.hpp"

namespace tutti {

bool is_there(const_buffer data) noexcept { return data.data != nullptr && !unused_memory::has(data.data); }

void copy_elements(const_buffer from, buffer to) {
  if (from.bytes() != to.bytes())
    throw communication_error("copy: " + std::to_string(from.bytes()) + " bytes into room for " +
                              std::to_string(to.bytes()));
  if (from.empty() || from.data == to.data) return;
  if (from.type->dense && to.type->dense) {
    std::memmove(to.data, from.data, from.bytes());
    return;
  }
  // Layouts differ: walk both, a run of bytes at a time.
  std::size_t done = 0;
  while (done < from.bytes()) {
    const auto at = [done](auto b) {
      const std::size_t i = done / b.type->size, inside = done % b.type->size;
      return std::pair(b.slice(i, 1).data + b.type->true_lb + inside, b.type->size - inside);
    };
    const auto [source, have] = at(from);
    const auto [target, room] = at(to);
    const std::size_t n = std::min(have, room);
    std::memcpy(target, source, n);
    done += n;
  }
}

}  // namespace tutti
