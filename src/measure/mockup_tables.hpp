#pragma once

#include <span>

#include "measure/mockups.hpp"

// The tables of mock-ups, by the calls that they consist of.
namespace tutti::measure {

/// Made of other collectives: composed_mockups.cpp.
std::span<const mockup> composed_mockups() noexcept;
/// Between regular and irregular collectives: irregular_mockups.cpp.
std::span<const mockup> irregular_mockups() noexcept;
/// Made of the same collective on more or less data: resized_mockups.cpp.
std::span<const mockup> resized_mockups() noexcept;

}  // namespace tutti::measure
