#include "through.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace oracle {
namespace {

calling chosen = calling::blocking;

}  // namespace

void call_by(calling f) { chosen = f; }
calling called_by() { return chosen; }

calling calling_named(std::string_view name) {
  if (name == "blocking") return calling::blocking;
  if (name == "nonblocking") return calling::nonblocking;
  if (name == "persistent") return calling::persistent;
  std::fprintf(stderr, "no such form: %.*s\n", static_cast<int>(name.size()), name.data());
  std::exit(2);
}

void start(MPI_Request& request) {
  static thread_local unsigned turn = 0;
  if (turn++ % 2 == 0)
    MPI_Start(&request);
  else
    MPI_Startall(1, &request);
}

// Whether one that was waited for is there: an inactive persistent one stays.
static bool ended(const MPI_Request& request, int seen) {
  return called_by() == calling::persistent ? seen > 0 : request == MPI_REQUEST_NULL;
}

// The second request is of a message to oneself that has been sent, the third of one that has not.
void wait_for(MPI_Request& request) {
  static thread_local unsigned turn = 0;
  const unsigned how = turn++ % 8;
  if (how == 0) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  if (how == 1) {
    int flag = 0;
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    return;
  }
  if (how == 2) {
    int flag = 0;
    while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  static std::atomic<int> threads{0};
  static thread_local const int tag = 4711 + 2 * threads++;  // of this thread's messages to itself
  int one = 1, there = 0, never = 0;
  MPI_Request all[3] = {request, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Irecv(&there, 1, MPI_INT, 0, tag, MPI_COMM_SELF, &all[1]);
  MPI_Irecv(&never, 1, MPI_INT, 0, tag + 1, MPI_COMM_SELF, &all[2]);
  MPI_Send(&one, 1, MPI_INT, 0, tag, MPI_COMM_SELF);
  int index = MPI_UNDEFINED, indices[3], count = 0, flag = 0, seen = 0;
  MPI_Status statuses[3];
  switch (how) {
    case 3: MPI_Waitall(2, all, statuses); break;
    case 4:
      while (!flag) MPI_Testall(2, all, &flag, MPI_STATUSES_IGNORE);
      break;
    case 5:
      while (!ended(all[0], seen)) {
        MPI_Waitany(3, all, &index, MPI_STATUS_IGNORE);
        seen += index == 0;
      }
      break;
    case 6:
      while (!ended(all[0], seen)) {
        MPI_Waitsome(3, all, &count, indices, statuses);
        for (int i = 0; i < count; ++i) seen += indices[i] == 0;
      }
      break;
    default:
      while (!ended(all[0], seen)) {
        MPI_Testany(3, all, &index, &flag, MPI_STATUS_IGNORE);
        seen += flag && index == 0;
        if (ended(all[0], seen)) break;
        MPI_Testsome(3, all, &count, indices, MPI_STATUSES_IGNORE);
        for (int i = 0; i < count; ++i) seen += indices[i] == 0;
      }
  }
  request = all[0];
  MPI_Send(&one, 1, MPI_INT, 0, tag + 1, MPI_COMM_SELF);
  MPI_Waitall(3, all, MPI_STATUSES_IGNORE);
}

}  // namespace oracle
