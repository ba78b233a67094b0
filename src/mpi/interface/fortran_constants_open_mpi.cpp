// Fortran's MPI_IN_PLACE and MPI_BOTTOM in libraries that the program has loaded privately, as Python does.
// Such a library sees its own common blocks, and not those of the MPI library.

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <utility>
#include <vector>

#include "mpi/interface/fortran.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/runtime/loaded_objects.hpp"
#include "mpi/runtime/never_destroyed.hpp"

namespace tutti::mpi::fortran {

constinit thread_local text_at_start last_text;

namespace {

// The common blocks of all loaded objects.
struct common_blocks {
  load_counts when;
  std::vector<const void*> in_place, bottom;
};

void add_definitions(void* object, std::initializer_list<const char*> names, std::vector<const void*>& to) {
  for (const char* const name : names)
    if (const void* const found = dlsym(object, name); found && std::ranges::find(to, found) == to.end())
      to.push_back(found);
}

common_blocks look_up() {
  common_blocks all{.when = loads_and_unloads_so_far(), .in_place = {}, .bottom = {}};
  for (const loaded_object& o : loaded_objects()) {
    void* const object = dlopen(o.file.empty() ? nullptr : o.file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!object) continue;
    add_definitions(
        object,
        {"mpi_fortran_in_place", "mpi_fortran_in_place_", "mpi_fortran_in_place__", "MPI_FORTRAN_IN_PLACE"},
        all.in_place);
    add_definitions(
        object, {"mpi_fortran_bottom", "mpi_fortran_bottom_", "mpi_fortran_bottom__", "MPI_FORTRAN_BOTTOM"},
        all.bottom);
    dlclose(object);
  }
  return all;
}

// The texts of the objects that were loaded with the program. These objects stay.
struct texts_at_start : std::vector<text_at_start> {
  texts_at_start() {
    const std::size_t n = objects_at_start();
    for (const loaded_object& o : loaded_objects())
      if (size() < n) push_back({.from = o.from, .to = o.to});
  }
};

}  // namespace

void* address_in_library(void* a, const void* site) {
  static never_destroyed<texts_at_start> at_start;
  const auto here = reinterpret_cast<std::uintptr_t>(site);
  for (const text_at_start& text : *at_start)
    if (text.from <= here && here < text.to) {
      last_text = text;
      return a;
    }
  static never_destroyed<std::mutex> guard;
  static never_destroyed<common_blocks> known;
  std::unique_lock lock(*guard);
  if (known->when != loads_and_unloads_so_far()) {
    // The loader calls constructors of libraries under a lock of its own, which a look-up takes.
    lock.unlock();
    common_blocks now = look_up();
    lock.lock();
    *known = std::move(now);
  }
  if (std::ranges::find(known->in_place, a) != known->in_place.end()) return MPI_IN_PLACE;
  if (std::ranges::find(known->bottom, a) != known->bottom.end()) return MPI_BOTTOM;
  return a;
}

}  // namespace tutti::mpi::fortran
