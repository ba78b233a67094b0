#include "cli/observe/collect.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "cli/launch/launcher.hpp"
#include "record/format.hpp"
#include "text/number.hpp"

namespace tutti::cli {
namespace {

// The answer's format: the first line; for each file a line with its name and length, then its bytes; the
// last line.
constexpr std::string_view first_line = "tutti records 1\n", last_line = "end\n";
constexpr std::size_t most_bytes = std::size_t{1} << 30U;  // of one host

std::optional<std::vector<record::copied>> files_in(std::string_view output) {
  // A shell may have printed a greeting first.
  const std::size_t begin = output.find(first_line);
  if (begin == std::string_view::npos) return {};
  output.remove_prefix(begin + first_line.size());
  std::vector<record::copied> all;
  while (output != last_line) {
    const std::size_t line = output.find('\n'), space = output.find(' ');
    if (line == std::string_view::npos || space > line) return {};
    record::copied one{.name = std::string(output.substr(0, space)), .bytes = {}};
    const auto n = number_from<std::size_t>(output.substr(space + 1, line - space - 1));
    output.remove_prefix(line + 1);
    if (!n || *n > output.size() || !one.name.starts_with(record::prefix) ||
        one.name.find('/') != std::string::npos)
      return {};
    const auto* const bytes = reinterpret_cast<const std::byte*>(output.data());
    one.bytes.assign(bytes, bytes + *n);
    output.remove_prefix(*n);
    all.push_back(std::move(one));
  }
  return all;
}

// A running command, and its output so far.
struct running_command {
  pid_t program = -1;
  int from = -1;  // -1: the output has ended
  std::string output;
  int status = 0;  // as waitpid() has it
};

running_command start_command(std::vector<std::string> words) {
  const std::vector<char*> arguments = arguments_of(words);
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  std::fflush(nullptr);
  const pid_t program = fork();
  if (program == 0) {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    fmt::print(stderr, "tutti: cannot start {}: {}\n", arguments[0], std::strerror(errno));
    _exit(127);
  }
  close(ends[1]);
  return {program, ends[0], {}, 0};
}

// False at the end of the output.
bool read_more(running_command& c) {
  std::array<char, 1 << 16> some{};
  const ssize_t n = read(c.from, some.data(), some.size());
  if (n < 0) return errno == EINTR;
  c.output.append(some.data(), static_cast<std::size_t>(n));
  return n > 0 && c.output.size() < most_bytes;
}

void close_output(running_command& c) {
  if (c.from >= 0) close(std::exchange(c.from, -1));
}

// True if the command has ended. `options`: waitpid()'s.
bool has_ended(running_command& c, int options) {
  const pid_t which = waitpid(c.program, &c.status, options);
  return which > 0 || (which < 0 && errno != EINTR);
}

// `late`: the command has not ended in time.
answer answer_of(const std::string& host, running_command& c, bool late, double seconds) {
  answer a{.host = host, .problem = {}, .files = {}};
  close_output(c);
  if (c.program > 0 && late) {
    kill(c.program, SIGKILL);
    while (!has_ended(c, 0)) continue;
  }
  if (c.program < 0)
    a.problem = "no process could be started";
  else if (late)
    a.problem = fmt::format("no answer in {} s", seconds);
  else if (!WIFEXITED(c.status) || WEXITSTATUS(c.status) != 0)
    a.problem =
        fmt::format("exit status {}", WIFEXITED(c.status) ? WEXITSTATUS(c.status) : 128 + WTERMSIG(c.status));
  else if (auto files = files_in(c.output))
    a.files = std::move(*files);
  else
    a.problem = "an answer that is no record";
  return a;
}

}  // namespace

void print_records(const record::job& j) {
  const auto print = [](const void* data, std::size_t n) {
    if (std::fwrite(data, 1, n, stdout) != n) throw std::runtime_error("standard output cannot be written");
  };
  print(first_line.data(), first_line.size());
  for (const record::copied& c : record::copies(j)) {
    const std::string line = fmt::format("{} {}\n", c.name, c.bytes.size());
    print(line.data(), line.size());
    print(c.bytes.data(), c.bytes.size());
  }
  print(last_line.data(), last_line.size());
}

std::vector<answer> ask(const std::vector<std::string>& hosts, const std::vector<std::string>& with,
                        const std::string& command, double seconds) {
  using clock = std::chrono::steady_clock;
  constexpr double longest = 1e9;  // seconds; a clock's nanoseconds can count some more
  const auto end = clock::now() + std::chrono::duration_cast<clock::duration>(
                                      std::chrono::duration<double>(std::min(seconds, longest)));
  std::vector<running_command> all;
  for (const std::string& host : hosts) {
    std::vector<std::string> words = with;
    words.insert(words.end(), {host, command});
    all.push_back(start_command(std::move(words)));
  }
  std::vector<answer> answers(all.size());
  std::vector<bool> done(all.size());
  for (;;) {
    std::vector<pollfd> waited;
    std::vector<std::size_t> whose;
    bool any_ends = false;  // its output has ended
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (done[k]) continue;
      const bool ended = all[k].program < 0 || (all[k].from < 0 && has_ended(all[k], WNOHANG));
      if (ended || left <= 0) {
        answers[k] = answer_of(hosts[k], all[k], !ended, seconds);
        done[k] = true;
      } else if (all[k].from < 0) {
        any_ends = true;
      } else {
        waited.push_back({all[k].from, POLLIN, 0});
        whose.push_back(k);
      }
    }
    if (waited.empty() && !any_ends) return answers;
    constexpr long until_ended = 10, at_most = 1000;  // milliseconds
    poll(waited.data(), waited.size(), static_cast<int>(std::min(left, any_ends ? until_ended : at_most)));
    for (std::size_t i = 0; i < waited.size(); ++i)
      if (waited[i].revents != 0 && !read_more(all[whose[i]])) close_output(all[whose[i]]);
  }
}

}  // namespace tutti::cli
