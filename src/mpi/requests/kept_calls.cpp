#include "mpi/requests/kept_calls.hpp"

#include "mpi/progress/progress.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

constinit std::atomic<kept_calls*> all_kept{nullptr};

kept_calls& make_kept_calls() {
  all_kept = new kept_calls;
  return *all_kept;
}

posted_call* kept_by(MPI_Request request) {
  if (!any_kept()) return nullptr;
  const auto call = [request] {
    const kept_call* const found = kept().find(request);
    return found ? found->call.get() : nullptr;
  };
  if (!this_run.threads) [[likely]]
    return call();
  const progress::hold lock;
  return call();
}

}  // namespace tutti::mpi
