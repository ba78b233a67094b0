// MPICH's collective functions on files wait for other processes, and meanwhile advance no outstanding
// operation. The processes of the file therefore meet first, as the processes of communicators and windows do
// (meetings_mpich.cpp).

#include <map>
#include <memory>
#include <mutex>

#include "mpi/library/abi.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/requests/members.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// The processes of each open file. (MPI files have no attributes.)
struct open_files {
  std::mutex guard;
  std::map<MPI_File, std::unique_ptr<members>> all;

  members* of(MPI_File file) {
    const std::lock_guard lock(guard);
    const auto found = all.find(file);
    return found == all.end() ? nullptr : found->second.get();
  }
  void add(MPI_File file, std::unique_ptr<members> m) {
    const std::lock_guard lock(guard);
    all[file] = std::move(m);
  }
  std::unique_ptr<members> taken(MPI_File file) {
    const std::lock_guard lock(guard);
    const auto found = all.find(file);
    if (found == all.end()) return nullptr;
    auto m = std::move(found->second);
    all.erase(found);
    return m;
  }
};
open_files& files_here() {
  static never_destroyed<open_files> one;
  return *one;
}

void meet(members* m) {
  if (m && may_have_to_meet()) meet_first([m] { m->meet(); });
}

int do_File_open(const library_calls& by, MPI_Comm comm, const char* name, int mode, MPI_Info info,
                 MPI_File* file) {
  if (!may_have_to_meet() || comm == MPI_COMM_NULL) return by.File_open(comm, name, mode, info, file);
  std::unique_ptr<members> all;
  meet_first([&] {
    all = std::make_unique<members>(comm);
    all->meet();
  });
  const int code = by.File_open(comm, name, mode, info, file);
  if (code == MPI_SUCCESS && all) files_here().add(*file, std::move(all));
  return code;
}

int do_File_close(const library_calls& by, MPI_File* file) {
  const std::unique_ptr<members> all = file ? files_here().taken(*file) : nullptr;
  meet(all.get());
  return by.File_close(file);
}

}  // namespace

#include "mpi/waits/file_meetings_mpich.inc"
