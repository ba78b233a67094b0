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
#include "cli/manual.hpp"
#include "cli/testbeds.hpp"
#include "cli/words.hpp"
#include "select/plugin.hpp"
#include "text/nearest.hpp"
#include "tutti/version.h"

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
std::string unknown_subcommand(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments[0].starts_with('-')) return "";
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!sub->get_group().empty() || arguments[0] == sub->get_name()) names.push_back(sub->get_name());
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

// The version, and the MPI libraries that it was built for.
constexpr const char* version = "tutti " TUTTI_VERSION_STRING "\nserves " TUTTI_SERVES;

// `tutti help`, `tutti version`, and what an installation makes of the options: manual pages, completion.
void add_about(CLI::App& app) {
  app.add_subcommand("help", "show the help of a subcommand")
      ->group("")
      ->add_option("SUBCOMMAND")
      ->each([&app](const std::string& name) {
        if (const std::string wrong = unknown_subcommand(app, {name}); !wrong.empty())
          throw tutti::cli::usage_error(wrong);
        std::fputs(app.get_subcommand(name)->help("tutti").c_str(), stdout);
      });
  app.get_subcommand("help")->callback([&app] {
    if (app.get_subcommand("help")->count("SUBCOMMAND") == 0)
      std::fputs(app.get_formatter()->make_help(&app, "tutti", CLI::AppFormatMode::Normal).c_str(), stdout);
  });
  app.add_subcommand("version", "show the version")->group("")->callback([] { std::puts(version); });
  CLI::App* const manual =
      app.add_subcommand("manual", "write a manual page, or docs/commands.md")->group("");
  manual->add_option("SUBCOMMAND")->description("of this subcommand");
  manual->add_flag("--markdown")->description("the page of all commands");
  manual->callback([&app, manual] {
    const CLI::App* sub = nullptr;
    if (manual->count("SUBCOMMAND") > 0)
      sub = app.get_subcommand(manual->get_option("SUBCOMMAND")->as<std::string>());
    const bool markdown = manual->count("--markdown") > 0;
    std::fputs((markdown ? tutti::cli::commands_page(app) : tutti::cli::manual_page(app, sub)).c_str(),
               stdout);
  });
  CLI::App* const completion = app.add_subcommand("completion", "write the completion of a shell")->group("");
  completion->add_option("SHELL")
      ->description("bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->callback([&app, completion] {
    std::fputs(tutti::cli::completion(app, completion->get_option("SHELL")->as<std::string>()).c_str(),
               stdout);
  });
}

// TUTTI_PLUGIN's algorithms are in the catalogue before anything looks at it.
void load_plugin_of_environment() {
  const char* const file = std::getenv("TUTTI_PLUGIN");
  if (const std::string wrong = tutti::load_plugin(file ? file : ""); !wrong.empty())
    throw tutti::cli::usage_error("TUTTI_PLUGIN: " + wrong);
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
    std::fprintf(stderr,
                 "%s: out of memory after %.3g GB; try fewer processes or "
                 "less data\n",
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
  app.set_version_flag("-V,--version", version, "show the version and the MPI libraries served");
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
  tutti::cli::add_who(app);
  tutti::cli::add_waiting(app);
  tutti::cli::add_doctor(app);
  add_about(app);
  refuse_empty_values(app);
  try {
    load_plugin_of_environment();
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
                 ? fmt::format("{0}: {1}; see {0} --help", called(app), said)
                 : fmt::format("{}: {} is given more than once", called(app), said.substr(0, at)));
    return 2;
  } catch (const CLI::ParseError& error) {
    complain(fmt::format("{0}: {1}; see {0} --help", called(app), error.what()));
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
  return not_printed(app, errno != 0 ? std::strerror(errno) : "the output is incomplete");
}
