// Non-blocking and persistent collectives that are waited for 30 ms after they began, for
// tests/mpi/observe/posted_report: 3 of MPI_Iallreduce, 2 of MPI_Ibarrier, the second on a communicator that
// is freed meanwhile, 4 starts of MPI_Bcast_init and one that is never started.

#include <mpi.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Bcast_init MPIX_Bcast_init
#endif

#include <chrono>
#include <thread>

namespace {

void work() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Request request = MPI_REQUEST_NULL;
  const int one = 1;
  int sum = 0, flag = 0;
  for (int i = 0; i < 3; ++i) {
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    work();
    if (i == 0)
      while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    else
      MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  work();
  MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Ibarrier(other, &request);
  work();
  MPI_Comm_free(&other);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Request two[2];
  for (MPI_Request& r : two) MPI_Bcast_init(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  for (int i = 0; i < 4; ++i) {
    if (i % 2 == 0)
      MPI_Start(&two[0]);
    else
      MPI_Startall(1, two);
    work();
    MPI_Wait(&two[0], MPI_STATUS_IGNORE);
  }
  for (MPI_Request& r : two) MPI_Request_free(&r);
  // Requests that may reuse the numbers of freed ones.
  for (MPI_Request& r : two) MPI_Send_init(&one, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r);
  MPI_Startall(2, two);
  MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
  for (MPI_Request& r : two) MPI_Request_free(&r);
  MPI_Finalize();
}
