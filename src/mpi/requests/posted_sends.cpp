#include "mpi/requests/posted_sends.hpp"

#include <cstdint>
#include <unordered_map>

#include "mpi/library/library_calls.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/progress/watched_requests.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "tutti/tutti.h"

namespace tutti::mpi::posted_sends {
namespace {

struct send {
  unsigned long number;
  int to, tag;
  MPI_Comm comm;
};

// The watched sends by their requests. Modified only within a progress::hold.
struct sends {
  std::unordered_map<std::uintptr_t, send> all;
  unsigned long numbers = 0;
};
sends& watched() {
  static never_destroyed<sends> one;
  return *one;
}

const send* find(MPI_Request request) {
  const auto found = watched().all.find(tutti::mpi::number_of(request));
  return found != watched().all.end() ? &found->second : nullptr;
}

}  // namespace

void watch(MPI_Request request, int to, int tag, MPI_Comm comm) {
  if (!this_run.records || request == MPI_REQUEST_NULL || !completions_are_seen()) return;
  const progress::hold lock;
  sends& w = watched();
  const auto [place, is_new] =
      w.all.insert_or_assign(tutti::mpi::number_of(request), send{++w.numbers, to, tag, comm});
  if (is_new) progress::changed(watched_requests, 1);
}

unsigned long number_of(MPI_Request request) {
  const send* const s = find(request);
  return s ? s->number : 0;
}

void note_wait(MPI_Request request) {
  const record::message in = this_run.records ? this_run.records->self.now.in : record::message::none;
  if (in < record::message::wait || in > record::message::waitsome) return;
  if (const send* const s = find(request)) recorder::note_peer(s->to, s->tag, s->comm);
}

void forget(MPI_Request request, unsigned long number) noexcept {
  if (posted_sends::number_of(request) != number) return;
  watched().all.erase(tutti::mpi::number_of(request));
  progress::changed(watched_requests, -1);
}

}  // namespace tutti::mpi::posted_sends

using namespace tutti::mpi;
#include "mpi/requests/posted_sends.inc"
