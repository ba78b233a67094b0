#include "mpi/requests/posted_sends.hpp"

#include "mpi/library/library_calls.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/progress/watched_requests.hpp"
#include "mpi/progress/watched_table.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "tutti/tutti.h"

namespace tutti::mpi::posted_sends {
namespace {

struct send {
  int to, tag;
  MPI_Comm comm;
};

watched_table<send>& watched() {
  static never_destroyed<watched_table<send>> one;
  return *one;
}

}  // namespace

void watch(MPI_Request request, int to, int tag, MPI_Comm comm) {
  if (!this_run.records || request == MPI_REQUEST_NULL || !completions_are_seen()) return;
  const progress::hold lock;
  if (const auto old = watched().find(request); old != watched().end())
    watched().erase(old);
  else
    progress::changed(watched_requests, 1);
  watched().add(request, {to, tag, comm});
}

unsigned long number_of(MPI_Request request) {
  const auto found = watched().find(request);
  return found != watched().end() ? found->second.number : 0;
}

void note_wait(MPI_Request request) {
  const record::message in = this_run.records ? this_run.records->self.now.in : record::message::none;
  if (in < record::message::wait || in > record::message::waitsome) return;
  if (const auto found = watched().find(request); found != watched().end()) {
    const send& s = found->second.row;
    recorder::note_peer(s.to, s.tag, s.comm);
  }
}

void forget(MPI_Request request, unsigned long number) noexcept {
  const auto found = watched().find(request, number);
  if (found == watched().end()) return;
  watched().erase(found);
  progress::changed(watched_requests, -1);
}

}  // namespace tutti::mpi::posted_sends

using namespace tutti::mpi;
#include "mpi/requests/posted_sends.inc"
