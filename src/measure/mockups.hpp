#pragma once

#include <span>
#include <string_view>

#include "measure/library.hpp"

// Mock-ups: a collective done by others, as a program could do it without the collective. A performance guideline says that
// the collective should be no slower (Hunold, Carpen-Amarie, Traeff; PGMPITuneLib).
namespace tutti::measure {

struct mockup {
  collective of;
  std::string_view name;  ///< what it is made of: "reduce+bcast"
  std::string_view summary;
  /// Leaves in a.recv what the collective would, by use.perform(). Scratch memory from use.self(). Arguments by value: it is
  /// a coroutine.
  task (*run)(library& use, arguments a);
};

/// All of them, in the order of the collectives.
std::span<const mockup> mockups() noexcept;
const mockup* mockup_named(collective of, std::string_view name) noexcept;

}  // namespace tutti::measure
