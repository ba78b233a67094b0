#pragma once

#include <string>

#include "record/roll.hpp"

/// A trace as a file: JSON events that Perfetto (ui.perfetto.dev) and Chrome's chrome://tracing show, a
/// process for each node, a thread for each rank. docs/files.md has the format.
namespace tutti::record {

/// Whether all of it has got into the file; otherwise errno says why not.
bool write_trace(const roll& trace, const std::string& file);

/// What such a file says. Throws std::invalid_argument with one sentence if it is none; `name` is what that
/// calls it.
roll read_trace(const std::string& text, const std::string& name);

}  // namespace tutti::record
