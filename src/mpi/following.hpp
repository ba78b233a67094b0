#pragma once

#include <dlfcn.h>

namespace tutti::mpi {

/// Makes `known` the definition of a function that comes after this object's own, if there is one.
template <class Function>
void look_up_following(Function& known, const char* symbol) {
  if (void* const found = dlsym(RTLD_NEXT, symbol)) known = reinterpret_cast<Function>(found);
}

}  // namespace tutti::mpi
