#include "cli/launch/watch.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cli/launch/launcher.hpp"
#include "cli/line/usage_error.hpp"
#include "record/process_state.hpp"
#include "record/read.hpp"
#include "record/roll.hpp"
#include "text/nearest.hpp"
#include "text/quantity.hpp"

namespace tutti::cli {
namespace {

constexpr std::array passed_on{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
volatile std::sig_atomic_t child = 0, asked_to_end = 0;  // no child: 0
// (^C and ^\\ of a terminal, which the kernel sends, reach the program by themselves.)
void pass_on(int signal, siginfo_t* about, void* /*context*/) {
  const bool by_terminal = about->si_code == SI_KERNEL && (signal == SIGINT || signal == SIGQUIT);
  if (signal != SIGUSR1 && signal != SIGUSR2) asked_to_end = 1;
  if (!by_terminal && child > 0) kill(static_cast<pid_t>(child), signal);
}

program_end end_of(int status) {
  if (!WIFSIGNALED(status)) return {.status = WEXITSTATUS(status)};
  const int signal = WTERMSIG(status);
  const bool told = signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGPIPE;
  return {.status = 128 + signal, .signal = told ? signal : 0};
}

// All descendants of this process.
std::vector<pid_t> descendants() {
  std::multimap<pid_t, pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    children.emplace(record::state_of_process(name).parent, std::stoi(name));
  }
  std::vector<pid_t> all{getpid()};
  for (std::size_t k = 0; k < all.size(); ++k)
    for (auto [at, end] = children.equal_range(all[k]); at != end; ++at) all.push_back(at->second);
  all.erase(all.begin());
  return all;
}

void signal_all(int signal) {
  for (const pid_t process : descendants()) kill(process, signal);
}

using clock = std::chrono::steady_clock;
constexpr std::chrono::seconds grace{5};

// Converts seconds, which may be infinite, to a finite time.
clock::duration as_time(double seconds) {
  constexpr double days = 1e6;
  return std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(std::min(seconds, days)));
}

// The exit status, if the program ends before `end`.
std::optional<program_end> ended_until(pid_t program, clock::time_point end) {
  constexpr std::chrono::milliseconds step{20};
  for (;;) {
    int status = 0;
    const pid_t which = waitpid(program, &status, WNOHANG);
    if (which == program) {
      child = 0;
      return end_of(status);
    }
    if (which < 0 && errno != EINTR) return program_end{.status = 1};
    if (clock::now() >= end) return {};
    std::this_thread::sleep_for(std::min<clock::duration>(step, end - clock::now()));
  }
}

// A job that is inspected from time to time.
class watched_job {
 public:
  /// `times`: the job records when its calls begin and end.
  void inspect(const record::job& j, bool times) {
    const std::uint64_t pulse = record::pulse(j);
    now_ = record::read(j);
    const bool waits = record::anybody_waits(now_);
    if (!waits || pulse != pulse_) since_.reset();
    if (waits && !since_) since_ = clock::now();
    pulse_ = pulse;
    look_at_circles();
    if (times && !timing_) timing_.emplace(j);
  }
  // The time for which a process has waited while no collective began or ended, according to the inspections.
  [[nodiscard]] std::chrono::duration<double> hangs() const {
    return since_ ? clock::now() - *since_ : clock::duration(0);
  }
  // The longest time for which the same processes have waited in a circle, each in the same call.
  [[nodiscard]] std::chrono::duration<double> circles() const {
    clock::duration longest(0);
    for (const auto& [circle, since] : circles_) longest = std::max(longest, clock::now() - since);
    return longest;
  }
  [[nodiscard]] const record::roll& now() const noexcept { return now_; }

 private:
  // The ranks of a circle, each with the number of its call.
  using members = std::vector<std::pair<int, unsigned>>;
  // Other processes may be in circles for a moment only, since messages between them are under way.
  void look_at_circles() {
    std::map<members, clock::time_point> seen;
    for (const std::vector<int>& circle : record::circles(now_)) {
      members m;
      for (const record::roll::process& p : now_.processes)
        if (std::ranges::find(circle, p.rank) != circle.end()) m.emplace_back(p.rank, p.waits);
      const auto before = circles_.find(m);
      seen.emplace(std::move(m), before != circles_.end() ? before->second : clock::now());
    }
    circles_ = std::move(seen);
  }

  std::optional<record::timing> timing_;
  record::roll now_;
  std::uint64_t pulse_ = 0;
  std::optional<clock::time_point> since_;
  std::map<members, clock::time_point> circles_;  // since when each one has been seen
};

// The jobs of one run: the job of its name or, if the name ends in +, the jobs whose names begin with it.
class watched_jobs {
 public:
  watched_jobs(std::string name, bool times) : name_(std::move(name)), times_(times) {
    if (name_.ends_with('+')) name_.back() = '-';
  }
  void inspect() {
    std::map<std::string, watched_job> now;
    for (const record::job& j : record::jobs_in(record::folder)) {
      // A script may start another job when one has died.
      const bool several = name_.ends_with('-');
      if (several ? j.dead() || !j.name.starts_with(name_) : j.name != name_) continue;
      if (auto known = jobs_.extract(j.name)) now.insert(std::move(known));
      now[j.name].inspect(j, times_);
    }
    jobs_ = std::move(now);
  }
  [[nodiscard]] auto begin() const { return jobs_.begin(); }
  [[nodiscard]] auto end() const { return jobs_.end(); }
  // A job that has waited for `seconds`, and has not been returned before; null if there is none.
  const watched_job* next_waiting_for(double seconds) {
    for (const auto& [name, job] : jobs_)
      if (std::max(job.hangs(), job.circles()).count() >= seconds && returned_.insert(name).second)
        return &job;
    return nullptr;
  }

