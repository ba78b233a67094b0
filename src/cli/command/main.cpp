// The `tutti` command.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cli/launch/launcher.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "select/plugin.hpp"
#include "tutti/version.h"

namespace tutti::cli {
namespace {

// Under mpirun only the first process prints. The others wait, so that its message gets through: Open MPI 5
// ends a job if a process fails, and may lose output of other processes. If stderr cannot be written, the
// exit status must suffice.
void complain(const std::string& sentence) {
  if (!speaks()) return std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::fputs((sentence + "\n").c_str(), stderr);
}

// Opens closed standard streams. Otherwise the next file to be opened would become standard output and get
// everything that is printed. Closed output streams become /dev/full, which cannot be written and which child
// processes do not inherit.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0)
      open(stream == STDIN_FILENO ? "/dev/null" : "/dev/full", O_RDWR | O_CLOEXEC);
}

// Makes a file that exceeds `ulimit -f` a write error instead of the end of the command. Not SIG_IGN, which
// child processes would inherit.
extern "C" void write_fails(int /*signal*/) {}

// The version, and the MPI libraries that this build supports.
constexpr const char* version = "tutti " TUTTI_VERSION_STRING "\nserves " TUTTI_SERVES;

// `tutti help`, `tutti version`.
void add_about(command& app) {
  const auto name = std::make_shared<std::string>();
  command help = app.add_subcommand("help", "show the help of a subcommand").hide();
  help.add_option("SUBCOMMAND", *name, "", "").each([&app](const std::string& of) {
    std::fputs(app.get_subcommand(of).help().c_str(), stdout);
  });
  help.callback([&app, name] {
    if (name->empty()) std::fputs(app.help().c_str(), stdout);
  });
  app.add_subcommand("version", "show the version").hide().callback([] { std::puts(version); });
}

// Loads TUTTI_PLUGIN's algorithms into the catalogue before anything reads it.
void load_plugins_of_environment() {
  const char* const files = std::getenv("TUTTI_PLUGIN");
  if (const std::string wrong = load_plugins(files ? files : ""); !wrong.empty())
    throw usage_error("TUTTI_PLUGIN: " + wrong);
}

// The called command. Stored in advance, since no memory may be left to compute it.
char name[64] = "tutti";

// Called when memory runs out. Ends the command at once: if a million coroutines each caught a bad_alloc, no
// memory would be left for the exceptions.
[[noreturn]] void end_without_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  constexpr double kilobytes_a_gigabyte = 1e9 / 1024;
  std::fflush(stdout);
  if (speaks())
    std::fprintf(stderr, "%s: out of memory after %.3g GB; try fewer processes or less data\n", name,
                 static_cast<double>(used.ru_maxrss) / kilobytes_a_gigabyte);
  std::_Exit(2);
}

int not_printed(const command_line& app, const std::string& why) {
  complain(fmt::format("{}: standard output cannot be written: {}", app.called(), why));
  return 2;
}

// Returns the exit status.
int run(command_line& app, std::vector<std::string> arguments) {
  add_subcommands(app, arguments);
  add_about(app);
  try {
    load_plugins_of_environment();
    if (arguments.empty()) return std::fputs(app.help().c_str(), stdout), 0;
    std::snprintf(name, sizeof name, "tutti %s", arguments[0].c_str());
    if (!arguments[0].starts_with('-')) static_cast<void>(app.get_subcommand(arguments[0]));
    app.obey(std::move(arguments));
  } catch (const exit_status& ended) {
    if (ended.signal != 0) {
      std::signal(ended.signal, SIG_DFL);
      std::raise(ended.signal);
    }
    return ended.status;
  } catch (const std::invalid_argument& error) {  // a usage_error, or from the library: wrong input
    complain(fmt::format("{}: {}", app.called(), error.what()));
    return 2;
  } catch (const std::bad_alloc&) {  // an impossible size
    end_without_memory();
  } catch (const std::length_error&) {
    end_without_memory();
  } catch (const std::system_error& error) {
    if (std::ferror(stdout)) return not_printed(app, error.code().message());
    complain(fmt::format("{}: {}", app.called(), error.what()));
    return 1;
  } catch (const std::exception& error) {
    complain(fmt::format("{}: {}", app.called(), error.what()));
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace tutti::cli

int main(int argc, char** argv) {
  using namespace tutti::cli;
  open_closed_streams();
  std::signal(SIGXFSZ, write_fails);
  std::set_new_handler(end_without_memory);
  command_line app("tutti", introduction, version);
  const int status = run(app, {argv + std::min(argc, 1), argv + argc});
  // Output is often written only here: report a full disk as an error.
  errno = 0;
  const bool complete = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (complete || status != 0) return status;
  return not_printed(app, errno != 0 ? std::strerror(errno) : "the output is incomplete");
}
