// MPICH's collective calls on files, which wait for other processes and advance nothing of what is outstanding meanwhile: the
// processes of the file meet first, as meetings.cpp says of communicators and windows.

#include "mpi/abi.hpp"

#if defined(MPICH_VERSION)

#include <map>
#include <memory>
#include <mutex>

#include "mpi/following.hpp"
#include "mpi/members.hpp"
#include "mpi/signatures.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

// each(Name, (parameters), (arguments)), of an open `file`.
#define TUTTI_PLAIN_FILE_CALLS(each)                                                                         \
  each(File_set_size, (MPI_File file, MPI_Offset size), (file, size)) each(                                  \
      File_preallocate, (MPI_File file, MPI_Offset size), (file, size))                                      \
      each(File_set_info, (MPI_File file, MPI_Info info), (file, info)) each(                                \
          File_set_view,                                                                                     \
          (MPI_File file, MPI_Offset at, MPI_Datatype unit, MPI_Datatype of, const char* as, MPI_Info info), \
          (file, at, unit, of, as, info)) each(File_set_atomicity, (MPI_File file, int flag), (file, flag))  \
          each(File_seek_shared, (MPI_File file, MPI_Offset at, int from), (file, at, from))                 \
              each(File_sync, (MPI_File file), (file)) each(                                                 \
                  File_read_all_end, (MPI_File file, void* data, MPI_Status* status), (file, data, status))  \
                  each(File_write_all_end, (MPI_File file, const void* data, MPI_Status* status),            \
                       (file, data, status)) each(File_read_at_all_end,                                      \
                                                  (MPI_File file, void* data, MPI_Status* status),           \
                                                  (file, data, status))                                      \
                      each(File_write_at_all_end, (MPI_File file, const void* data, MPI_Status* status),     \
                           (file, data, status)) each(File_read_ordered_end,                                 \
                                                      (MPI_File file, void* data, MPI_Status* status),       \
                                                      (file, data, status))                                  \
                          each(File_write_ordered_end,                                                       \
                               (MPI_File file, const void* data, MPI_Status* status), (file, data, status))

#define TUTTI_COUNTING_FILE_CALLS(each, Count, _)                                                            \
  each(File_read_all##_, (MPI_File file, void* data, Count n, MPI_Datatype type, MPI_Status* status),        \
       (file, data, n, type, status)) each(File_write_all##_,                                                \
                                           (MPI_File file, const void* data, Count n, MPI_Datatype type,     \
                                            MPI_Status* status),                                             \
                                           (file, data, n, type, status))                                    \
      each(File_read_at_all##_,                                                                              \
           (MPI_File file, MPI_Offset at, void* data, Count n, MPI_Datatype type, MPI_Status* status),       \
           (file, at, data, n, type, status)) each(File_write_at_all##_,                                     \
                                                   (MPI_File file, MPI_Offset at, const void* data, Count n, \
                                                    MPI_Datatype type, MPI_Status* status),                  \
                                                   (file, at, data, n, type, status))                        \
          each(File_read_ordered##_,                                                                         \
               (MPI_File file, void* data, Count n, MPI_Datatype type, MPI_Status* status),                  \
               (file, data, n, type, status)) each(File_write_ordered##_,                                    \
                                                   (MPI_File file, const void* data, Count n,                \
                                                    MPI_Datatype type, MPI_Status* status),                  \
                                                   (file, data, n, type, status))                            \
              each(File_read_all_begin##_, (MPI_File file, void* data, Count n, MPI_Datatype type),          \
                   (file, data, n, type))                                                                    \
                  each(File_write_all_begin##_,                                                              \
                       (MPI_File file, const void* data, Count n, MPI_Datatype type), (file, data, n, type)) \
                      each(File_read_at_all_begin##_,                                                        \
                           (MPI_File file, MPI_Offset at, void* data, Count n, MPI_Datatype type),           \
                           (file, at, data, n, type))                                                        \
                          each(File_write_at_all_begin##_,                                                   \
                               (MPI_File file, MPI_Offset at, const void* data, Count n, MPI_Datatype type), \
                               (file, at, data, n, type))                                                    \
                              each(File_read_ordered_begin##_,                                               \
                                   (MPI_File file, void* data, Count n, MPI_Datatype type),                  \
                                   (file, data, n, type))                                                    \
                                  each(File_write_ordered_begin##_,                                          \
                                       (MPI_File file, const void* data, Count n, MPI_Datatype type),        \
                                       (file, data, n, type))

