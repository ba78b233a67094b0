#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>

#include "tutti/algorithm.hpp"
#include "tutti/full_name.hpp"

namespace tutti::cli {

/// Reports a crash of an algorithm. While such an object exists, a crash or exit() prints the algorithm that
/// was running, and the exit status is 1.
class crash_report {
 public:
  /// Reports on standard output, like other mistakes in `verify`.
  crash_report();
  /// Reports on stderr, after a prefix such as "tutti predict: ".
  explicit crash_report(std::string_view command);

  /// Names what this thread runs, an algorithm or a case of it, for the object's lifetime.
  class running {
   public:
    explicit running(std::string_view what);
    running(const running&) = delete;
    running& operator=(const running&) = delete;
    ~running() { length_ = 0; }
  };

  /// A worker thread's alternate signal stack, for its lifetime. The report is made there if the thread's own
  /// stack has overflowed. Also reports calls of exit().
  class second_stack {
   public:
    second_stack();
    second_stack(const second_stack&) = delete;
    second_stack& operator=(const second_stack&) = delete;
    ~second_stack();

   private:
    stack_t before_{};
  };

 private:
  static void crashed(int signal);
  static void exits();
  static void begin();
  [[noreturn]] static void end(std::string_view how);
  static void write(std::string_view text);
  static void write(int number);
  static std::array<char, 64> command_;
  static int to_;
  static thread_local std::array<char, 600> what_;
  static thread_local std::size_t length_;
  static thread_local std::array<char, 65536> stack_;
};

/// Rethrows the current exception, with the algorithm's name in front of its message. Only for in_name_of().
[[noreturn]] void rethrow_in_name_of(const std::string& algorithm);

/// Returns call(), which calls an algorithm's run or price. Errors there are reported with the algorithm's
/// name.
template <class Call>
auto in_name_of(const algorithm& a, Call call) {
  const std::string name = full_name(a);
  const crash_report::second_stack for_reports;
  const crash_report::running now(name);
  try {
    return call();
  } catch (...) {
    rethrow_in_name_of(name);
  }
}

}  // namespace tutti::cli
