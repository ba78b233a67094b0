#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "measure/library.hpp"

// Mock-ups: a collective done by others, as a program could do it without the collective. A performance
// guideline states that the collective should be no slower (Hunold, Carpen-Amarie, Traeff; PGMPITuneLib).
namespace tutti::measure {

/// The kind of guideline that a mock-up tests.
enum class family : std::uint8_t {
  composed,  ///< the collective is no slower than others that do the same together
  general,   ///< ... than a more general one: regular than irregular (GL1 of Traeff's paper)
  padded,    ///< ... than the regular one on blocks padded to the longest, after agreeing on it (GL2)
  larger,    ///< ... than itself on more data: monotone in size
  split,     ///< ... than itself in several calls on a part of the data each: robust against splitting
  /// Derived datatypes are no slower than packing and contiguous data; no mock-up, see experiment::made.
  contiguous,
  /// A non-blocking call that is waited for at once is no slower than a blocking one, nor a persistent call
  /// than a non-blocking one; no mock-up.
  posted,
};
/// Their names, in the same order.
inline constexpr std::array<std::string_view, 7> families{"composed", "general",    "padded", "larger",
                                                          "split",    "contiguous", "posted"};
constexpr std::string_view name_of(family f) noexcept { return families[static_cast<std::size_t>(f)]; }

struct mockup {
  collective of;
  std::string_view name;  ///< its operations: "reduce+bcast"
  std::string_view summary;
  /// Computes in a.recv the collective's result, by use.perform(), with scratch memory from use.self().
  /// Arguments by value, since it is a coroutine.
  task (*run)(library& use, arguments a);
  family claims = family::composed;
  bool contiguous = false;  ///< only for elements without holes
  /// True if it knows the longest block beforehand, unlike the collective. So no guideline compares the two.
  bool knows_longest = false;
};

/// Made of other collectives: composed_mockups.cpp.
std::span<const mockup> composed_mockups() noexcept;
/// Between regular and irregular collectives: irregular_mockups.cpp.
std::span<const mockup> irregular_mockups() noexcept;
/// Made of the same collective on more or less data: resized_mockups.cpp.
std::span<const mockup> resized_mockups() noexcept;

/// All mock-ups, in the order of the collectives.
std::span<const mockup> mockups() noexcept;
const mockup* mockup_named(collective of, std::string_view name) noexcept;

}  // namespace tutti::measure
