// Programs that a process of MPI starts. In a job of several processes tutti is not preloaded in them; other
// libraries that the user has named are. In a job of one process they inherit tutti. If that is libtutti.so,
// it serves them. If it is the object for one MPI library, it serves programs of this library, and does not
// affect those of another one.
//
//   children_test                in a job of several processes
//   children_test served OTHER   in a job of one process, with libtutti.so. OTHER: this program, built with
//                                another MPI library
//   children_test only OTHER     in a job of one process, with the object for one MPI library
//   children_test copied OTHER   in any, with that; OTHER is given a copy of the environment from before
//                                MPI's start
//   children_test child          prints whether it is preloaded with tutti

#include <mpi.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "oracle/expect.hpp"

extern char** environ;

namespace {

// The output of a child process.
std::string said(const std::string& command, int status = 0) {
  std::string all;
  std::FILE* const child = popen(command.c_str(), "r");
  checks::expect(child != nullptr, "a child process does not start");
  if (!child) return all;
  for (int c = std::fgetc(child); c != EOF; c = std::fgetc(child)) all.push_back(static_cast<char>(c));
  const int ended = pclose(child);
  checks::expect(WIFEXITED(ended) && WEXITSTATUS(ended) == status,
                 "a child process failed: " + command + ": " + all);
  return all;
}

bool has(const std::string& text, const char* what) { return text.find(what) != std::string::npos; }

bool is_preloaded() {
  std::ifstream maps("/proc/self/maps");
  return has({std::istreambuf_iterator<char>(maps), {}}, "libtutti-");
}

int as_child() {
  int sum = 0;
  const int one = 1;
  MPI_Init(nullptr, nullptr);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  std::puts(sum != 1 ? "wrong" : is_preloaded() ? "with tutti" : "without tutti");
  MPI_Finalize();
  return 0;
}

void several(const char* before) {
  const bool others = before && has(before, "libm.so.6");
  const std::string loaded = said("cat /proc/self/maps"), preload = said("echo $LD_PRELOAD");
  checks::expect(!has(loaded, "libtutti"), "a child process has loaded tutti");
  checks::expect(has(loaded, "/libm.so.6") == others,
                 "a child process has lost another library of LD_PRELOAD");
  checks::expect(has(preload, "libm.so.6") == others, "LD_PRELOAD is wrong");
}

void served(const std::string& other) {
  checks::expect(has(said("cat /proc/self/maps"), "libtutti.so"), "a child process has not loaded tutti");
  checks::expect(has(said(other + " child"), "with tutti"), "a program of another MPI library is not served");
  checks::expect(has(said("sh -c '" + other + " child; true'"), "with tutti"),
                 "nor is one that a shell starts");
}

void only(const std::string& preload, const std::string& other) {
  const std::string child = other + " child";
  checks::expect(has(said("cat /proc/self/maps"), "libtutti-"), "a child process has not loaded tutti");
  checks::expect(has(said(child), "without tutti"), "a program of another MPI library is not left alone");
  checks::expect(has(said("sh -c '" + child + "; true'"), "without tutti"), "nor is one that a shell starts");
  checks::expect(has(said("env TUTTI_DEBUG=1 " + child + " 2>&1"), "not served"), "and is not told of that");
  // The same library by another name: named for this program.
  const std::string named = preload.substr(0, preload.rfind('/')) + "/." + preload.substr(preload.rfind('/'));
  checks::expect(
      has(said("LD_PRELOAD=" + named + " " + child + " 2>&1", 2), "use tutti run with the mpirun of"),
      "a library that was named for a program of another MPI library is not refused");
}

// As a program does that has read its environment when it began, such as Python.
void copied(const std::vector<std::string>& environment, const std::string& other) {
  std::vector<char*> variables, arguments;
  std::string program = "/bin/sh", option = "-c",
              command = "test \"$(" + other + " child)\" = 'without tutti'";
  for (const std::string& v : environment) variables.push_back(const_cast<char*>(v.c_str()));
  variables.push_back(nullptr);
  for (std::string* const s : {&program, &option, &command}) arguments.push_back(s->data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status = -1;
  checks::expect(
      posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments.data(), variables.data()) == 0 &&
          waitpid(child, &status, 0) == child && status == 0,
      "a program of another MPI library is not left alone if it is given an older environment");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "child") return as_child();
  std::vector<std::string> environment;
  for (char** v = environ; *v; ++v) environment.emplace_back(*v);
  const char* const variable = std::getenv("LD_PRELOAD");
  const std::string before = variable ? variable : "";
  MPI_Init(&argc, &argv);
  if (what == "only" && argc > 2)
    only(before, argv[2]);
  else if (what == "served" && argc > 2)
    served(argv[2]);
  else if (what == "copied" && argc > 2)
    copied(environment, argv[2]);
  else
    several(before.c_str());
  MPI_Barrier(MPI_COMM_WORLD);
  return checks::finish();
}