 private:
  std::string name_;
  bool times_;
  std::map<std::string, watched_job> jobs_;  // those that have a record now
  std::set<std::string> returned_;
};

}  // namespace

void drop_old_records() {
  // Keeps some dead jobs: one that has just died may not have been read yet when other jobs start.
  constexpr int dead_to_keep = 4;
  int dead = 0;
  for (const record::job& j : record::jobs_in(record::folder)) {  // newest first
    if (!j.dead() || ++dead <= dead_to_keep) continue;
    try {
      record::remove(j);
    } catch (const std::system_error&) {  // another user's record
    }
  }
}

pid_t fork_and_start(char* const* arguments) {
  // The program may send a signal before the handlers are in place.
  sigset_t held, before;
  sigemptyset(&held);
  for (const int signal : passed_on) sigaddset(&held, signal);
  sigprocmask(SIG_BLOCK, &held, &before);
  std::fflush(nullptr);
  const pid_t started = fork();
  if (started < 0) {
    const std::string why = std::strerror(errno);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    throw std::runtime_error(fmt::format("cannot start {}: {}", arguments[0], why));
  }
  if (started == 0) {
    stop_passing_on();
    sigprocmask(SIG_SETMASK, &before, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // if this command is killed
    try {
      become(arguments);
    } catch (const usage_error& error) {  // this process must not remove what the parent has made
      fmt::print(stderr, "tutti run: {}\n", error.what());
      std::fflush(stderr);
      _exit(2);
    }
  }
  child = started;
  struct sigaction forward {};
  forward.sa_sigaction = pass_on;
  forward.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : passed_on) {  // what nohup ignores stays ignored, by the program, too
    struct sigaction old {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_IGN) sigaction(signal, &forward, nullptr);
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return started;
}

void stop_passing_on() noexcept {
  for (const int signal : passed_on) {
    struct sigaction old {};
    sigaction(signal, nullptr, &old);
    if ((old.sa_flags & SA_SIGINFO) != 0 && old.sa_sigaction == pass_on) std::signal(signal, SIG_DFL);
  }
}

bool interrupted() noexcept { return asked_to_end != 0; }

program_end wait_for(pid_t program) {
  int status = 0;
  while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  child = 0;
  return end_of(status);
}

record::grouping grouping_of(const std::string& word) {
  if (word == "collective") return record::grouping::collective;
  if (word == "communicator") return record::grouping::communicator;
  if (word == "site") return record::grouping::site;
  throw usage_error("--by {}: expected collective, communicator or site{}", word,
                    did_you_mean(word, {"collective", "communicator", "site"}));
}

std::string last_calls(const record::roll& all) {
  if (std::ranges::none_of(all.processes, [](const record::roll::process& p) { return p.ended > p.started; }))
    return "no call was timed: a job that has ended keeps times with --trace, --report or --report-every\n";
  return waiting_table(record::waiting_in(all, record::grouping::site, record::source_line),
                       record::grouping::site);
}

program_end wait_and_watch(pid_t program, const watch& w, const std::string& job) {
  constexpr double soonest = 0.05;
  const double between =
      std::max(soonest, std::min(std::clamp(w.seconds / 20, soonest, 2.0), w.report_every));
  const auto begun = clock::now();
  double next_report = w.report_every;
  watched_jobs watched(job, std::isfinite(w.report_every));
  // Processes whose parents have ended remain descendants of this one, which may have to end them.
  if (w.aborts) prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (;;) {
    const auto now = clock::now();
    const auto next =
        now + std::clamp(begun + as_time(next_report) - now, as_time(soonest), as_time(between));
    if (const auto end = ended_until(program, next)) return *end;
    watched.inspect();
    if (const watched_job* const waiting = watched.next_waiting_for(w.seconds)) {
      const char* const what = waiting->circles().count() >= w.seconds
                                   ? "processes have waited for each other for {}"
                                   : "no collective has ended for {}, and processes are waiting";
      fmt::print(stderr, "tutti: {}\n{}", fmt::format(fmt::runtime(what), in_seconds(w.seconds)),
                 record::roll_call(waiting->now(), record::source_line));
      std::fflush(stderr);
      if (w.aborts) break;
    }
    const std::chrono::duration<double> passed = clock::now() - begun;
    if (passed.count() < next_report || watched.begin() == watched.end()) continue;
    next_report += w.report_every;
    for (const auto& [name, one] : watched)
      fmt::print(stderr, "tutti: after {}\n{}", in_seconds(passed.count()), last_calls(one.now()));
    std::fflush(stderr);
  }
  kill(program, SIGTERM);  // a launcher ends its processes
  if (!ended_until(program, clock::now() + grace)) {
    kill(program, SIGKILL);
    wait_for(program);
  }
  if (descendants().empty()) return {.status = 1};
  signal_all(SIGTERM);
  for (const auto end = clock::now() + grace; clock::now() < end && !descendants().empty();) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  signal_all(SIGKILL);
  return {.status = 1};
}

}  // namespace tutti::cli
