// MPICH 4.0 and 4.2 do not make a session's first communicator of some processes. Preloaded behind tutti,
// this library makes it from one of all processes, which tutti does not see. All processes must call it at
// once.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

#if MPI_VERSION >= 4
typedef int create(MPI_Group, const char*, MPI_Info, MPI_Errhandler, MPI_Comm*);

static MPI_Session session = MPI_SESSION_NULL;  // the first one

int MPI_Session_init(MPI_Info info, MPI_Errhandler errors, MPI_Session* made) {
  int (*const next)(MPI_Info, MPI_Errhandler, MPI_Session*) = dlsym(RTLD_NEXT, "MPI_Session_init");
  const int code = next(info, errors, made);
  if (session == MPI_SESSION_NULL) session = *made;
  return code;
}

int MPI_Comm_create_from_group(MPI_Group group, const char* name, MPI_Info info, MPI_Errhandler errors,
                               MPI_Comm* made) {
  create* const next = dlsym(RTLD_NEXT, "MPI_Comm_create_from_group");
  MPI_Group all;
  MPI_Comm of_all;
  PMPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  next(all, name, info, errors, &of_all);
  PMPI_Group_free(&all);
  const int code = PMPI_Comm_create_group(of_all, group, 0, made);
  PMPI_Comm_free(&of_all);
  return code;
}
#endif
