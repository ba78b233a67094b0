#pragma once

#include <span>

#include "cli/output/progress.hpp"
#include "replay/lines.hpp"
#include "replay/virtual_machine.hpp"

namespace tutti::cli {

/// Replays with a progress bar. ^C ends it: the results that are done remain, and end_if_interrupted() ends
/// the command.
class watched_replay {
 public:
  watched_replay(const replay::recorded_run& run, replay::virtual_machine& on, replay::replay_options how,
                 progress::show bar)
      : run_(run), on_(on), how_(std::move(how)), bar_(bar) {}

  [[nodiscard]] replay::results operator()(std::span<const replay::variant> which) const;
  /// Throws exit_status after ^C.
  static void end_if_interrupted();

 private:
  const replay::recorded_run& run_;
  replay::virtual_machine& on_;
  replay::replay_options how_;
  progress::show bar_;
};

}  // namespace tutti::cli
