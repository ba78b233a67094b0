#pragma once

#include <string_view>

#include "record/format.hpp"

// The parts of the format that the writer and the reader of traces share (trace_file.hpp).
namespace tutti::record {

inline constexpr std::string_view trace_format = "tutti trace";
inline constexpr int trace_version = 1;
inline constexpr double microseconds = 1e6;  // in a second; the unit of the events

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
