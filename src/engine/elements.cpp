#include "engine/elements.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>
#include <utility>

#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

// Iterates over the bytes of a buffer of any layout, in the order in which they are sent.
class walk {
 public:
  explicit walk(const_buffer b)
      : itself_(const_cast<std::byte*>(b.data), b.count, *b.type),
        parts_(in_parts(b) ? *b.type->parts : std::span<const buffer>(&itself_, 1)) {}
  walk(const walk&) = delete;
  walk& operator=(const walk&) = delete;

  /// The contiguous run from here on: its first byte and its length.
  [[nodiscard]] std::pair<std::byte*, std::size_t> run() const {
    const buffer& b = parts_.front();
    if (b.type->dense) return {b.data + done_, b.bytes() - done_};
    const std::size_t i = done_ / b.type->size, inside = done_ % b.type->size;
    return {b.slice(i, 1).data + b.type->true_lb + inside, b.type->size - inside};
  }
  void pass(std::size_t bytes) {
    done_ += bytes;
    if (done_ < parts_.front().bytes()) return;
    parts_ = parts_.subspan(1);
    done_ = 0;
  }

 private:
  buffer itself_;
  std::span<const buffer> parts_;
  std::size_t done_ = 0;  // bytes of the first of these parts
};

}  // namespace

bool is_real_memory(const_buffer data) noexcept {
  bool all = true;
  each_part(data, [&all](const_buffer part) {
    all = all && part.data != nullptr && !unused_memory::has(part.data);
  });
  return all;
}

void copy_elements(const_buffer from, buffer to) {
  const std::size_t bytes = from.bytes();
  assert(bytes == to.bytes());
  if (bytes == 0 || same_elements(from, to)) return;
  if (from.type->dense && to.type->dense) {
    std::memmove(to.data, from.data, bytes);
    return;
  }
  // Layouts differ: walk both, a run of bytes at a time.
  walk source(from), target(to);
  for (std::size_t done = 0; done < bytes;) {
    const auto [out, have] = source.run();
    const auto [in, room] = target.run();
    const std::size_t n = std::min(have, room);
    std::memcpy(in, out, n);
    source.pass(n);
    target.pass(n);
    done += n;
  }
}

}  // namespace tutti
