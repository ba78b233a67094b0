#include "cli/crash_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <string>

#include "engine/running.hpp"

namespace tutti::cli {

thread_local std::array<char, 600> crash_report::case_;
thread_local std::size_t crash_report::length_ = 0;
thread_local std::array<char, 65536> crash_report::stack_;

crash_report::crash_report() {
  struct sigaction action {};
  action.sa_handler = say;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(s, &action, nullptr);
}

crash_report::second_stack::second_stack() {
  stack_t other{};
  other.ss_sp = stack_.data();
  other.ss_size = stack_.size();
  sigaltstack(&other, &before_);
}
crash_report::second_stack::~second_stack() { sigaltstack(&before_, nullptr); }

void crash_report::begins(const instance& i) {
  const std::string text = describe(i);
  length_ = std::min(text.size(), case_.size());
  std::copy_n(text.begin(), length_, case_.begin());
}

// Only what may be called when anything may be broken.
void crash_report::say(int signal) {
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
void crash_report::write(std::string_view text) {
  if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) _exit(1);
}
void crash_report::write(int number) {
  if (number >= 10) write(number / 10);
  const char digit = static_cast<char>('0' + number % 10);
  write({&digit, 1});
}

}  // namespace tutti::cli
