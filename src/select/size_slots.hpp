#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tutti {

// Sizes in the same slot get the same decision. There are four slots an octave, because a profile may
// distinguish sizes a quarter of an octave apart. Slots 0 to 3 hold only the sizes of 0 to 3 bytes.
inline constexpr std::size_t size_slots = std::size_t{4} * 47;

constexpr std::size_t slot_of(std::size_t bytes) noexcept {
  if (bytes < 4) return bytes;
  const auto k = static_cast<std::size_t>(std::bit_width(bytes)) - 1;
  const std::size_t s = 4 * (k - 1) + ((bytes >> (k - 2)) & 3U);
  return s < size_slots ? s : size_slots - 1;
}
constexpr std::size_t least_in(std::size_t slot) noexcept {
  return slot < 4 ? slot : (4 + slot % 4) << (slot / 4 - 1);
}
constexpr std::size_t most_in(std::size_t slot) noexcept {
  return slot + 1 < size_slots ? least_in(slot + 1) - 1 : SIZE_MAX;
}
constexpr double middle_of(std::size_t slot) noexcept {
  return slot < 4 ? static_cast<double>(slot)
                  : static_cast<double>(least_in(slot)) +
                        static_cast<double>(std::size_t{1} << (slot / 4 - 1)) / 2;
}

}  // namespace tutti
