#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/observe/call_counts.hpp"
#include "mpi/runtime/run_state.hpp"
#include "record/clock.hpp"
#include "record/format.hpp"

namespace tutti::mpi {

/// Measures the time of a call, if there will be a report. If the call's line in the record already has the
/// start time, the clock is not read again.
class stopwatch {
 public:
  explicit stopwatch(bool runs, record::call* line = nullptr) noexcept : runs_(runs), line_(line) {
    if (runs_) [[unlikely]]
      begin_ = line && line->begin != 0 ? line->begin : record::ticks();
  }
  [[nodiscard]] std::uint64_t began() const noexcept { return begin_; }  ///< ticks of the record's clock
  [[gnu::always_inline]] void note(call_counts& tally, counted_call c) const {
    if (!runs_) [[likely]]
      return;
    const std::uint64_t end = record::ticks();
    if (line_) {
      line_->end = end;
      line_->at = static_cast<std::uint8_t>(record::progress::ended) & 0xfU;
    }
    const auto took = static_cast<double>(end - begin_) * this_run.nanoseconds_a_tick;
    tally.add(c, static_cast<std::uint64_t>(took));
  }

 private:
  bool runs_;
  record::call* line_;
  std::uint64_t begin_ = 0;
};

}  // namespace tutti::mpi
