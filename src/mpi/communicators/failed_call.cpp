#include "mpi/communicators/failed_call.hpp"

#include <array>
#include <cstdio>
#include <string>

#include "mpi/library/errors.hpp"

namespace tutti::mpi {

void name_failed(const dispatch& of, form as) noexcept try {
  const MPI_Comm comm = of.at.handle;
  if (!of.decided.use || !ends_the_program(comm)) return;
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  int length = 0;
  PMPI_Comm_get_name(comm, name.data(), &length);
  std::fprintf(
      stderr,
      "tutti: %s on %s failed on rank %d (algorithm %.*s, %zu bytes); tutti run --check finds calls that do "
      "not match\n",
      name_of(call_name{of.of, as}).c_str(), length > 0 ? name.data() : "a communicator", of.at.rank(),
      static_cast<int>(of.decided.use->name.size()), of.decided.use->name.data(), of.size.bytes);
} catch (...) {  // no memory: the error is reported all the same
}

void failed_by_exception(dispatch of, form as) noexcept {
  of.at.has_stray_messages = true;
  try {
    throw;
  } catch (const failure& f) {
    if (!f.handled()) name_failed(of, as);
  } catch (...) {
  }
}

}  // namespace tutti::mpi
