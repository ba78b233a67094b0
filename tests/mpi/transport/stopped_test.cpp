// The root of a broadcast, which helps to copy, is stopped in the middle of its part (REMOTE_MEMORY_STOPS of
// no_remote_memory.c). The receiver must return from MPI_Test nevertheless; then it lets the root continue.

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

bool is_stopped(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.compare(name_end, 3, ") T") == 0;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int root = static_cast<int>(getpid());
  MPI_Bcast(&root, 1, MPI_INT, 0, MPI_COMM_WORLD);
  constexpr int bytes = 32 << 20, most_calls = 50;
  std::vector<unsigned char> data(bytes);
  int wrong = 0, was_stopped = 0;
  for (int call = 0; call < most_calls && !was_stopped; ++call) {
    const auto byte = static_cast<unsigned char>(call + 1);
    if (rank == 0) data.assign(bytes, byte);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(data.data(), bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    int tests = 0;
    for (int done = rank == 0; !done;) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (done || !is_stopped(root) || ++tests < 100) continue;
      was_stopped = 1;
      kill(root, SIGCONT);
    }
    for (const unsigned char x : data) wrong += x != byte;
    MPI_Bcast(&was_stopped, 1, MPI_INT, 1, MPI_COMM_WORLD);
  }
  if (!was_stopped) std::puts("FAILED: the root was never stopped");
  if (wrong) std::printf("FAILED: process %d: %d wrong bytes\n", rank, wrong);
  MPI_Finalize();
  return was_stopped && !wrong ? 0 : 1;
}
