#include "mpi/start/own_session.hpp"

#include <array>
#include <string_view>

#include "mpi/library/library_calls.hpp"

namespace tutti::mpi::own_session {

#if MPI_VERSION >= 4

namespace {

constexpr const char *level_key = "thread_level", *all_levels = "MPI_THREAD_MULTIPLE";

constinit MPI_Session session{};
constinit bool begun = false;
constinit MPI_Group all{};

MPI_Group group_of(const char* processes) {
  MPI_Group group = MPI_GROUP_NULL;
  check(PMPI_Group_from_session_pset(session, processes, &group));
  return group;
}

MPI_Comm communicator_of(MPI_Group group, const char* name) {
  MPI_Comm comm = MPI_COMM_NULL;
  check(next_pmpi.Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
  return comm;
}

}  // namespace

void open() {
  if (begun) return;
  MPI_Info info = MPI_INFO_NULL;
  check(PMPI_Info_create(&info));
  check(PMPI_Info_set(info, level_key, all_levels));
  check(next_pmpi.Session_init(info, MPI_ERRORS_RETURN, &session));
  begun = true;
  check(PMPI_Info_free(&info));
  all = group_of("mpi://WORLD");
}

void close() noexcept {
  if (!begun) return;
  begun = false;
  PMPI_Group_free(&all);
  next_pmpi.Session_finalize(&session);
}

bool is_open() noexcept { return begun; }

bool allows_threads() {
  MPI_Info info = MPI_INFO_NULL;
  check(PMPI_Session_get_info(session, &info));
  std::array<char, 32> level{};
  int length = level.size(), found = 0;
  check(PMPI_Info_get_string(info, level_key, &length, level.data(), &found));
  check(PMPI_Info_free(&info));
  return found != 0 && std::string_view(level.data()) == all_levels;
}

bool are_all_processes(MPI_Group group) {
  int equal = MPI_UNEQUAL;
  check(PMPI_Group_compare(group, all, &equal));
  return equal != MPI_UNEQUAL;
}

MPI_Comm of_all(const char* name) { return communicator_of(all, name); }

MPI_Comm of_self(const char* name) {
  MPI_Group self = group_of("mpi://SELF");
  const MPI_Comm comm = communicator_of(self, name);
  check(PMPI_Group_free(&self));
  return comm;
}

#else

void open() { throw failure(MPI_ERR_INTERN); }
void close() noexcept {}
bool is_open() noexcept { return false; }
bool allows_threads() { return false; }
bool are_all_processes(MPI_Group) { return false; }
MPI_Comm of_all(const char*) { throw failure(MPI_ERR_INTERN); }
MPI_Comm of_self(const char*) { throw failure(MPI_ERR_INTERN); }

#endif

}  // namespace tutti::mpi::own_session