#define TUTTI_FILE_CALLS(each)           \
  TUTTI_PLAIN_FILE_CALLS(each)           \
  TUTTI_COUNTING_FILE_CALLS(each, int, ) \
  TUTTI_LARGE(TUTTI_COUNTING_FILE_CALLS(each, MPI_Count, _c))

namespace {

struct file_calls {
  decltype(&PMPI_File_open) File_open = nullptr;
  decltype(&PMPI_File_close) File_close = nullptr;
#define TUTTI_POINTER(Name, parameters, arguments) decltype(&PMPI_##Name) Name = nullptr;
  TUTTI_FILE_CALLS(TUTTI_POINTER)
#undef TUTTI_POINTER
};
// The definitions that come after this object's own, a tool's or MPICH's, of MPI_File_open and its like, and of PMPI_File_open and its
// like, which MPICH's Fortran 2008 interface calls.
constinit file_calls following_files, behind_files;

}  // namespace

void tutti::mpi::look_up_file_calls() {
#define TUTTI_POINTER(Name, parameters, arguments)       \
  look_up_following(following_files.Name, "MPI_" #Name); \
  look_up_following(behind_files.Name, "PMPI_" #Name);
  TUTTI_POINTER(File_open, , )
  TUTTI_POINTER(File_close, , )
  TUTTI_FILE_CALLS(TUTTI_POINTER)
#undef TUTTI_POINTER
}

namespace {

// Whose files are open. (A file has no attributes.)
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
// Never destroyed: files may be closed while the process ends.
open_files& open() {
  static open_files* const one = new open_files;
  return *one;
}

void meet(members* m) {
  if (m && may_post()) meet_first([m] { m->meet(); });
}

int open_file(const file_calls& by, MPI_Comm comm, const char* name, int mode, MPI_Info info,
              MPI_File* file) {
  if (!may_post() || comm == MPI_COMM_NULL) return by.File_open(comm, name, mode, info, file);
  std::unique_ptr<members> all;
  meet_first([&] {
    all = std::make_unique<members>(comm);
    all->meet();
  });
  const int code = by.File_open(comm, name, mode, info, file);
  if (code == MPI_SUCCESS && all) open().add(*file, std::move(all));
  return code;
}

int close_file(const file_calls& by, MPI_File* file) {
  const std::unique_ptr<members> all = file ? open().taken(*file) : nullptr;
  meet(all.get());
  return by.File_close(file);
}

}  // namespace

extern "C" {

TUTTI_API int MPI_File_open(MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* file) {
  return open_file(following_files, comm, name, mode, info, file);
}
TUTTI_API int PMPI_File_open(MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* file) {
  return open_file(behind_files, comm, name, mode, info, file);
}
TUTTI_API int MPI_File_close(MPI_File* file) { return close_file(following_files, file); }
TUTTI_API int PMPI_File_close(MPI_File* file) { return close_file(behind_files, file); }

#define TUTTI_FILE_CALL(Name, parameters, arguments) \
  TUTTI_API int MPI_##Name parameters {              \
    meet(open().of(file));                           \
    return following_files.Name arguments;           \
  }                                                  \
  TUTTI_API int PMPI_##Name parameters {             \
    meet(open().of(file));                           \
    return behind_files.Name arguments;              \
  }
TUTTI_FILE_CALLS(TUTTI_FILE_CALL)

}  // extern "C"

#endif
