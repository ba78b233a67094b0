#pragma once

#include <dlfcn.h>

namespace tutti::mpi {

/// Makes `known` the definition of a function that comes after this object's own, if there is one.
template <class Function>
void look_up_following(Function& known, const char* symbol) {
  if (void* const found = dlsym(RTLD_NEXT, symbol)) known = reinterpret_cast<Function>(found);
}

/// All of them, once: when this object is loaded, or when MPI starts, if that is before. The constructors of the program's own libraries
/// run first, and may start it.
void look_up_all();

// Those of one file each.
namespace beyond {
void look_up();
}
namespace next {
void look_up();
}
void look_up_noted();
void look_up_waits();
void look_up_file_calls();

}  // namespace tutti::mpi
