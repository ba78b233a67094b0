#pragma once

#include "mpi/communicators/communicator.hpp"

namespace tutti::mpi {

/// Whether a call waits until the processes have agreed on their graph, or only begins that.
enum class agreeing { waits, posts };
/// In a call of a neighbourhood collective that has been counted: lets the processes of the communicator agree on their graph, if this
/// is the first one. That is a call of its own, which is counted, too. Later calls wait for that in any case.
void agree_on_neighbours(communicator& c, agreeing how);

}  // namespace tutti::mpi
