#include "mpi/persistent.hpp"

#include <atomic>
#include <unordered_map>
#include <utility>

#include "mpi/beyond.hpp"
#include "mpi/boundary.hpp"
#include "mpi/forms.hpp"
#include "mpi/pending.hpp"

namespace tutti::mpi {
namespace {

struct kept_call {
  std::unique_ptr<communicator> at;
  std::unique_ptr<posted_call> call;
};

// By their requests. Changed within a progress::hold only.
struct kept_calls {
  std::unordered_map<std::uintptr_t, kept_call> all;
  std::atomic<std::size_t> count{0};  // without a hold: whether there are any
};

kept_calls& kept() {
  static kept_calls* const one = new kept_calls;
  return *one;
}

posted_call* kept_by(MPI_Request request) {
  if (kept().count.load(std::memory_order_relaxed) == 0) return nullptr;
  const progress::hold all;
  const auto found = kept().all.find(number_of(request));
  return found == kept().all.end() ? nullptr : found->second.call.get();
}

// What the MPI library says of a collective's request that is under way.
#if defined(OPEN_MPI)
constexpr int not_cancelled = MPI_ERR_REQUEST, not_freed = MPI_ERR_REQUEST;
#else
constexpr int not_cancelled = MPI_ERR_INTERN, not_freed = MPI_ERR_OTHER;
#endif

int refused(int code) {
  PMPI_Comm_call_errhandler(MPI_COMM_WORLD, code);
  return code;
}

}  // namespace

void open_like(communicator& own, const communicator& base) {
  open_communicator(own, base.handle);
  if (own.native) throw failure(MPI_ERR_OTHER);
  own.neighbours = base.neighbours;
}

int keep_persistent(std::unique_ptr<communicator> own, std::unique_ptr<posted_call> c, MPI_Request& request) {
  progress::begin();
  const progress::hold all;
  request = c->make_persistent();
  kept().all.emplace(number_of(request), kept_call{std::move(own), std::move(c)});
  kept().count.store(kept().all.size(), std::memory_order_relaxed);
  return MPI_SUCCESS;
}

void forget_handle(MPI_Comm freed) {
  for (auto& [request, c] : kept().all)
    if (c.at->handle == freed) c.at->handle = MPI_COMM_NULL;
}

int start(MPI_Request* request) {
  posted_call* const c = request ? kept_by(*request) : nullptr;
  const int code = beyond::Start(request);
  if (!c || code != MPI_SUCCESS) return code;
  return bounded(
      [c]() -> int {
        {
          const progress::hold all;
          c->restart();
        }
        if (c->done()) progress::advance();  // it may have failed, which is to be told
        return MPI_SUCCESS;
      },
      [](int failed, bool) { return refused(failed); });
}

int start_all(int n, MPI_Request requests[]) {
  if (kept().count.load(std::memory_order_relaxed) == 0) return beyond::Startall(n, requests);
  for (int i = 0; i < n; ++i)
    if (const int code = start(&requests[i]); code != MPI_SUCCESS) return code;
  return MPI_SUCCESS;
}

int free_request(MPI_Request* request) {
  if (request && progress::needed() && is_active(*request)) return refused(not_freed);
  if (!request || !kept_by(*request)) {
    const completion seen(request ? 1 : 0, request);
    return beyond::Request_free(request);
  }
  kept_call last;
  {
    const progress::hold all;
    const auto found = kept().all.find(number_of(*request));
    last = std::move(found->second);
    kept().all.erase(found);
    kept().count.store(kept().all.size(), std::memory_order_relaxed);
    last.call.reset();
  }
  close_communicator(last.at.release());
  return beyond::Request_free(request);
}

int cancel(MPI_Request* request) {
  if (request && progress::needed() && is_active(*request)) return refused(not_cancelled);
  return beyond::Cancel(request);
}

}  // namespace tutti::mpi
