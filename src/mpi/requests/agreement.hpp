#pragma once

#include "mpi/communicators/communicator.hpp"

namespace tutti::mpi {

/// A call waits until the processes have agreed on their graph, or only starts the agreement.
enum class agreeing { waits, posts };
/// Called in each neighbourhood collective after the call has been counted. In the first one, the processes
/// of the communicator agree on their graph. The agreement is a call of its own and is counted, too. Later
/// calls on the communicator wait for it in any case.
void agree_on_neighbours(communicator& c, agreeing how);

}  // namespace tutti::mpi
