#pragma once

#include <string>

#include "record/roll.hpp"

/// A trace as a file of JSON events, which Perfetto (ui.perfetto.dev) and Chrome's chrome://tracing show: a
/// process for each node, a thread for each rank. docs/files.md describes the format.
namespace tutti::record {

/// True if the whole trace was written. Otherwise errno gives the reason.
bool write_trace(const roll& trace, const std::string& file);

/// Parses the text of a trace file. Throws std::invalid_argument with one sentence if it is not a valid
/// trace; `name` names the file there.
roll read_trace(const std::string& text, const std::string& name);

}  // namespace tutti::record
