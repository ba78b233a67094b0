#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <string_view>

#include "tutti/engine/cases.hpp"

namespace tutti::cli {

/// An algorithm that is wrong may do what ends the program. While there is one of these, the case in which it
/// does is said on standard output, as any other mistake is, and the exit status is 1.
class crash_report {
 public:
  crash_report();

  /// Of each worker, as long as it works: where the report is made when the stack is used up.
  class second_stack {
   public:
    second_stack();
    second_stack(const second_stack&) = delete;
    second_stack& operator=(const second_stack&) = delete;
    ~second_stack();

   private:
    stack_t before_{};
  };

  /// The case that this thread is about to run.
  static void begins(const instance& i);

 private:
  static void say(int signal);
  static void write(std::string_view text);
  static void write(int number);
  static thread_local std::array<char, 600> case_;
  static thread_local std::size_t length_;
  static thread_local std::array<char, 65536> stack_;
};

}  // namespace tutti::cli
