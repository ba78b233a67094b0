#pragma once

#include "mpi/library/abi.hpp"
#include "select/call_name.hpp"

namespace tutti::mpi {

struct communicator;
struct erroneous;

/// A call that may be the first one on its communicator. The first call opens the communicator.
class first_call {
 public:
  /// Returns the fault in this process's arguments for which the MPI library refuses the call without
  /// communication; null if there is none. Check mode prints any fault, and may throw it as a failure. Of the
  /// communicator, only the handle, the size and the rank are known.
  [[nodiscard]] virtual const erroneous* fault(communicator& c) const = 0;
  [[nodiscard]] virtual call_name name() const noexcept = 0;

 protected:
  ~first_call() = default;
};

/// Returns the fault because of which the first call on a communicator does not open it; null if there is
/// none.
const erroneous* fault_of(const first_call& call, MPI_Comm comm);
/// Fills in the data about a communicator, with one small collective of the MPI library on it. Collective
/// over the communicator, unless local facts already show that tutti cannot serve it.
void open_communicator(communicator& c, MPI_Comm comm);
/// The same without waiting: posts the collective. `posted.opening` is set until it has ended.
void post_opening(communicator& c, MPI_Comm comm);
/// The same if tutti is off: calls are only counted. No communication.
void open_switched_off(communicator& c, MPI_Comm comm);
/// True if all processes of a communicator are in this MPI_COMM_WORLD. Processes of another MPI_COMM_WORLD
/// may run without tutti.
bool all_run_tutti(MPI_Comm comm);

}  // namespace tutti::mpi
