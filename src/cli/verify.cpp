// tutti verify: proves algorithms in virtual time.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "cli/commands.hpp"
#include "cli/problems.hpp"
#include "cli/words.hpp"
#include "engine/running.hpp"
#include "tutti/engine/cases.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Proves algorithms on the embedded engine, no MPI needed. Each case runs on elements that carry their\n"
    "contributions, so that one that is missing, duplicated, foreign or out of order is found and named;\n"
    "rounds and bytes are compared with the cost in the catalogue, and memory that must not be written\n"
    "must be unchanged. The cases: all p and roots of the ranges, divisible and indivisible lengths, in\n"
    "place or not, elements in several layouts, irregular counts (random, zero, one giant), and numbers\n"
    "of blocks M. Every accessed byte is checked, no process may leave a barrier early, and the result\n"
    "holds for every schedule: docs/engine.md. With --outstanding K each case is K calls at once on every\n"
    "process, as non-blocking collectives are: started at different times, some after others have\n"
    "completed, and completed in different orders; their combined cost is not compared. The last line is\n"
    "\"N passed, M failed\"; the exit status is 1 if any failed.\n\n"
    "  tutti verify                             all algorithms, p = 1..16, all roots\n"
    "  tutti verify bcast --p 1..64 --jobs 2    one collective, on two cores\n"
    "  tutti verify bcast.circulant --p 17,1000..1004 --roots some --pieces 1,5\n"
    "  tutti verify gatherv --p 1..32 --problem spikes,two_blocks --block 100 --seed 7\n"
    "  tutti verify --outstanding 3             three calls at once\n"
    "  tutti verify neighbor_alltoall --graph moore:8x8:1\n";

struct options {
  std::string what, p = "1..16", from = "all", pieces, jobs = "1", outstanding = "1";
  std::vector<std::string> graphs;
  problem_options problems;
};

constexpr int largest_p = 65536, most_together = 8;
// What is said of failures fits on a screen: so many lines, and of one algorithm not all of them. The case at which a limit is
// reached is said to its end.
constexpr std::size_t lines_shown = 40, lines_shown_of_one = 20, algorithms_named = 8;

// An algorithm that is wrong may do what ends the program. The case in which it does is then said, as with any other mistake.
class crash_report {
 public:
  crash_report() {
    struct sigaction action {};
    action.sa_handler = say;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(s, &action, nullptr);
  }
  /// Of each worker, as long as it works: where the report is made when the stack is used up.
  class second_stack {
   public:
    second_stack() {
      stack_t other{};
      other.ss_sp = stack_.data();
      other.ss_size = stack_.size();
      sigaltstack(&other, &before_);
    }
    second_stack(const second_stack&) = delete;
    second_stack& operator=(const second_stack&) = delete;
    ~second_stack() { sigaltstack(&before_, nullptr); }

   private:
    stack_t before_{};
  };
  static void begins(const instance& i) {
    const std::string text = describe(i);
    length_ = std::min(text.size(), case_.size());
    std::copy_n(text.begin(), length_, case_.begin());
  }

 private:
  // Only what may be called when anything may be broken.
  static void say(int signal) {
    write({case_.data(), length_});
    write(signal == SIGABRT ? ": the program was aborted" : ": the program crashed");
    if (const int rank = running_process(); rank >= 0) {
      write(" while process ");
      write(rank);
      write(" ran");
    }
    write(signal == SIGFPE ? ": division error\n" : signal == SIGABRT ? "\n" : ": invalid address\n");
    _exit(1);
  }
  static void write(std::string_view text) {
    if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) _exit(1);
  }
  static void write(int number) {
    if (number >= 10) write(number / 10);
    const char digit = static_cast<char>('0' + number % 10);
    write({&digit, 1});
  }
  static thread_local std::array<char, 600> case_;
  static thread_local std::size_t length_;
  static thread_local std::array<char, 65536> stack_;
};
thread_local std::array<char, 600> crash_report::case_;
thread_local std::size_t crash_report::length_ = 0;
thread_local std::array<char, 65536> crash_report::stack_;

// One algorithm on one number of processes, and what failed there.
class piece_of_work {
 public:
  piece_of_work(const algorithm* of, int p) : of_(of), p_(p) {}
  [[nodiscard]] const algorithm& of() const { return *of_; }
  [[nodiscard]] int p() const { return p_; }

  void add(const instance& i, const finding& f) {
    const auto elements = i.counts.empty() ? i.count : std::accumulate(i.counts.begin(), i.counts.end(), 0UL);
    const size_of_case size{elements, i.root, failed_++};
    const auto [at, is_new] = first_.try_emplace(f.wrong, failure{size, {}});
    if (is_new || size < at->second.size) at->second = {size, describe(i)};
    if (first_.size() <= lines_shown_of_one) return;
    first_.erase(std::ranges::max_element(first_, {}, [](const auto& one) { return one.second.size; }));
  }
  [[nodiscard]] std::size_t failed() const { return failed_; }

