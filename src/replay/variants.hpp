#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tutti::replay {

/// How the collectives of a recorded run are replayed.
enum class variant : std::uint8_t {
  ran,       ///< by the algorithms that ran
  native,    ///< by those of the MPI library (a guess), also for calls that tutti served
  chosen,    ///< by those that tutti would choose
  best,      ///< each operation by the fastest of the candidates for its times of entry
  bound,     ///< as fast as the lower bound allows
  together,  ///< by the algorithms that ran, and all processes enter at the mean of their times of entry
  free       ///< at no cost: processes only wait for the processes whose data they need
};
inline constexpr int variants = 7;

inline constexpr std::array<std::string_view, variants> variant_names{"ran",   "native",   "chosen", "best",
                                                                      "bound", "together", "free"};
constexpr std::string_view name_of(variant v) noexcept { return variant_names[static_cast<std::size_t>(v)]; }

}  // namespace tutti::replay
