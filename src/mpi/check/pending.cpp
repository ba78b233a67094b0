#include "mpi/check/pending.hpp"

#include <algorithm>
#include <utility>

#include "mpi/data/handles_in_use.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/progress/watched_requests.hpp"
#include "mpi/progress/watched_table.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "select/call_name.hpp"

namespace tutti::mpi {
namespace {

struct pending_call {
  MPI_Request request = MPI_REQUEST_NULL;
  std::shared_ptr<const statement> stated;
  kept_handles kept;  // the handles that its text needs
};

using pending_calls = watched_table<pending_call>;
pending_calls& pending() {
  static never_destroyed<pending_calls> one;
  return *one;
}

bool is_persistent(const pending_call& c) noexcept { return c.stated->of.as == form::persistent; }

// True if the program has completed a persistent operation since it was started. Its request is inactive then
// and has an empty status. Before that, the status is that of a message with a tag.
bool completed(const pending_call& c) {
  if (!is_persistent(c)) return false;
  int flag = 0;
  MPI_Status status;
  return next_pmpi.Request_get_status(c.request, &flag, &status) == MPI_SUCCESS && flag != 0 &&
         status.MPI_TAG == MPI_ANY_TAG;
}

void forget(pending_calls::place found) noexcept {
  if (!is_persistent(found->second.row)) progress::changed(watched_requests, -1);
  progress::changed(status_reply::pending_count, -1);
  pending().erase(found);
}

const char* clash_of(const statement& x, const statement& other) {
  return x.writes.meets(other.writes)  ? "it writes memory that is written by"
         : x.writes.meets(other.reads) ? "it writes memory that is read by"
         : x.reads.meets(other.writes) ? "it reads memory that is written by"
                                       : nullptr;
}

}  // namespace

constinit std::atomic<int> status_reply::pending_count{0};

void begin_pending(MPI_Request request, std::shared_ptr<const statement> stated) {
  forget_pending(request);
  pending_call c{.request = request, .stated = std::move(stated)};
  c.kept.look_up(c.stated->words.type);
  if (!is_persistent(c)) progress::changed(watched_requests, 1);
  progress::changed(status_reply::pending_count, 1);
  pending().add(request, std::move(c));
}

void forget_pending(MPI_Request request) noexcept {
  if (const auto found = pending().find(request); found != pending().end()) forget(found);
}

void pending_has_ended(MPI_Request request, bool well) noexcept {
  if (!well || !completions_are_seen()) forget_pending(request);
}

void check_against_pending(statement& x) {
  if (x.fault || status_reply::pending_count.load(std::memory_order_relaxed) == 0) return;
  const progress::hold lock;
  const pending_calls::numbered_row* first = nullptr;
  const char* how = nullptr;
  for (const auto& [request, c] : pending())
    if (!first || c.number < first->number)
      if (const char* const clash = clash_of(x, *c.row.stated); clash && !completed(c.row))
        first = &c, how = clash;
  if (!first) return;
  x.note_fault(how, MPI_ERR_BUFFER, statement::fault_kind::unseen);
  x.pending = {in_words(*first->row.stated), first->row.stated->site};
}

unsigned long number_of_pending(MPI_Request request) {
  const auto found = pending().find(request);
  return found != pending().end() && !is_persistent(found->second.row) ? found->second.number : 0;
}

void forget_pending(MPI_Request request, unsigned long number) noexcept {
  if (const auto found = pending().find(request, number); found != pending().end()) forget(found);
}

bool status_reply::reply::says_complete(int index) const noexcept {
  if (flag && !*flag) return false;
  if (!indices) return flag != nullptr;
  const int* const end = indices + (count ? std::max(*count, 0) : 1);  // MPI_UNDEFINED is negative
  return std::find(indices, end, index) != end;
}

void status_reply::look(int n, const MPI_Request* requests, const reply& to_come) {
  if (!requests) return;
  reply_ = to_come;
  const progress::hold lock;
  for (int k = 0; k < n; ++k)
    if (const auto found = pending().find(requests[k]); found != pending().end())
      asked_.push_back({k, requests[k], found->second.number});
}

void status_reply::note() noexcept {
  const progress::hold lock;
  for (const asked& a : asked_)
    if (reply_.says_complete(a.index)) forget_pending(a.request, a.number);
}

}  // namespace tutti::mpi