  /// Gives use(case, what is wrong) of what failed, the smallest case first and each wrong thing only once, until it returns false.
  template <class Use>
  void each_failure(Use use) const {
    std::vector<const std::pair<const std::vector<std::string>, failure>*> all;
    for (const auto& one : first_) all.push_back(&one);
    std::ranges::sort(all, {}, [](const auto* one) { return one->second.size; });
    for (const auto* one : all)
      if (!use(one->second.of, one->first)) return;
  }
  void forget() { first_.clear(); }

 private:
  using size_of_case = std::tuple<std::size_t, int, std::size_t>;  // elements, root, and which of the cases
  struct failure {
    size_of_case size;
    std::string of;
  };

  const algorithm* of_;
  int p_;
  std::size_t failed_ = 0;
  // By what is wrong; the smallest ones, as many as may be shown.
  std::map<std::vector<std::string>, failure> first_;
};

// What the workers share: a list of pieces of work, and what came out.
class verification {
 public:
  verification(const std::vector<const algorithm*>& of, const case_range& range, int outstanding)
      : range_(range), outstanding_(outstanding) {
    for (const algorithm* a : of)
      for (const int p : range.p) work_.emplace_back(a, p);
    std::ranges::stable_sort(work_, {}, &piece_of_work::p);
    ended_.resize(work_.size());
    order_.resize(work_.size());
    std::iota(order_.begin(), order_.end(), 0UL);
  }

  void run(int jobs) {
    // Large pieces first, so that no worker is left with one at the end; but the small ones take no time, and what crashes or does
    // not end should do so where this is easily understood.
    constexpr int small = 8;
    if (jobs > 1)
      std::ranges::stable_sort(order_, {}, [this](std::size_t k) {
        const int p = work_[k].p();
        return p <= small ? std::pair(0, p) : std::pair(1, -p);
      });
    std::vector<std::jthread> workers;
    for (int k = 1; k < jobs; ++k) workers.emplace_back([this] { worker(); });
    worker();
    workers.clear();
    while (said_ < work_.size()) say(work_[said_++]);
    if (on_terminal_) fmt::print(stderr, "\r\033[K");
    if (error_) std::rethrow_exception(error_);
  }

  [[nodiscard]] std::size_t passed() const { return passed_; }
  [[nodiscard]] std::size_t failed() const { return failed_; }

