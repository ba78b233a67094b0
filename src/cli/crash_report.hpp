#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>

#include "tutti/algorithm.hpp"

namespace tutti::cli {

/// A wrong algorithm may end the program. While one of these exists, what was running is then reported, and
/// the exit status is 1.
class crash_report {
 public:
  /// Says it on standard output, as `verify` says any other mistake.
  crash_report();
  /// Says it on stderr, behind "tutti predict: ".
  explicit crash_report(std::string_view command);

  /// What this thread runs: an algorithm or a case of it, as long as this lives.
  class running {
   public:
    explicit running(std::string_view what);
    running(const running&) = delete;
    running& operator=(const running&) = delete;
    ~running() { length_ = 0; }
  };

  /// The second stack of a worker, as long as it works, where the report is made when its own is used up. An
  /// exit() in what it calls is reported, too.
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

/// Throws the exception that is being handled again, with the name of the algorithm before what it says. Only for
/// in_name_of().
[[noreturn]] void rethrow_in_name_of(const std::string& algorithm);

/// What call() returns, which calls an algorithm's run or price: what goes wrong there is said in its name.
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
