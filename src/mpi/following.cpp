#include "mpi/following.hpp"

#include "mpi/abi.hpp"

namespace tutti::mpi {

void look_up_all() {
  static constinit bool done = false;
  if (done) return;
  done = true;
  beyond::look_up();
  next::look_up();
  look_up_noted();
#if defined(MPICH_VERSION)
  look_up_waits();
  look_up_file_calls();
#endif
}

namespace {
__attribute__((constructor)) void look_up_at_load() { look_up_all(); }
}  // namespace

}  // namespace tutti::mpi
