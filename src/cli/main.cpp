// The `tutti` command.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/rigs.hpp"
#include "cli/words.hpp"
#include "core/nearest.hpp"

namespace {

constexpr const char* introduction =
    "tutti: the collective operations of MPI, done with the best algorithms known.\n\n"
    "  tutti run mpirun -n 64 ./app             serve a program's collectives\n"
    "  tutti list bcast                         what there is, and what it costs\n"
    "  tutti verify bcast --p 1..64             prove it, for every p and root\n"
    "  tutti predict bcast --p 1000 --bytes 1M  how long each takes on a network\n"
    "  mpirun -n 4 tutti bench allreduce        measure native and tutti side by side\n"
    "  mpirun -n 4 tutti calibrate -o m.json    what messages cost here\n"
    "  mpirun -n 4 tutti tune -o tuned.json     which algorithm is best here\n"
    "  mpirun -n 4 tutti guidelines             what the MPI library does badly\n"
    "  tutti explain bcast --p 560 --bytes 1M   which one serves a call, and why\n"
    "  tutti report all.csv                     what was measured, as an HTML file\n"
    "  tutti show bcast.jia --p 11 -o jia.svg   an algorithm as a picture\n"
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
  return fmt::format("no subcommand is called {}{}", word,
                     near.empty() ? fmt::format("; known are {}", fmt::join(names, " "))
                                  : fmt::format("; did you mean {}?", near));
}

// Under mpirun the first process says it for all.
void complain(const std::string& sentence) {
  if (tutti::cli::speaks()) fmt::print(stderr, "{}\n", sentence);
}

// "tutti", or "tutti run": what the user called.
std::string called(const CLI::App& app) {
  const auto subs = app.get_subcommands();
  return subs.empty() ? "tutti" : "tutti " + subs[0]->get_name();
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  CLI::App app(introduction, "tutti");
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
  tutti::cli::add_explain(app);
  tutti::cli::add_show(app);
  tutti::cli::add_report(app);
  try {
    if (arguments.empty()) throw CLI::CallForHelp();
    if (const std::string wrong = unknown_subcommand(app, arguments); !wrong.empty())
      throw tutti::cli::usage_error(wrong);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& error) {
    complain(fmt::format("{0}: {1}; {0} --help tells more", called(app), error.what()));
    return 2;
  } catch (const tutti::cli::usage_error& error) {
    complain(fmt::format("{}: {}", called(app), error.what()));
    return 2;
  } catch (const std::invalid_argument& error) {  // the library's word for a question that makes no sense
    complain(fmt::format("{}: {}", called(app), error.what()));
    return 2;
  } catch (const std::exception& error) {
    complain(fmt::format("{}: {}", called(app), error.what()));
    return 1;
  }
  return 0;
}
