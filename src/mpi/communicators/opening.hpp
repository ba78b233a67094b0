#pragma once

#include "mpi/library/abi.hpp"
#include "select/call_name.hpp"

namespace tutti::mpi {

struct communicator;
struct erroneous;

/// A call that may be the first one on its communicator, which would be opened for it.
class first_call {
 public:
  /// What is wrong with this process's arguments alone, for which the MPI library refuses the call without
  /// asking any other process; null if nothing is. In check mode anything that is wrong is told, and may be
  /// thrown as a failure. Of the communicator only the handle, the size and the rank are known.
  [[nodiscard]] virtual const erroneous* fault(communicator& c) const = 0;
  [[nodiscard]] virtual call_name name() const noexcept = 0;

 protected:
  ~first_call() = default;
};

/// What is wrong with the first call on a communicator, so that nothing is opened for it; null if nothing is.
const erroneous* fault_of(const first_call& call, MPI_Comm comm);
/// Fills in what is kept with a communicator, by what is known here and one small collective of the MPI
/// library's on it. Collective over the communicator, unless `native` is set then: that is known without.
void open_communicator(communicator& c, MPI_Comm comm);
/// The same, with that collective posted and awaited with all that is outstanding: until then
/// `posted.opening` is set.
void post_opening(communicator& c, MPI_Comm comm);
/// Where nothing is served, calls are at most counted, and nothing is agreed on.
void open_switched_off(communicator& c, MPI_Comm comm);
/// Whether all of a communicator's processes are of this MPI_COMM_WORLD: those of others may run without
/// tutti.
bool all_run_tutti(MPI_Comm comm);

}  // namespace tutti::mpi
