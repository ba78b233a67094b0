#include "cli/launch/notes.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <ostream>
#include <stdexcept>

namespace tutti::cli {
namespace {

constexpr const char* variable_name = "_TUTTI_NOTES";
constexpr std::string_view in_front_of_sentence = "says ";

}  // namespace

notes::notes() : file_(folder_.name() + "/notes") {
  // If there is no room for this line, the processes cannot add theirs.
  if (!(std::ofstream(file_) << "begun" << std::endl)) throw std::runtime_error("no room for notes");
  // An outer `tutti run` does not see the processes of this one, so it must not report that nothing was
  // served.
  if (const char* const outer = std::getenv(variable_name))
    std::ofstream(outer, std::ios::app) << "unserved\n";
}

variables::value_type notes::variable() const { return {variable_name, file_}; }

std::map<std::string, int> notes::lines() const {
  std::map<std::string, int> all;
  std::ifstream in(file_);
  for (std::string line; std::getline(in, line);) ++all[line];
  return all;
}

int notes::jobs() const { return lines()["job"]; }

bool notes::any_served() const {
  std::map<std::string, int> processes = lines();
  return processes["served"] > 0 || processes["unserved"] > 0;
}

void notes::say_what_was_unserved(int status) const {
  std::map<std::string, int> processes = lines();
  for (const auto& [line, times] : processes)
    if (line.starts_with(in_front_of_sentence))
      fmt::print(stderr, "tutti: {}\n", line.substr(in_front_of_sentence.size()));
  if (processes["served"] > 0 && processes["passed"] > 0)
    fmt::print(stderr,
               "tutti: processes on this host that were served: {}; that loaded an MPI library, and of which "
               "no call has reached tutti: {} (docs/starting.md says when that is so)\n",
               processes["served"], processes["passed"]);
  if (any_served()) return;
  // A program that has failed may have ended before it called MPI.
  if (status != 0 && processes["passed"] == 0 && processes["sequential"] == 0) return;
  if (processes["opened"] > 0)
    fmt::print(stderr,
               "tutti: nothing was served, since no process on this host has started MPI by MPI_Init or "
               "MPI_Init_thread: a program that uses sessions alone (MPI_Session_init) is served if it has "
               "several processes, and the first communicator that each of them makes of several processes "
               "has all of them (mpi://WORLD); of Open MPI 5 it is not\n");
  else if (processes["sequential"] > 0)
    fmt::print(
        stderr,
        "tutti: nothing was served: the program takes MPI's functions from a library for programs of one "
        "process, such as MUMPS's libmpiseq, which does not communicate\n");
  else if (processes["passed"] > 0)
    fmt::print(
        stderr,
        "tutti: no call of MPI has reached tutti, although {} of the processes on this host loaded an "
        "MPI library: a program that opens the library with RTLD_DEEPBIND, or takes its functions from "
        "it by dlsym(), cannot be served (but see docs/starting.md for the ABI of MPI 5), and one that ends "
        "before MPI_Init needs no service\n",
        processes["passed"]);
  else if (processes["loaded"] > 0)
    fmt::print(stderr,
               "tutti: no process has called MPI (on this host, {} loaded libtutti.so; a program that is "
               "statically linked or has raised rights does not load it)\n",
               processes["loaded"]);
  else
    fmt::print(
        stderr,
        "tutti: no process on this host has loaded libtutti.so, so nothing was served here: a program "
        "that is statically linked, that has raised rights, or whose start changes LD_PRELOAD cannot be "
        "served\n");
}

}  // namespace tutti::cli
