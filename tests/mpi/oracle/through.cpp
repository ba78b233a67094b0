#include "through.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace oracle {
namespace {

calling chosen = calling::blocking;
bool long_counts = false;

}  // namespace

calling called_by() { return chosen; }
bool with_long_counts() { return long_counts; }

void call_by(std::string_view name) {
  std::string_view of = name;
#if MPI_VERSION >= 4
  long_counts = of.ends_with("_c");
  if (long_counts) of.remove_suffix(2);
#endif
  if (of == "blocking") return void(chosen = calling::blocking);
  if (of == "nonblocking") return void(chosen = calling::nonblocking);
  if (of == "persistent") return void(chosen = calling::persistent);
  std::fprintf(stderr, "no such form: %.*s\n", static_cast<int>(name.size()), name.data());
  std::exit(2);
}

table_lengths lengths_on(MPI_Comm comm) {
  int topology = MPI_UNDEFINED, n = 0, rank = 0, weighted = 0;
  table_lengths both;
  MPI_Topo_test(comm, &topology);
  MPI_Comm_rank(comm, &rank);
  if (topology == MPI_DIST_GRAPH) {
    MPI_Dist_graph_neighbors_count(comm, &both.receives, &both.sends, &weighted);
    return both;
  }
  if (topology == MPI_CART) {
    MPI_Cartdim_get(comm, &n);
    n *= 2;
  } else if (topology == MPI_GRAPH) {
    MPI_Graph_neighbors_count(comm, rank, &n);
  } else {
    MPI_Comm_size(comm, &n);
  }
  return {n, n};
}

void start(MPI_Request& request) {
  static thread_local unsigned turn = 0;
  if (turn++ % 2 == 0)
    MPI_Start(&request);
  else
    MPI_Startall(1, &request);
}

// True if the call under test has ended. An inactive persistent request stays, so its completions are
// counted.
static bool ended(const MPI_Request& request, int seen) {
  return called_by() == calling::persistent ? seen > 0 : request == MPI_REQUEST_NULL;
}

// Waits for `request` and two others: a message to the process itself that has been sent, and one that has
// not.
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
  static thread_local const int tag = 4711 + 2 * threads++;  // for this thread's messages to itself
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
