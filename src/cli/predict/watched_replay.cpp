#include "cli/predict/watched_replay.hpp"

#include <csignal>
#include <cstdio>
#include <string>

#include "cli/line/command_line.hpp"

namespace tutti::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;
extern "C" void interrupt(int) { interrupted = 1; }

}  // namespace

replay::results watched_replay::operator()(std::span<const replay::variant> which) const {
  constexpr std::size_t slice = 4096;  // operations
  const auto before = std::signal(SIGINT, interrupt);
  if (before == SIG_IGN) std::signal(SIGINT, SIG_IGN);
  replay::results all;
  const std::size_t slices = run_.operations.size() / slice + 1;
  progress bar("tutti replay", slices * which.size(), bar_);
  for (const replay::variant is : which) {
    if (interrupted != 0) break;
    if (is == replay::variant::bound && !on_.why_without_bounds().empty()) continue;
    if (is == replay::variant::native && on_.served_calls() == 0) continue;  // the algorithms that ran
    std::size_t begun = 0;
    replay::replay_options how = how_;
    how.progress = [&](std::size_t done) {
      for (; begun * slice <= done; ++begun) {
        if (begun > 0) bar.end();
        bar.begin(std::string(replay::name_of(is)));
      }
      return interrupted == 0;
    };
    all[static_cast<std::size_t>(is)] = replay::replay(run_, on_, is, how);
    if (begun > 0) bar.end();
  }
  std::signal(SIGINT, before);
  return all;
}

void watched_replay::end_if_interrupted() {
  if (interrupted == 0) return;
  std::fflush(stdout);
  throw exit_status{128 + SIGINT, SIGINT};
}

}  // namespace tutti::cli
