#include "front/back_end.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "front/front.hpp"
#include "front/loaded_objects.hpp"
#include "front/loads.hpp"
#include "front/mpi_library.hpp"
#include "front/notes.hpp"

namespace tutti::front {
namespace {

constinit bool decided = false;
constinit bool several = false;  // several MPI libraries, or one and functions of MPI for one process
constinit bool opened = false;
char path[PATH_MAX + 64];  // of the back end
// True from the moment at which the back end is being opened: its constructors ask for next definitions.
constinit bool opens = false;

// Only one thread at a time runs this, perhaps with a small stack.
char text[2 * PATH_MAX + 256];

template <class... Arguments>
bool leave_unserved(const char* why, Arguments... arguments) {
  opens = false;
  note("unserved");
  if (!speaks()) return true;
  std::snprintf(text, sizeof text, why, arguments...);
  std::fprintf(stderr, "tutti: %s: the collectives of this program are not served\n", text);
  return true;
}

// True if a back end has been loaded by itself, or by another copy of this object.
bool another_serves() {
  for (const char* const object : loaded_objects())
    if (definition_in(object, "tutti_back_end_version")) return true;
  return false;
}

char own_folder[PATH_MAX];  // of this object

void find_own_folder(const char* file) {
  if (!realpath(file, own_folder)) std::snprintf(own_folder, sizeof own_folder, "%s", file);
  if (char* const slash = std::strrchr(own_folder, '/')) *slash = '\0';
}

// A relative path in LD_PRELOAD is relative to the folder in which the program was started, which the program
// may leave. Any other path is only resolved if there is a back end to open.
__attribute__((constructor)) void resolve_relative_path() {
  if (const char* const file = own_file(); file[0] != '/') find_own_folder(file);
}

constinit std::size_t at_start = 0;

__attribute__((constructor)) void count_objects_at_start() { at_start = number_of_objects(); }

// The loader crashes on an object whose end is missing, as after a copy to a full disk. Its last part is the
// table of its sections.
bool is_whole(const char* file) {
  const int object = ::open(file, O_RDONLY | O_CLOEXEC);
  Elf64_Ehdr header;
  const bool read = object >= 0 && pread(object, &header, sizeof header, 0) == sizeof header;
  const off_t size = read ? lseek(object, 0, SEEK_END) : -1;
  close(object);
  return size >= 0 && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize <=
             static_cast<std::uint64_t>(size);
}

// A back end is linked with the MPI library that it was built with. If the process has loaded an MPI library
// of another name, the back end calls the loaded one, provided that all objects of the process see it.
bool brought_another_library() {
  return find_mpi_library().found == mpi_library::several && !dlsym(RTLD_NEXT, "PMPI_Get_library_version");
}

bool open(const mpi_library& library) {
  if (own_folder[0] == '\0') find_own_folder(own_file());
  std::snprintf(path, sizeof path, "%s/" TUTTI_FOLDER_OF_BACK_ENDS "libtutti-%s.so", own_folder,
                library.back_end);
  if (access(path, R_OK) != 0)
    return leave_unserved("%s runs %s, and there is no %s", program_invocation_short_name,
                          library.description, path);
  if (!is_whole(path)) return leave_unserved("%s is damaged", path);
  opens = true;
  void* const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return leave_unserved("%s", dlerror());
  const void* const version = definition_in(path, "tutti_back_end_version");
  if (!version || std::strcmp(static_cast<const char*>(version), TUTTI_VERSION) != 0) {
    leave_unserved("%s is of version %s, and %s of version " TUTTI_VERSION, path,
                   version ? static_cast<const char*>(version) : "?", own_file());
  } else if (brought_another_library()) {
    leave_unserved("%s was built with another MPI library than %s, which %s runs", path, library.file,
                   program_invocation_short_name);
  } else {
    opened = true;
    note("opened");
    return true;
  }
  dlclose(handle);
  return true;
}

}  // namespace

bool undecided() noexcept { return !decided; }

bool open_back_end() {
  if (decided) return true;
  // A program without MPI may define functions of these names for sequential runs, and call them often.
  static constinit unsigned long long searched = 0;
  if (loads_so_far() == searched) return false;
  const mpi_library library = find_mpi_library();
  if (library.found == mpi_library::none) {
    static constinit bool noted = false;
    if (library.sequential_file[0] != '\0' && !noted) note("sequential");
    noted = library.sequential_file[0] != '\0';
    searched = loads_so_far();
    return false;
  }
  decided = true;
  if (another_serves()) return true;
  several = library.found == mpi_library::several || library.sequential_file[0] != '\0';
  if (library.found == mpi_library::several)
    return leave_unserved("%s has loaded two MPI libraries, %s and %s", program_invocation_short_name,
                          library.file, library.second_file);
  if (several)
    return leave_unserved("%s has loaded %s, and %s, which has functions of the same names for one process",
                          program_invocation_short_name, library.file, library.sequential_file);
  if (!library.back_end)
    return leave_unserved("%s runs an MPI library that tutti does not know, %s (%s)",
                          program_invocation_short_name, library.description, library.file);
  return open(library);
}

void* definition_in_back_end(const char* name) { return opened ? definition_in(path, name) : nullptr; }

void* next_definition(const char* name, const void* caller) {
  return definition_behind(name, caller, several);
}

bool depends_on_caller() noexcept { return several; }

}  // namespace tutti::front

bool tutti_next_definition(const char* name, void** definition) {
  if (tutti::front::opens) *definition = tutti::front::next_definition(name, nullptr);
  return tutti::front::opens;
}

std::size_t tutti_objects_at_start() { return tutti::front::at_start; }
