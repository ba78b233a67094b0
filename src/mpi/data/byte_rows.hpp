#pragma once

#include <algorithm>
#include <cstddef>

#include "mpi/data/byte_map.hpp"

namespace tutti::mpi {

/// Contiguous bytes, as addresses or relative to an address.
struct byte_row {
  std::ptrdiff_t from = 0, to = 0;
  [[nodiscard]] bool empty() const noexcept { return from >= to; }
};

/// Passes the parts of byte maps within a window to take(row), as rows in no particular order. Examines at
/// most `left` entries of maps, and decrements `left` for each.
template <class Take>
class row_walk {
 public:
  row_walk(byte_row window, std::size_t& left, Take take) : window_(window), left_(left), take_(take) {}

  void each(const byte_map& m, std::ptrdiff_t base) const {
    for (const byte_map::copies& c : m.parts) {
      if (left_ == 0) return;
      each(c, base);
    }
  }
  void each(const byte_map::copies& c, std::ptrdiff_t base) const {
    if (left_ > 0) --left_;
    if (c.of)
      each_copy(c, base + c.at);
    else
      row({base + c.at, base + c.at + c.count});
  }
  void row(byte_row r) const {
    r = {std::max(r.from, window_.from), std::min(r.to, window_.to)};
    if (!r.empty()) take_(r);
  }

 private:
  // The index of the last copy that begins at or below `at`, if copies begin at 0, stride, 2 * stride, ...;
  // -1 if there is none.
  static std::ptrdiff_t copies_up_to(std::ptrdiff_t at, std::ptrdiff_t stride) noexcept {
    return at < 0 ? -1 : at / stride;
  }
  // Examines only the copies that reach into the window.
  void each_copy(const byte_map::copies& c, std::ptrdiff_t base) const {
    std::ptrdiff_t first = 0, last = c.count - 1;
    if (c.stride > 0) {
      first = std::max(first, copies_up_to(window_.from - base - c.of->to, c.stride) + 1);
      last = std::min(last, copies_up_to(window_.to - 1 - base - c.of->from, c.stride));
    }
    for (std::ptrdiff_t k = first; k <= last && left_ > 0; ++k) each(*c.of, base + k * c.stride);
  }

  byte_row window_;
  std::size_t& left_;
  Take take_;
};

}  // namespace tutti::mpi
