#pragma once

#include <span>

#include "measure/mockups.hpp"

// Where the mock-ups stand, by what they are made of.
namespace tutti::measure {

std::span<const mockup> composed_mockups() noexcept;  ///< of other collectives: composed_mockups.cpp
std::span<const mockup>
irregular_mockups() noexcept;  ///< between regular and irregular: irregular_mockups.cpp
std::span<const mockup>
resized_mockups() noexcept;  ///< of the same on more or less data: resized_mockups.cpp

}  // namespace tutti::measure
