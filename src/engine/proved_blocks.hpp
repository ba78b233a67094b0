#pragma once

#include <cstddef>
#include <vector>

#include "engine/holdings.hpp"
#include "tutti/engine/instance.hpp"

namespace tutti {

/// The blocks of all processes in a proof: lengths, types and layout.
class proved_blocks {
 public:
  explicit proved_blocks(const instance& i);

  [[nodiscard]] const datatype& type_of(bool sent) const;
  /// Bytes from the sent to the received elements, if both are in one array.
  [[nodiscard]] std::ptrdiff_t apart() const;

  /// True if each process has its own blocks; otherwise all have the same ones.
  [[nodiscard]] bool own_sides() const { return is_personal(c_) || is_neighbourhood(c_); }
  [[nodiscard]] const arrangement& of_all() const { return sides_[0]; }
  [[nodiscard]] const arrangement& sent_by(int r) const {
    return own_sides() ? sides_[static_cast<std::size_t>(r)] : of_all();
  }
  [[nodiscard]] const arrangement& received_by(int r) const {
    return own_sides() ? sides_[static_cast<std::size_t>(i_.p + r)] : of_all();
  }
  [[nodiscard]] std::size_t block_start(int r) const {
    return of_all().offsets()[static_cast<std::size_t>(r)];
  }
  [[nodiscard]] std::size_t block_length(int r) const {
    if (is_neighbourhood(c_)) return sent_by(r).offsets().back();
    return block_start(r + 1) - block_start(r);
  }

  /// In neighbourhoods: the sender of a block (-1: none), and the index of the block among those that it
  /// sends.
  struct origin {
    int rank = -1, block = 0;
  };
  /// The origin of block `at` of those that process r receives.
  [[nodiscard]] const origin& origin_of(int r, std::size_t at) const {
    return origins_[static_cast<std::size_t>(r)][at];
  }

 private:
  [[nodiscard]] std::size_t length(std::size_t k) const {
    return i_.counts.empty() ? i_.count : static_cast<std::size_t>(i_.counts[k]);
  }
  [[nodiscard]] bool even() const;
  void arrange(const std::vector<std::size_t>& lengths, bool sent);
  void arrange_neighbours();

  const instance& i_;
  collective c_;
  bool bytes_;
  std::vector<arrangement> sides_;
  std::vector<std::vector<origin>> origins_;
};

}  // namespace tutti
