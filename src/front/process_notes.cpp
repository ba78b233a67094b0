// Notes for `tutti run` about a process whose calls do not reach libtutti.so.

#include "front/back_end.hpp"
#include "front/mpi_library.hpp"
#include "front/notes.hpp"

namespace tutti::front {
namespace {

__attribute__((constructor)) void note_start() { note("loaded"); }

// Calls of a program that opens its MPI library with RTLD_DEEPBIND do not reach this object.
__attribute__((destructor)) void note_end() {
  if (are_noted() && undecided() && seems_to_have_mpi()) note("passed");
}

}  // namespace
}  // namespace tutti::front
