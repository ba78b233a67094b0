#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "measure/library.hpp"
#include "tutti/memory.hpp"

// Moves elements between the blocks of a program and those that another collective needs.
namespace tutti::measure {

/// The address of scratch memory, for a mock-up's arguments.
inline std::byte* place(const scratch& memory) { return memory.all().data; }

/// The lengths of all processes' blocks, which lie side by side: all equal, or from a table of counts.
class lengths {
 public:
  lengths(const int* counts, std::size_t each) noexcept : counts_(counts), each_(each) {}
  [[nodiscard]] std::size_t of(int i) const noexcept {
    return counts_ ? static_cast<std::size_t>(counts_[i]) : each_;
  }
  [[nodiscard]] std::size_t sum(int p) const noexcept {
    std::size_t all = 0;
    for (int i = 0; i < p; ++i) all += of(i);
    return all;
  }

 private:
  const int* counts_;
  std::size_t each_;
};

/// Counts and displacements of blocks side by side.
class block_lengths {
 public:
  /// Takes length(i) for each block.
  template <class Length>
  block_lengths(int p, Length length) : counts_(at(p)), displacements_(at(p)) {
    int sum = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      counts_[i] = static_cast<int>(length(static_cast<int>(i)));
      displacements_[i] = std::exchange(sum, sum + counts_[i]);
    }
  }
  void scale_displacements(std::ptrdiff_t by) {
    for (int& d : displacements_) d *= static_cast<int>(by);
  }
  [[nodiscard]] const int* counts() const noexcept { return counts_.data(); }
  [[nodiscard]] const int* displacements() const noexcept { return displacements_.data(); }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  workspace<int> counts_, displacements_;
};

/// Elements [first, first + count) of a block.
struct stretch {
  std::size_t first = 0, count = 0;
};

/// Copies within(length of block i) of block i of `from` to the beginning of block i of `to`.
template <class Within>
void gather_stretches(process& self, int p, const_buffer from, const lengths& has, buffer to,
                      const lengths& gets, Within within) {
  std::size_t source = 0, target = 0;
  for (int i = 0; i < p; ++i) {
    const stretch s = within(has.of(i));
    if (s.count > 0) self.copy(from.slice(source + s.first, s.count), to.slice(target, s.count));
    source += has.of(i), target += gets.of(i);
  }
}

/// The reverse: copies the beginning of block i of `from` to within(length of block i) of block i of `to`.
template <class Within>
void spread_stretches(process& self, int p, const_buffer from, const lengths& has, buffer to,
                      const lengths& gets, Within within) {
  std::size_t source = 0, target = 0;
  for (int i = 0; i < p; ++i) {
    const stretch s = within(gets.of(i));
    if (s.count > 0) self.copy(from.slice(source, s.count), to.slice(target + s.first, s.count));
    source += has.of(i), target += gets.of(i);
  }
}

/// Writes zeros.
void clear(process& self, buffer what);

}  // namespace tutti::measure
