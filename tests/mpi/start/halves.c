// A session whose only communicators are of one half of the processes each. Exit status 77: MPI has no
// sessions.

#include <mpi.h>

int main(void) {
#if MPI_VERSION < 4
  return 77;
#else
  int size = 0, rank = 0, one = 1, sum = 0;
  MPI_Session session;
  MPI_Group all, half;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Group_size(all, &size);
  MPI_Group_rank(all, &rank);
  int range[1][3] = {{rank < size / 2 ? 0 : size / 2, rank < size / 2 ? size / 2 - 1 : size - 1, 1}};
  MPI_Group_range_incl(all, 1, range, &half);
  MPI_Comm_create_from_group(half, "half", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&half);
  MPI_Group_free(&all);
  MPI_Session_finalize(&session);
  return sum != size / 2;
#endif
}
