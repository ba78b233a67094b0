// The `tutti` command.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/manual.hpp"
#include "cli/testbeds.hpp"
#include "cli/words.hpp"
#include "select/plugin.hpp"
#include "text/nearest.hpp"
#include "tutti/version.h"

namespace tutti::cli {
namespace {

constexpr const char* introduction =
    "tutti: the collective operations of MPI, done with the best algorithms known.\n\n"
    "  tutti run mpirun -n 64 ./app             serve a program's collectives\n"
    "  tutti who                                find the process that a hanging program waits for\n"
    "  tutti list bcast                         list the algorithms and their costs\n"
    "  tutti verify bcast --p 1..64             prove an algorithm for every p and root\n"
    "  tutti predict bcast --p 1000 --bytes 1M  predict the time on a network\n"
    "  mpirun -n 4 tutti bench allreduce        measure native and tutti side by side\n"
    "  mpirun -n 4 tutti calibrate -o m.json    measure the cost of messages\n"
    "  tutti plan m.json --p 560 -o plan.json   choose algorithms for that machine, in virtual time\n"
    "  mpirun -n 4 tutti tune -o tuned.json     choose algorithms by measurement\n"
    "  mpirun -n 4 tutti guidelines             find collectives that violate performance guidelines\n"
    "  tutti explain bcast --p 560 --bytes 1M   show which algorithm serves a call, and why\n"
    "  tutti report all.csv                     turn measurements into one HTML page\n"
    "  tutti show bcast.jia --p 11 -o jia.svg   an algorithm as a picture\n"
    "  tutti doctor                             check the installation\n\n"
    "Each subcommand has its own --help, with examples.";

// The first word, if it is no subcommand but near to one.
std::string unknown_subcommand(const command& app, const std::string& word) {
  if (word.starts_with('-') || app.has_subcommand(word)) return "";
  std::vector<std::string> names;
  for (const command& sub : app.subcommands()) names.push_back(sub.name());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string near = nearest(word, views);
  return fmt::format("no subcommand is called {}{}", word.empty() ? "''" : word,
                     near.empty() ? fmt::format("; known are {}", fmt::join(names, " "))
                                  : fmt::format("; did you mean {}?", near));
}

// Under mpirun the first process says it for all, and the others give it time to be heard: Open MPI 5 ends a job when a process
// fails, and may lose what another one has just printed. Where nobody can be told, the exit status has to do.
void complain(const std::string& sentence) {
  if (!speaks()) return std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::fputs((sentence + "\n").c_str(), stderr);
}

// A file that is opened while standard output is closed would become standard output, and what is printed would end up in
// it. Its place is taken by a file that cannot be written, which a program that is started does not inherit.
void keep_places() {
  for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(place, F_GETFD) < 0)
      open(place == STDIN_FILENO ? "/dev/null" : "/dev/full", O_RDWR | O_CLOEXEC);
}

// The version, and the MPI libraries that it was built for.
constexpr const char* version = "tutti " TUTTI_VERSION_STRING "\nserves " TUTTI_SERVES;

// `tutti help`, `tutti version`, and what an installation makes of the options: manual pages, completion.
void add_about(command& app) {
  struct options {
    std::string subcommand, shell;
    bool markdown = false;
  };
  const auto o = std::make_shared<options>();

  command help = app.add_subcommand("help", "show the help of a subcommand").hide();
  help.add_option("SUBCOMMAND", o->subcommand, "").type_name("").each([&app](const std::string& name) {
    if (const std::string wrong = unknown_subcommand(app, name); !wrong.empty()) throw usage_error(wrong);
    std::fputs(app.get_subcommand(name).help().c_str(), stdout);
  });
  help.callback([&app, o] {
    if (o->subcommand.empty()) std::fputs(app.help().c_str(), stdout);
  });

  app.add_subcommand("version", "show the version").hide().callback([] { std::puts(version); });

  command manual = app.add_subcommand("manual", "write a manual page, or docs/commands.md").hide();
  manual.add_option("SUBCOMMAND", o->subcommand, "of this subcommand").type_name("");
  manual.add_flag("--markdown", o->markdown, "the page of all commands");
  manual.callback([&app, o] {
    std::optional<command> sub;
    if (const std::string wrong = unknown_subcommand(app, o->subcommand);
        !o->subcommand.empty() && !wrong.empty())
      throw usage_error(wrong);
    if (!o->subcommand.empty()) sub = app.get_subcommand(o->subcommand);
    std::fputs((o->markdown ? commands_page(app) : manual_page(app, sub)).c_str(), stdout);
  });

  command completion = app.add_subcommand("completion", "write the completion of a shell").hide();
  completion.add_option("SHELL", o->shell, "bash, zsh or fish")
      .type_name("")
      .required()
      .one_of({"bash", "zsh", "fish"});
  completion.callback([&app, o] { std::fputs(tutti::cli::completion(app, o->shell).c_str(), stdout); });
}

// TUTTI_PLUGIN's algorithms are in the catalogue before anything looks at it.
void load_plugin_of_environment() {
  const char* const file = std::getenv("TUTTI_PLUGIN");
  if (const std::string wrong = load_plugin(file ? file : ""); !wrong.empty())
    throw usage_error("TUTTI_PLUGIN: " + wrong);
}

// What was called, for a moment in which there is no memory to find it out.
char name[64] = "tutti";

// Memory that runs out ends the command here, where it is first refused: a million coroutines that each caught a bad_alloc
// would leave none for the exceptions.
[[noreturn]] void end_without_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  constexpr double kilobytes_a_gigabyte = 1e9 / 1024;
  std::fflush(stdout);
  if (speaks())
    std::fprintf(stderr,
                 "%s: out of memory after %.3g GB; try fewer processes or "
                 "less data\n",
                 name, static_cast<double>(used.ru_maxrss) / kilobytes_a_gigabyte);
  std::_Exit(2);
}

