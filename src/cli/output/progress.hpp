#pragma once

#include <chrono>
#include <string>

#include "cli/line/command_line.hpp"

namespace tutti::cli {

/// Shows the progress of long work on stderr: as a bar on a terminal; otherwise, if requested, as a line now
/// and then.
class progress {
 public:
  enum class show { automatic, always, never };
  progress(std::string what, std::size_t steps, show how = show::automatic);
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress();

  /// Begins one of the steps.
  void begin(const std::string& step);
  void end() { ++done_; }

 private:
  [[nodiscard]] std::string left() const;
  std::string what_;
  std::size_t steps_, done_ = 0;
  bool terminal_, lines_;
  std::chrono::steady_clock::time_point started_, spoken_;
};

/// --progress and --no-progress.
struct progress_options {
  bool shown = false, hidden = false;
  /// Throws usage_error if both are given.
  [[nodiscard]] progress::show how() const;
};
void add_progress_options(command& sub, progress_options& into);

}  // namespace tutti::cli
