#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>

#include "tutti/cost.hpp"

namespace tutti {

struct network;

/// What messages of one size cost.
struct machine_levels {
  machine within;   ///< messages between processes of a node
  machine between;  ///< messages between nodes
};

/// What messages cost on a machine, by their size. The same on all processes: it is read by one of them and
/// passed on.
class calibration {
 public:
  /// The levels for messages of `bytes` bytes.
  [[nodiscard]] const machine_levels& at(double bytes) const noexcept {
    return by_size_[bytes < 1 ? 0 : slot(static_cast<std::size_t>(bytes < most ? bytes : most))];
  }
  /// The levels for messages long enough for start-ups not to count, but of a size that is sent: those of
  /// pipelines.
  [[nodiscard]] const machine_levels& long_messages() const noexcept { return at(64 * 1024); }

 private:
  friend calibration calibration_of(const network& on);
  // One slot an octave, up to 2^39 bytes; slot 0 also for no bytes.
  static constexpr std::size_t slots = 40;
  static constexpr double most = static_cast<double>(std::size_t{1} << (slots - 1));
  static constexpr std::size_t slot(std::size_t bytes) noexcept {
    return static_cast<std::size_t>(std::bit_width(bytes)) - 1;
  }
  std::array<machine_levels, slots> by_size_;
};

/// What a network's cost model says of messages within a node and between nodes, and its gamma.
calibration calibration_of(const network& on);
/// The same from a machine description (docs/machines.md). Where processes are and when they arrive, MPI
/// knows better. Throws std::invalid_argument with one sentence that names the file and, where there is one,
/// the line.
calibration read_calibration(std::string_view json, std::string_view file);

}  // namespace tutti