int not_printed(const command_line& app, const std::string& why) {
  complain(fmt::format("{}: standard output cannot be written: {}", app.called(), why));
  return 2;
}

// The exit status.
int run(command_line& app, std::vector<std::string> arguments) {
  add_run(app, arguments);
  add_bench(app, arguments);
  add_calibrate(app, arguments);
  add_tune(app, arguments);
  add_guidelines(app, arguments);
  add_list(app);
  add_verify(app);
  add_predict(app);
  add_plan(app);
  add_explain(app);
  add_show(app);
  add_report(app);
  add_who(app);
  add_waiting(app);
  add_doctor(app);
  add_about(app);
  try {
    load_plugin_of_environment();
    if (arguments.empty()) return std::fputs(app.help().c_str(), stdout), 0;
    std::snprintf(name, sizeof name, "tutti %s", arguments[0].c_str());
    if (const std::string wrong = unknown_subcommand(app, arguments[0]); !wrong.empty())
      throw usage_error(wrong);
    app.obey(std::move(arguments));
  } catch (const exit_status& ended) {
    return ended.status;
  } catch (const usage_error& error) {
    complain(fmt::format("{}: {}", app.called(), error.what()));
    return 2;
  } catch (const std::invalid_argument& error) {  // the library's word for a question that makes no sense
    complain(fmt::format("{}: {}", app.called(), error.what()));
    return 2;
  } catch (const std::bad_alloc&) {  // more than can be asked for
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
  keep_places();
  std::set_new_handler(end_without_memory);
  command_line app("tutti", introduction, version);
  const int status = run(app, {argv + std::min(argc, 1), argv + argc});
  // Much of what was printed is written only now: a full disk is no success.
  errno = 0;
  const bool complete = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (complete || status != 0) return status;
  return not_printed(app, errno != 0 ? std::strerror(errno) : "the output is incomplete");
}
