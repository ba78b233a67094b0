#pragma once

#include <cstdint>
#include <string>

#include "record/roll.hpp"

/// A trace as a JSON file. docs/files.md describes the format.
namespace tutti::record {

enum class trace_form : std::uint8_t {
  /// Events, which Perfetto (ui.perfetto.dev) and Chrome's chrome://tracing show: a process for each node, a
  /// thread for each rank. A call takes some 240 bytes.
  events,
  /// A text for each process, which has some eight bytes for each call (packed_calls.hpp).
  compact
};

/// Events, or the compact form if there are more calls than a viewer shows.
[[nodiscard]] trace_form form_of_trace(const roll& trace) noexcept;

/// True if the whole trace was written. Otherwise errno gives the reason.
bool write_trace(const roll& trace, const std::string& file, trace_form as);
inline bool write_trace(const roll& trace, const std::string& file) {
  return write_trace(trace, file, form_of_trace(trace));
}

/// Parses the text of a trace file. Throws std::invalid_argument with one sentence if it is not a valid
/// trace; `name` names the file there.
roll read_trace(const std::string& text, const std::string& name);

}  // namespace tutti::record
