#include "cli/output/crash_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "cli/line/usage_error.hpp"
#include "engine/running.hpp"

namespace tutti::cli {

std::array<char, 64> crash_report::command_;
int crash_report::to_ = STDOUT_FILENO;
thread_local std::array<char, 600> crash_report::what_;
thread_local std::size_t crash_report::length_ = 0;
thread_local std::array<char, 65536> crash_report::stack_;

crash_report::crash_report() {
  struct sigaction action {};
  action.sa_handler = crashed;
  action.sa_flags = SA_ONSTACK;
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(s, &action, nullptr);
}
crash_report::crash_report(std::string_view command) : crash_report() {
  std::copy_n(command.begin(), std::min(command.size(), command_.size() - 1), command_.begin());
  to_ = STDERR_FILENO;
}

crash_report::running::running(std::string_view what) {
  length_ = std::min(what.size(), what_.size());
  std::copy_n(what.begin(), length_, what_.begin());
}

crash_report::second_stack::second_stack() {
  // One handler for each thread: if several threads call exit at once, each runs one of these, and none slips
  // through.
  thread_local const bool guarded = std::atexit(exits) == 0 && std::at_quick_exit(exits) == 0;
  static_cast<void>(guarded);
  stack_t other{};
  other.ss_sp = stack_.data();
  other.ss_size = stack_.size();
  sigaltstack(&other, &before_);
}
crash_report::second_stack::~second_stack() { sigaltstack(&before_, nullptr); }

// Calls only functions that are safe after a crash.
void crash_report::crashed(int signal) {
  if (length_ == 0) {  // not in an algorithm: the crash happens again and ends the program as usual
    std::signal(signal, SIG_DFL);
    return;
  }
  begin();
  write(signal == SIGABRT ? "the program was aborted" : "the program crashed");
  end(signal == SIGFPE ? ": division error" : signal == SIGABRT ? "" : ": invalid address");
}
// An algorithm that calls exit(0) has failed.
void crash_report::exits() {
  if (length_ == 0) return;
  std::fflush(stdout);
  begin();
  write("it called exit");
  end("");
}

// The first thread reports the crash and ends the program, while others wait.
void crash_report::begin() {
  static std::atomic_flag begun;
  while (begun.test_and_set()) pause();
  if (command_[0] != '\0') {
    write(command_.data());
    write(": ");
  }
  write({what_.data(), length_});
  write(": ");
}
void crash_report::end(std::string_view how) {
  if (const int rank = running_process(); rank >= 0) {
    write(" while process ");
    write(rank);
    write(" ran");
  }
  write(how);
  write("\n");
  _exit(1);
}
void crash_report::write(std::string_view text) {
  if (::write(to_, text.data(), text.size()) < 0) _exit(1);
}
void crash_report::write(int number) {
  if (number >= 10) write(number / 10);
  const char digit = static_cast<char>('0' + number % 10);
  write({&digit, 1});
}

void rethrow_in_name_of(const std::string& algorithm) {
  const auto named = [&algorithm](const std::exception& wrong) {
    const std::string message = wrong.what();
    return message.find(algorithm) != std::string::npos ? message : algorithm + ": " + message;
  };
  try {
    throw;
  } catch (const usage_error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::invalid_argument& wrong) {  // wrong input, not a wrong algorithm
    throw std::invalid_argument(named(wrong));
  } catch (const std::exception& wrong) {
    throw std::runtime_error(named(wrong));
  } catch (...) {
    throw std::runtime_error(algorithm + " threw what is no std::exception");
  }
}

}  // namespace tutti::cli
