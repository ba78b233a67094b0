#include "cli/prove/verification.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "cli/output/crash_report.hpp"
#include "cli/values/names.hpp"
#include "tutti/engine/proved_properties.hpp"
#include "tutti/full_name.hpp"

namespace tutti::cli {
namespace {

// Failures must fit on a screen: at most this many lines, and fewer for one algorithm. The case that reaches
// a limit is still printed completely.
constexpr std::size_t lines_shown = 40, lines_shown_of_one = 20, algorithms_named = 8;

// One algorithm on one number of processes, and its failures.
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

  /// Calls use(case, errors) for failures, the smallest case first, and each list of errors only once, until
  /// it returns false.
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
  using size_of_case = std::tuple<std::size_t, int, std::size_t>;  // elements, root, index of the case
  struct failure {
    size_of_case size;
    std::string of;
  };

  const algorithm* of_;
  int p_;
  std::size_t failed_ = 0;
  // By errors. Keeps the smallest cases, as many as can be shown.
  std::map<std::vector<std::string>, failure> first_;
};

// The workers' shared state: the pieces of work, and the results.
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
    // Large pieces run first, so that no worker is left alone with one at the end. But small ones come before
    // them: they take no time, and a crash or hang is easiest to understand there.
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
    while (printed_ < work_.size()) print_failures(work_[printed_++]);
    if (on_terminal_) fmt::print(stderr, "\r\033[K");
    if (error_) std::rethrow_exception(error_);
  }

  [[nodiscard]] std::size_t passed() const { return passed_; }
  [[nodiscard]] std::size_t failed() const { return failed_; }

  /// Properties that entries of reductions could declare, a sentence for each algorithm.
  [[nodiscard]] std::vector<std::string> undeclared() const {
    std::vector<std::string> all;
    for (const auto& [of, found] : properties_)
      if (const std::string what = found.undeclared(); !what.empty() && !failures_.contains(full_name(*of)))
        all.push_back(fmt::format("{}: {}", full_name(*of), what));
    std::ranges::sort(all);
    return all;
  }

  /// Failed cases that were not printed, by algorithm: "3 of bcast.chain, 7 of bcast.linear". Empty if there
  /// are none.
  [[nodiscard]] std::string unprinted() const {
    std::vector<std::string> parts;
    std::size_t others = 0;
    for (const auto& [name, of] : failures_) {
      if (of.unprinted == 0) continue;
      if (parts.size() < algorithms_named)
        parts.push_back(fmt::format("{} of {}", of.unprinted, name));
      else
        others += of.unprinted;
    }
    if (others > 0) parts.push_back(fmt::format("{} of other algorithms", others));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

 private:
  struct failures {  // of one algorithm
    std::size_t lines = 0, unprinted = 0;
    std::set<std::vector<std::string>> printed;
  };

  // An exception must not leave a thread. The first one ends the work, and run() rethrows it.
  void worker() try {
    const crash_report::second_stack for_reports;
    for (std::size_t k = next_++; k < work_.size(); k = next_++) {
      piece_of_work& here = work_[order_[k]];
      case_range one = range_;
      one.p = {here.p()};
      proved_properties properties(here.of());
      for_each_case(here.of(), one, [&](const instance& i) {
        const crash_report::running now(describe(i));
        finding f = outstanding_ > 1 ? prove_together(i, outstanding_) : prove(i);
        if (outstanding_ == 1) properties.add(i, f);
        f.wrong.empty() ? ++passed_ : ++failed_;
        if (!f.wrong.empty()) here.add(i, f);
        return true;
      });
      if (outstanding_ == 1) keep(here, properties);
      ended(order_[k]);
    }
  } catch (...) {
    const std::lock_guard lock(output_);
    if (!error_) error_ = std::current_exception();
    next_ = work_.size();
  }

  void keep(const piece_of_work& of, const proved_properties& found) {
    if (!combines(of.of().of)) return;
    const std::lock_guard lock(output_);
    properties_.try_emplace(&of.of(), of.of()).first->second.add(found);
  }

  // Prints failures in order of p, whatever was finished first: a mistake is easiest to see for a small p.
  void ended(std::size_t k) {
    const std::lock_guard lock(output_);
    ended_[k] = true;
    while (printed_ < work_.size() && ended_[printed_]) print_failures(work_[printed_++]);
    progress(work_[k].of(), work_[k].p());
  }

  void print_failures(piece_of_work& piece) {
    if (piece.failed() == 0) return;
    failures& here = failures_[full_name(piece.of())];
    std::size_t shown = 0;
    piece.each_failure([&](const std::string& of, const std::vector<std::string>& wrong) {
      if (lines_ >= lines_shown || here.lines >= lines_shown_of_one) return false;
      if (!here.printed.insert(wrong).second) return true;  // printed for a smaller p
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
    here.unprinted += piece.failed() - shown;
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
  std::vector<piece_of_work> work_;  // in order of p
  std::vector<std::size_t> order_;   // order of execution
  std::atomic<std::size_t> next_{0}, passed_{0}, failed_{0};
  std::mutex output_;  // protects the output and the members below
  std::vector<bool> ended_;
  std::size_t done_ = 0, printed_ = 0;
  std::map<std::string, failures> failures_;
  std::map<const algorithm*, proved_properties> properties_;
  std::size_t lines_ = 0;
  std::exception_ptr error_;
  std::chrono::steady_clock::time_point shown_{};
  const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
};

}  // namespace

verified run_cases(const std::vector<const algorithm*>& of, const case_range& range, int outstanding,
                   int jobs) {
  const crash_report reports;
  verification all(of, range, outstanding);
  all.run(jobs);
  return {all.passed(), all.failed(), all.unprinted(), all.undeclared()};
}

}  // namespace tutti::cli
