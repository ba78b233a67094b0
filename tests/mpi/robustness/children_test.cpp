// What a process of MPI's starts, is not preloaded with tutti, but with whatever else the user has named.
//
//   children_test

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "../expect.hpp"

namespace {

// What a child prints.
std::string said(const char* command) {
  std::string all;
  std::FILE* const child = popen(command, "r");
  checks::expect(child != nullptr, "a child process does not start");
  if (!child) return all;
  for (int c = std::fgetc(child); c != EOF; c = std::fgetc(child)) all.push_back(static_cast<char>(c));
  checks::expect(pclose(child) == 0, "a child process failed");
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const char* const before = std::getenv("LD_PRELOAD");
  const bool others = before && std::string(before).find("libm.so.6") != std::string::npos;
  MPI_Init(&argc, &argv);
  const std::string loaded = said("cat /proc/self/maps"), preload = said("echo $LD_PRELOAD");
  checks::expect(loaded.find("libtutti-") == std::string::npos, "a child process has loaded tutti");
  checks::expect((loaded.find("/libm.so.6") != std::string::npos) == others,
                 "a child process has lost another library of LD_PRELOAD");
  checks::expect((preload.find("libm.so.6") != std::string::npos) == others, "LD_PRELOAD is wrong");
  MPI_Barrier(MPI_COMM_WORLD);
  return checks::finish();
}
