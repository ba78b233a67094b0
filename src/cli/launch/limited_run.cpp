#include "cli/launch/limited_run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <stdexcept>

#include "cli/launch/launcher.hpp"

namespace tutti::cli {
namespace {

using clock = std::chrono::steady_clock;

[[noreturn]] void become_command(const std::vector<std::string>& words, int out) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  std::vector<std::string> own = words;
  execvp(own[0].c_str(), arguments_of(own).data());
  _exit(127);
}

// Waits until the process ends or the time is over. Returns true if it has ended.
bool ends_by(pid_t child, clock::time_point limit, int& status) {
  do {
    if (waitpid(child, &status, WNOHANG) == child) return true;
    poll(nullptr, 0, 20);
  } while (clock::now() < limit);
  return false;
}

}  // namespace

limited_run run_limited(const std::vector<std::string>& words, double seconds) {
  constexpr std::size_t most = std::size_t{64} << 10U;
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot make a process");
  if (child == 0) become_command(words, out[1]);
  close(out[1]);
  const auto limit =
      clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
  limited_run result;
  for (bool open = true; open && clock::now() < limit;) {
    pollfd readable{.fd = out[0], .events = POLLIN, .revents = 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(limit - clock::now()).count();
    if (poll(&readable, 1, static_cast<int>(std::max<long long>(1, left))) <= 0) continue;
    char some[4096];
    const ssize_t n = read(out[0], some, sizeof some);
    open = n > 0;
    if (open && result.output.size() < most) result.output.append(some, static_cast<std::size_t>(n));
  }
  int status = 0;
  result.in_time = ends_by(child, limit, status);
  if (!result.in_time) {
    kill(-child, SIGTERM);  // a launcher ends its processes
    if (!ends_by(child, clock::now() + std::chrono::seconds(10), status)) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
    }
  }
  close(out[0]);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace tutti::cli
