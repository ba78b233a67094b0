#include "mpi/requests/completion.hpp"

#include "mpi/check/pending.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/native_posts.hpp"
#include "mpi/requests/posted_sends.hpp"

namespace tutti::mpi {

void completion::look(int n, const MPI_Request* requests) {
  if (!requests) return;
  const progress::hold lock;
  for (const MPI_Request* r = requests; r < requests + n; ++r) {
    if (*r == MPI_REQUEST_NULL) continue;
    if (const unsigned long pending = number_of_pending(*r); pending != 0)
      given_.push_back({r, *r, pending, watched_as::pending});
    else if (const unsigned long number = native_posts::number_of_active(*r); number != 0)
      given_.push_back({r, *r, number, watched_as::native});
    else if (const unsigned long sent = posted_sends::number_of(*r); sent != 0)
      given_.push_back({r, *r, sent, watched_as::send});
  }
  if (n == 1 && !given_.empty()) posted_sends::note_wait(requests[0]);
}

void completion::note() noexcept {
  const progress::hold lock;
  for (const given& g : given_) {
    const bool gone = *g.where == MPI_REQUEST_NULL;
    switch (g.kind) {
      case watched_as::native: native_posts::look_at(g.request, g.number, gone); break;
      case watched_as::pending:
        if (gone) forget_pending(g.request, g.number);
        break;
      case watched_as::send:
        if (gone) posted_sends::forget(g.request, g.number);
    }
  }
}

}  // namespace tutti::mpi
