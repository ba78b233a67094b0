#include "cli/output/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/line/usage_error.hpp"

namespace tutti::cli {
namespace {

constexpr int width = 24;
constexpr std::chrono::seconds between_lines{10};

double since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

// "1 h 5 min", "2 min 10 s", "8 s"
std::string in_words(double seconds) {
  const auto s = static_cast<long>(seconds + 0.5);
  if (s >= 3600) return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
  if (s >= 60) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} s", s);
}

}  // namespace

progress::progress(std::string what, std::size_t steps, show how)
    : what_(std::move(what)),
      steps_(steps),
      terminal_(how != show::never && isatty(STDERR_FILENO) == 1),
      lines_(how == show::always && !terminal_),
      started_(std::chrono::steady_clock::now()),
      spoken_(started_) {}

progress::~progress() {
  if (terminal_) fmt::print(stderr, "\r\033[K");
}

std::string progress::left() const {
  if (done_ == 0) return "";
  return ", " + in_words(since(started_) / static_cast<double>(done_) * static_cast<double>(steps_ - done_)) +
         " left";
}

void progress::begin(const std::string& step) {
  if (terminal_) {
    const auto full = static_cast<int>(width * done_ / std::max<std::size_t>(1, steps_));
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {} of {}{}  {}", "", full, "", width - full, done_, steps_,
               left(), step.substr(0, 60));
    std::fflush(stderr);
  } else if (lines_ &&
             (done_ == 0 || since(spoken_) >= std::chrono::duration<double>(between_lines).count())) {
    fmt::print(stderr, "{}: {} of {}{}: {}\n", what_, done_, steps_, left(), step);
    spoken_ = std::chrono::steady_clock::now();
  }
}

progress::show progress_options::how() const {
  if (shown && hidden) throw usage_error("expected --progress or --no-progress, not both");
  return hidden ? progress::show::never : shown ? progress::show::always : progress::show::automatic;
}

void add_progress_options(command& sub, progress_options& into) {
  sub.add_flag("--progress", into.shown, "show progress even if stderr is not a terminal");
  sub.add_flag("--no-progress", into.hidden, "show no progress");
}

}  // namespace tutti::cli
