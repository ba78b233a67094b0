#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string_view>

#include "tutti/cost.hpp"

namespace tutti {

struct network;

/// Costs of messages of one size.
struct machine_levels {
  machine within;   ///< messages between processes of a node
  machine between;  ///< messages between nodes
};

/// The costs of messages on a machine, by size. The same on all processes: one process reads the description
/// and sends it to the others.
class calibration {
 public:
  /// The levels for messages of `bytes` bytes.
  [[nodiscard]] const machine_levels& at(double bytes) const noexcept {
    return by_size_[bytes < 1 ? 0 : slot(static_cast<std::size_t>(bytes < most ? bytes : most))];
  }
  /// The levels for messages so long that start-ups do not count, but of a realistic size: for pipelines.
  [[nodiscard]] const machine_levels& long_messages() const noexcept { return at(64 * 1024); }

 private:
  friend calibration calibration_of(const network& on);
  // One slot an octave, up to 2^39 bytes. Slot 0 also holds the empty message.
  static constexpr std::size_t slots = 40;
  static constexpr double most = static_cast<double>(std::size_t{1} << (slots - 1));
  static constexpr std::size_t slot(std::size_t bytes) noexcept {
    return static_cast<std::size_t>(std::bit_width(bytes)) - 1;
  }
  std::array<machine_levels, slots> by_size_;
};

/// The costs of messages within a node and between nodes by the network's cost model, and the network's
/// gamma.
calibration calibration_of(const network& on);
/// Reads the costs from a machine description (docs/machines.md). Ignores its placement and times of arrival:
/// MPI knows where the processes are. Throws std::invalid_argument with one sentence that names the file and,
/// if possible, the line.
calibration read_calibration(std::string_view json, std::string_view file);

}  // namespace tutti
