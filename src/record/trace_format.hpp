#pragma once

#include <string_view>

#include "record/format.hpp"
#include "record/packed_calls.hpp"
#include "record/roll.hpp"

// The parts of the format that the writer and the reader of traces share (trace_file.hpp).
namespace tutti::record {

inline constexpr std::string_view trace_format = "tutti trace";
/// Of a trace with an event for each call, and of a compact one.
inline constexpr int trace_version = 1, compact_trace_version = 2;
inline constexpr double microseconds = 1e6;  // in a second; the unit of the events
inline constexpr double nanoseconds = 1e9;   // in a second; the unit of a compact trace

inline packed_kind packed_kind_of(const roll::call& c) {
  return {.communicator = c.communicator, .blocking = c.of.as == form::blocking};
}

inline const char* sight_of(progress at) {
  switch (at) {
    case progress::begun: return "begun";
    case progress::posted: return "posted";
    case progress::passed_on: return "left to the MPI library";
    case progress::ended: break;
  }
  return "ended";
}

}  // namespace tutti::record
