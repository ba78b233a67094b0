// The `tutti` command.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/testbeds.hpp"
#include "cli/words.hpp"
#include "text/nearest.hpp"

namespace {

constexpr const char* introduction =
    "tutti: the collective operations of MPI, done with the best algorithms known.\n\n"
    "  tutti run mpirun -n 64 ./app             serve a program's collectives\n"
    "  tutti list bcast                         what there is, and what it costs\n"
    "  tutti verify bcast --p 1..64             prove it, for every p and root\n"
    "  tutti predict bcast --p 1000 --bytes 1M  how long each takes on a network\n"
    "  mpirun -n 4 tutti bench allreduce        measure native and tutti side by side\n"
    "  mpirun -n 4 tutti calibrate -o m.json    what messages cost here\n"
    "  tutti plan m.json --p 560 -o plan.json   which algorithm is best there\n"
    "  mpirun -n 4 tutti tune -o tuned.json     which algorithm is best here\n"
    "  mpirun -n 4 tutti guidelines             what the MPI library does badly\n"
    "  tutti explain bcast --p 560 --bytes 1M   which one serves a call, and why\n"
    "  tutti report all.csv                     what was measured, as an HTML file\n"
    "  tutti show bcast.jia --p 11 -o jia.svg   an algorithm as a picture\n"
    "  tutti doctor                             what is installed here, and whether it works\n"
    "\nEach subcommand has its own --help, with examples.";

// The first word, if it is no subcommand but near to one.
std::string unknown_subcommand(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments[0].starts_with('-')) return "";
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  const std::string_view word = arguments[0];
  for (const std::string& n : names)
    if (n == word) return "";
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string near = tutti::nearest(word, views);
  return fmt::format("no subcommand is called {}{}", word.empty() ? "''" : word,
                     near.empty() ? fmt::format("; known are {}", fmt::join(names, " "))
                                  : fmt::format("; did you mean {}?", near));
}

// Under mpirun the first process says it for all, and the others give it time to be heard: Open MPI 5 ends a job when a process
// fails, and may lose what another one has just printed. Where nobody can be told, the exit status has to do.
void complain(const std::string& sentence) {
  if (!tutti::cli::speaks()) return std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::fputs((sentence + "\n").c_str(), stderr);
}

// A file that is opened while standard output is closed would become standard output, and what is printed would end up in
// it. Its place is taken by a file that cannot be written, which a program that is started does not inherit.
void keep_places() {
  for (const int place : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(place, F_GETFD) < 0)
      open(place == STDIN_FILENO ? "/dev/null" : "/dev/full", O_RDWR | O_CLOEXEC);
}

// No option is meant to be an empty text; most would take it for their default.
std::string not_empty(const std::string& value) { return value.empty() ? "expected a value, not ''" : ""; }
void refuse_empty_values(CLI::App& app) {
  for (CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    for (CLI::Option* option : sub->get_options())
      if (option->get_type_size() != 0) option->check(not_empty);
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
  if (tutti::cli::speaks())
    std::fprintf(
        stderr,
        "%s: there is not enough memory: %.3g GB were in use when more was asked for; fewer processes or "
        "less data need less\n",
        name, static_cast<double>(used.ru_maxrss) / kilobytes_a_gigabyte);
  std::_Exit(2);
}

// "tutti", or "tutti run": what the user called.
std::string called(const CLI::App& app) {
  const auto subs = app.get_subcommands();
  return subs.empty() ? "tutti" : "tutti " + subs[0]->get_name();
}

int not_printed(const CLI::App& app, const std::string& why) {
  complain(fmt::format("{}: standard output cannot be written: {}", called(app), why));
  return 2;
}

// The exit status.
int run(CLI::App& app, std::vector<std::string> arguments) {
  app.set_version_flag("--version", "tutti " TUTTI_VERSION);
  app.require_subcommand(1);
  app.formatter(tutti::cli::help_layout());
  tutti::cli::add_run(app, arguments);
  tutti::cli::add_bench(app, arguments);
  tutti::cli::add_calibrate(app, arguments);
  tutti::cli::add_tune(app, arguments);
  tutti::cli::add_guidelines(app, arguments);
  tutti::cli::add_list(app);
  tutti::cli::add_verify(app);
  tutti::cli::add_predict(app);
  tutti::cli::add_plan(app);
  tutti::cli::add_explain(app);
  tutti::cli::add_show(app);
  tutti::cli::add_report(app);
  tutti::cli::add_doctor(app);
  refuse_empty_values(app);
  try {
    if (arguments.empty()) throw CLI::CallForHelp();
    std::snprintf(name, sizeof name, "tutti %s", arguments[0].c_str());
    if (const std::string wrong = unknown_subcommand(app, arguments); !wrong.empty())
      throw tutti::cli::usage_error(wrong);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ArgumentMismatch& error) {
    // CLI11 says "--p: At Most 1 required but received 2".
    const std::string_view said = error.what();
    const std::size_t at = said.find(": At Most 1 required");
    complain(at == said.npos
                 ? fmt::format("{0}: {1}; {0} --help tells more", called(app), said)
                 : fmt::format("{}: {} is given more than once", called(app), said.substr(0, at)));
    return 2;
  } catch (const CLI::ParseError& error) {
    complain(fmt::format("{0}: {1}; {0} --help tells more", called(app), error.what()));
    return 2;
  } catch (const tutti::cli::usage_error& error) {
    complain(fmt::format("{}: {}", called(app), error.what()));
    return 2;
  } catch (const std::invalid_argument& error) {  // the library's word for a question that makes no sense
    complain(fmt::format("{}: {}", called(app), error.what()));
    return 2;
  } catch (const std::bad_alloc&) {  // more than can be asked for
    end_without_memory();
  } catch (const std::length_error&) {
    end_without_memory();
  } catch (const std::system_error& error) {
    if (std::ferror(stdout)) return not_printed(app, error.code().message());
    complain(fmt::format("{}: {}", called(app), error.what()));
    return 1;
  } catch (const std::exception& error) {
    complain(fmt::format("{}: {}", called(app), error.what()));
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  keep_places();
  std::set_new_handler(end_without_memory);
  CLI::App app(introduction, "tutti");
  const int status = run(app, {argv + std::min(argc, 1), argv + argc});
  // Much of what was printed is written only now: a full disk is no success.
  errno = 0;
  const bool complete = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (complete || status != 0) return status;
  return not_printed(app, errno != 0 ? std::strerror(errno) : "what was printed is not complete");
}
