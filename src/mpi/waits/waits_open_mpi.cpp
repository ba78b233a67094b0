// Functions that wait for another process, and MPI_Abort. Each one records where the process waits, for
// `tutti who`. This costs some loads and stores and a jump to the next definition. Sends and functions that
// complete requests are intercepted under their PMPI_ names, too: check mode has to see them, and Fortran's
// interfaces call these names. With MPICH, waits_mpich.cpp defines the functions that wait or test. All these
// functions deliver notices at their end, because Open MPI makes tutti's progress inside its own waits, where
// the program's code must not run.

#include <optional>

#include "mpi/check/pending.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/requests/completion.hpp"
#include "mpi/requests/deferred.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// Records a call under its PMPI_ name, if check mode needs that to find unsafe sends. A tool's call inside a
// recorded call changes nothing.
class inner_waiting_in {
 public:
  template <class... Where>
  explicit inner_waiting_in(Where... where) {
    if (!this_run.synchronous_sends || !this_run.records) [[likely]]
      return;
    if (this_run.records->self.now.in == record::message::none) here_.emplace(where...);
  }

 private:
  std::optional<waiting_in> here_;
};

}  // namespace

#include "mpi/waits/waits_open_mpi.inc"
