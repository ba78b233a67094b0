#include "measure/remote_testbed.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "text/json_text.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

// Starts a command with `in` and `out` as its standard input and output.
pid_t start(const std::vector<std::string>& command, int in, int out) {
  std::vector<char*> words;
  for (const std::string& w : command) words.push_back(const_cast<char*>(w.c_str()));
  words.push_back(nullptr);
  int broken[2];  // carries the error of exec; closes without data if exec succeeds
  if (pipe2(broken, O_CLOEXEC) != 0) fail("pipe");
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execvp(words[0], words.data());
    const int error = errno;
    if (write(broken[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  close(broken[1]);
  int error = 0;
  const bool failed = read(broken[0], &error, sizeof error) == static_cast<ssize_t>(sizeof error);
  close(broken[0]);
  if (!failed) return child;
  waitpid(child, nullptr, 0);
  errno = error;
  fail("cannot start " + command[0]);
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

remote_testbed::remote_testbed(const std::vector<std::string>& command) : nodes_(std::vector<int>{0}) {
  std::signal(SIGPIPE, SIG_IGN);  // a missing answer shows that the program has ended
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) fail("pipe");
  child_ = start(command, in[0], out[1]);
  close(in[0]), close(out[1]);
  to_ = in[1], from_ = out[0];
  launched_ = command.size() > 1;
  factors_ = answer();
  nodes_ = node_map(factors_.at("node_of_rank").get<std::vector<int>>());
}

remote_testbed::~remote_testbed() {
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  if (child_ > 0) wait_for(child_);
}

void remote_testbed::ended() const {
  const int status = wait_for(child_);
  child_ = -1;
  std::string what = "the measuring program has ended with status " + std::to_string(status);
  if (launched_ && factors_.is_null())
    what += " before it started; give only the launcher and its options after --, as in -- mpirun -n 4";
  throw program_ended(program_ended::how::died, what);
}

// Ends the program if there is nothing to read for too long.
void remote_testbed::require_answer() const {
  if (patience_ <= 0) return;
  pollfd readable{.fd = from_, .events = POLLIN, .revents = 0};
  int ready = 0;
  while ((ready = poll(&readable, 1, static_cast<int>(patience_ * 1e3))) < 0 && errno == EINTR) {
  }
  if (ready != 0) return;
  kill(child_, SIGTERM);  // a launcher ends its processes
  for (int k = 0; k < 100; ++k) {
    int status = 0;
    if (waitpid(child_, &status, WNOHANG) == child_) {
      child_ = -1;
      break;
    }
    poll(nullptr, 0, 100);
  }
  if (child_ > 0) kill(child_, SIGKILL);
  throw program_ended(program_ended::how::silent, "the measuring program does not answer");
}

bool remote_testbed::fill() const {
  require_answer();
  char some[65536];
  ssize_t n = 0;
  while ((n = read(from_, some, sizeof some)) < 0 && errno == EINTR) {
  }
  if (n <= 0) return false;
  unread_.append(some, static_cast<std::size_t>(n));
  return true;
}

json remote_testbed::answer() const {
  for (std::size_t looked = 0;;) {
    const std::size_t end = unread_.find('\n', looked);
    if (end == std::string::npos) {
      looked = unread_.size();
      if (!fill()) ended();
      continue;
    }
    const std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    looked = 0;
    if (!line.starts_with(answer_prefix)) {
      std::fprintf(stderr, "%s\n", line.c_str());
      continue;
    }
    json j = json::parse(line.substr(std::strlen(answer_prefix)));
    if (j.contains("error")) throw program_ended(program_ended::how::failed, j["error"].get<std::string>());
    return j;
  }
}

void remote_testbed::say(const json& what) const {
  const std::string line = json_text(what) + "\n";
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t n = write(to_, line.data() + done, line.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) ended();
    done += static_cast<std::size_t>(n);
  }
}

const own_algorithms& remote_testbed::library() const {
  if (!library_) {
    say({{"library", true}});
    library_ = answer().get<own_algorithms>();
  }
  return *library_;
}

experiment remote_testbed::fitted(experiment e) const {
  e = testbed::fitted(std::move(e));
  if (!by_own_algorithm(e)) return e;
  try {
    const auto choice = own_choice_of(e.by);
    const auto of = collective_of(e);
    if (const std::string no = choice && of ? no_choice(*choice, *of, library()) : ""; !no.empty())
      throw not_possible(no);
    return e;
  } catch (const std::invalid_argument& wrong) {
    throw not_possible(wrong.what());
  }
}

std::vector<observation> remote_testbed::measure(const contest& c, const policy& how) {
  say({{"contest", c}, {"policy", how}});
  const json found = answer();
  std::vector<int> repetitions(c.size(), 0), seen(c.size(), 0);
  for (const json& s : found.at("samples")) ++repetitions.at(s.at(0).get<std::size_t>());
  std::vector<observation> rows;
  for (const json& s : found.at("samples")) {
    const auto k = s.at(0).get<std::size_t>();
    observation o;
    o.of = c[k], o.algorithm = found.at("algorithms").at(k), o.right = found.at("right").at(k);
    o.p = nodes_.processes(), o.nodes = nodes_.nodes();
    o.repetition = seen[k]++, o.repetitions = repetitions[k];
    o.seconds = s.at(1), o.fastest = s.at(2), o.span = s.at(3), o.skew = s.at(4);
    rows.push_back(std::move(o));
  }
  return rows;
}

}  // namespace tutti::measure
