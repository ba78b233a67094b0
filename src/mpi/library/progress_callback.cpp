#include "mpi/library/progress_callback.hpp"

#include <dlfcn.h>

#include <initializer_list>

#include "mpi/library/abi.hpp"

namespace tutti::mpi::progress_callback {
namespace {

// The global scope lacks the symbols of OPAL if the program has loaded its MPI library privately.
void* symbol_of_opal(const char* symbol) {
  if (void* found = dlsym(RTLD_DEFAULT, symbol)) return found;
  for (const char* library : {"libopen-pal.so.40", "libopen-pal.so.80", "libopen-pal.so"})
    if (void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) {
      void* found = dlsym(handle, symbol);
      dlclose(handle);
      if (found) return found;
    }
  return nullptr;
}

using registration = int (*)(callback);
registration registration_in_opal(const char* symbol) {
  return reinterpret_cast<registration>(symbol_of_opal(symbol));
}

}  // namespace

bool available() {
  return registration_in_opal("opal_progress_register") && registration_in_opal("opal_progress_unregister");
}

void add(callback called) {
  check(registration_in_opal("opal_progress_register")(called) == 0 ? MPI_SUCCESS : MPI_ERR_INTERN);
}

void remove(callback called) noexcept { registration_in_opal("opal_progress_unregister")(called); }

bool run_progress() {
  static const auto progress = reinterpret_cast<void (*)()>(symbol_of_opal("opal_progress"));
  if (progress) progress();
  return progress != nullptr;
}

}  // namespace tutti::mpi::progress_callback