  /// The failed cases that were not said, by algorithm: "3 of bcast.chain, 7 of bcast.linear"; empty: there are none.
  [[nodiscard]] std::string unsaid() const {
    std::vector<std::string> parts;
    std::size_t others = 0;
    for (const auto& [name, of] : failures_) {
      if (of.unsaid == 0) continue;
      if (parts.size() < algorithms_named)
        parts.push_back(fmt::format("{} of {}", of.unsaid, name));
      else
        others += of.unsaid;
    }
    if (others > 0) parts.push_back(fmt::format("{} of other algorithms", others));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

 private:
  struct failures {  // of an algorithm
    std::size_t lines = 0, unsaid = 0;
    std::set<std::vector<std::string>> said;
  };

  // An exception must not leave a thread: the first one ends the work, and is thrown where it was begun.
  void worker() try {
    const crash_report::second_stack for_reports;
    for (std::size_t k = next_++; k < work_.size(); k = next_++) {
      piece_of_work& here = work_[order_[k]];
      case_range one = range_;
      one.p = {here.p()};
      for_each_case(here.of(), one, [&](const instance& i) {
        crash_report::begins(i);
        const finding f = outstanding_ > 1 ? prove_together(i, outstanding_) : prove(i);
        f.wrong.empty() ? ++passed_ : ++failed_;
        if (!f.wrong.empty()) here.add(i, f);
        return true;
      });
      ended(order_[k]);
    }
  } catch (...) {
    const std::lock_guard lock(output_);
    if (!error_) error_ = std::current_exception();
    next_ = work_.size();
  }

  // What failed is said by rising p, whatever was done first: on a small p a mistake is seen best.
  void ended(std::size_t k) {
    const std::lock_guard lock(output_);
    ended_[k] = true;
    while (said_ < work_.size() && ended_[said_]) say(work_[said_++]);
    progress(work_[k].of(), work_[k].p());
  }

  void say(piece_of_work& piece) {
    if (piece.failed() == 0) return;
    failures& here = failures_[full_name(piece.of())];
    std::size_t shown = 0;
    piece.each_failure([&](const std::string& of, const std::vector<std::string>& wrong) {
      if (lines_ >= lines_shown || here.lines >= lines_shown_of_one) return false;
      if (!here.said.insert(wrong).second) return true;  // on a smaller p
      if (on_terminal_) fmt::print(stderr, "\r\033[K");
      std::string text;
      for (const std::string& w : wrong) text += fmt::format("{}: {}\n", of, w);
      const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
      lines_ += lines;
      here.lines += lines;
      ++shown;
      fmt::print("{}", text);
      return true;
    });
    std::fflush(stdout);  // a later case may crash
    here.unsaid += piece.failed() - shown;
    piece.forget();
  }

  void progress(const algorithm& a, int p) {
    ++done_;
    if (!on_terminal_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    constexpr std::size_t width = 30;
    const std::size_t full = width * done_ / work_.size();
    fmt::print(stderr, "\r\033[K[{}{}] {} cases, {} failed, {} p = {}", std::string(full, '='),
               std::string(width - full, ' '), passed_ + failed_, failed_.load(), full_name(a), p);
  }

  const case_range& range_;
  int outstanding_;
  std::vector<piece_of_work> work_;  // by rising p
  std::vector<std::size_t> order_;   // in which it is done
  std::atomic<std::size_t> next_{0}, passed_{0}, failed_{0};
  std::mutex output_;  // and of what follows
  std::vector<bool> ended_;
  std::size_t done_ = 0, said_ = 0;
  std::map<std::string, failures> failures_;
  std::size_t lines_ = 0;
  std::exception_ptr error_;
  std::chrono::steady_clock::time_point shown_{};
  const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
};

roots roots_from(const std::string& text) {
  if (text == "all") return roots::all;
  if (text == "some") return roots::some;
  if (text == "first") return roots::first;
  throw usage_error(fmt::format("--roots {}: expected all, some or first", text));
}

void verify(const options& o) {
  case_range range;
  range.p = number_ranges("--p", o.p, 1, largest_p);
  if (!o.graphs.empty()) {
    range.graphs = o.graphs;
    range.p.clear();
    for (const std::string& text : o.graphs)
      if (const int p = graph_from(text).p(); std::ranges::find(range.p, p) == range.p.end())
        range.p.push_back(p);
  }
  range.from = roots_from(o.from);
  if (!o.pieces.empty()) {
    range.pieces = number_ranges("--pieces", o.pieces, 1, largest_p);
    range.more_pieces.clear();
  }
  const int jobs = whole_number("--jobs", o.jobs, 1, 1024);
  std::vector<const algorithm*> of = find_algorithms(o.what);
  if (!o.graphs.empty()) std::erase_if(of, [](const algorithm* a) { return !is_neighbourhood(a->of); });
  if (of.empty())
    throw usage_error("--graph: expected a neighbourhood collective, such as neighbor_alltoall");
  for (const int p : range.p) problems_from(o.problems, p);  // errors are said before the first case
  if (o.problems.asked()) {
    if (!o.what.empty()) require_irregular(of[0]->of, o.problems);
    std::erase_if(of, [](const algorithm* a) { return !is_irregular(a->of); });
    range.counts = [&o](int p) {
      std::vector<std::vector<int>> all;
      for (irregular_problem& one : problems_from(o.problems, p)) all.push_back(std::move(one.counts));
      return all;
    };
  }
  const crash_report reports;
  verification v(of, range, whole_number("--outstanding", o.outstanding, 1, most_together));
  v.run(jobs);
  // A check that ran nothing proves nothing: it says so, and fails.
  if (v.passed() + v.failed() == 0)
    fmt::print("no case: {} needs {}\n", o.what.empty() ? "every algorithm" : o.what, needs_of(*of[0]));
  if (const std::string unsaid = v.unsaid(); !unsaid.empty())
    fmt::print("failed cases not shown: {}\n", unsaid);
  fmt::print("{} passed, {} failed\n", v.passed(), v.failed());
  if (v.failed() > 0 || v.passed() == 0) throw exit_status{1};
}

}  // namespace

void add_verify(command& tutti) {
  command sub = tutti.add_subcommand("verify", "prove algorithms for every p, root, length and layout");
  sub.footer(help + problem_help());
  const auto o = std::make_shared<options>();
  sub.add_option("what", o->what, "a collective (bcast) or an algorithm (bcast.chain); default: all")
      .type_name("COLLECTIVE[.ALGORITHM]");
  sub.add_option("--p", o->p, "processes: 7, 1..64, 1..8,16; default 1..16").type_name("RANGE");
  sub.add_option("--roots", o->from, "all, some (first, middle, last) or first; default all")
      .type_name("WHICH");
  sub.add_option("--pieces,--blocks", o->pieces,
                 "numbers of blocks M of pipelined algorithms; default 1,2,3,4,6, and one of 9, 10, 17 and "
                 "33 for each p")
      .type_name("RANGE");
  sub.add_option("--graph", o->graphs, graph_option_help()).type_name("GRAPH");
  add_problem_options(sub, o->problems);
  sub.add_option("--outstanding", o->outstanding, "concurrent calls on each process, 1 to 8; default 1")
      .type_name("K");
  sub.add_option("--jobs", o->jobs, "number of cores; default 1").type_name("N");
  sub.callback([o] { verify(*o); });
}

}  // namespace tutti::cli
