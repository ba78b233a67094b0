#pragma once

#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/program_requests.hpp"

/// A deferred request is active for the program, but inactive for the MPI library. Functions that complete
/// requests first complete the deferred ones here, and then pass all requests to the library. Thus starting
/// an operation and waiting for it takes no message of the process to itself. Non-blocking operations also
/// use persistent requests, each of which serves one operation after another.
///
/// Requests are not deferred with several threads, in check mode, or if the program's MPI_Wait is not
/// tutti's.
namespace tutti::mpi::deferred {

/// True if any request is deferred.
inline bool any() noexcept { return deferred_requests != 0; }

/// True if requests can be deferred in this process.
bool possible();

/// If the request is deferred: waits for it, completes it without the MPI library, stores the operation's
/// error code in `code`, and returns true. Otherwise returns false. For callers that need no status.
bool complete(MPI_Request* request, int& code);

/// True if the request belongs to one of tutti's operations. `ended` becomes true if the operation has ended
/// or the request is inactive. If the operation is still under way, polls once first. False, too, if the
/// operation then fails and its request is left to the MPI library. (MPICH 4.2's own MPI_Request_get_status
/// makes a persistent request inactive if it has ended.)
bool query(MPI_Request request, bool& ended);

/// Fills in the status that MPI returns for a null or inactive request.
void set_empty(MPI_Status* status);

/// An MPI function completes the requests that have ended, or only queries them (MPI_Request_get_status).
enum class when_ended { complete, leave };

/// The requests that the program passes to one MPI function.
class given_requests {
 public:
  given_requests(int n, MPI_Request* requests, when_ended how = when_ended::complete);

  /// True if any of the requests is deferred.
  bool any();
  /// Waits for the deferred requests and completes them: persistent ones become inactive, the others null.
  /// `statuses`: the statuses of all requests, for the case that one of them fails.
  void complete(MPI_Status* statuses = nullptr);
  /// True if all deferred requests have ended. If not, polls once and checks again.
  bool ended();
  /// Polls once if there are deferred requests and none of them has ended.
  void poll_unless_ended();
  /// Returns the result of the MPI function, given the result `code` of the MPI library's function.
  /// `statuses`: only of functions that complete all requests.
  int code_after(int code, MPI_Status* statuses = nullptr);

  // Tests the deferred requests here, once, and the others by the library's `test`, which sees the deferred
  // requests as inactive. If the previous test found a deferred request, all operations advance first, and
  // test_any() asks the library first. Otherwise a program that restarts an operation whenever it ends would
  // never complete its messages.
  int test_any(auto test, int* index, int* flag, MPI_Status* status) {
    int code = MPI_SUCCESS;
    const auto library_has_one = [&] {
      code = test(n_, requests_, index, flag, status);
      return code != MPI_SUCCESS || (*flag && *index != MPI_UNDEFINED);
    };
    const bool library_first = library_goes_first();
    if (library_first && library_has_one()) return code;
    if (find_one(*index, code)) {
      *flag = 1;
      set_empty(status);
      return code;
    }
    if (!library_first && library_has_one()) return code;
    if (*flag && any()) *flag = 0;  // the library sees no active request
    return code;
  }
  int test_some(auto test, int* count, int indices[], MPI_Status statuses[]) {
    if (statuses == MPI_STATUSES_IGNORE) statuses = nullptr;
    int own_code = MPI_SUCCESS, others = 0;
    library_goes_first();
    const int own = find_some(indices, statuses, own_code);
    const bool more = own > 0 || any();
    const int code =
        test(n_, requests_, &others, indices + own, statuses ? statuses + own : MPI_STATUSES_IGNORE);
    if (more && others == MPI_UNDEFINED) others = 0;
    *count = own + others;
    for (int i = own; statuses && own_code != MPI_SUCCESS && code == MPI_SUCCESS && i < *count; ++i)
      statuses[i].MPI_ERROR = MPI_SUCCESS;
    return code != MPI_SUCCESS ? code : own_code;
  }

 private:
  struct failed {
    int place, code;
  };
  // If the previous test found a deferred request: clears that note, polls once, and returns true.
  static bool library_goes_first();

  template <class Each>
  void each_deferred(Each each);
  // find_one() takes the first deferred request that has ended. find_some() takes all of them and returns
  // their number; `code` becomes MPI_ERR_IN_STATUS if one has failed.
  bool find_one(int& index, int& code);
  int find_some(int indices[], MPI_Status statuses[], int& code);
  int complete_one(int place, program_request& r);

  int n_;
  MPI_Request* requests_;
  when_ended how_;
  std::vector<failed> failed_;
};

/// True if the MPI library can serve the call alone: no request is deferred, or a needed argument is null,
/// which the library reports as an error.
[[gnu::always_inline]] inline bool only_native(auto*... needed) noexcept {
  return !any() || (... || !needed);
}

// MPI's functions. `native` is the MPI library's own function. Functions that wait also get the library's
// test function, `test`.
#define TUTTI_DEFERS [[gnu::always_inline]] inline int
TUTTI_DEFERS Wait(auto native, auto, MPI_Request* request, MPI_Status* status) {
  if (only_native(request)) [[likely]]
    return native(request, status);
  if (int code = MPI_SUCCESS; status == MPI_STATUS_IGNORE && complete(request, code)) return code;
  given_requests g(1, request);
  g.complete();
  return g.code_after(native(request, status));
}
TUTTI_DEFERS Waitall(auto native, auto, int n, MPI_Request requests[], MPI_Status statuses[]) {
  if (only_native(requests)) [[likely]]
    return native(n, requests, statuses);
  given_requests g(n, requests);
  g.complete(statuses);
  return g.code_after(native(n, requests, statuses), statuses);
}
TUTTI_DEFERS Waitany(auto native, auto test, int n, MPI_Request requests[], int* index, MPI_Status* status) {
  if (only_native(requests, index)) [[likely]]
    return native(n, requests, index, status);
  given_requests g(n, requests);
  if (!g.any()) return native(n, requests, index, status);
  return progress::until_tested([&](int* flag) { return g.test_any(test, index, flag, status); });
}
TUTTI_DEFERS Waitsome(auto native, auto test, int n, MPI_Request requests[], int* count, int indices[],
                      MPI_Status statuses[]) {
  if (only_native(requests, count, indices)) [[likely]]
    return native(n, requests, count, indices, statuses);
  given_requests g(n, requests);
  if (!g.any()) return native(n, requests, count, indices, statuses);
  return progress::until_tested([&](int* flag) {
    const int code = g.test_some(test, count, indices, statuses);
    *flag = *count != 0;
    return code;
  });
}
TUTTI_DEFERS Test(auto native, MPI_Request* request, int* flag, MPI_Status* status) {
  if (only_native(request, flag)) [[likely]]
    return native(request, flag, status);
  given_requests g(1, request);
  if (!g.ended()) return *flag = 0, MPI_SUCCESS;
  g.complete();
  return g.code_after(native(request, flag, status));
}
// Completes all requests or none.
TUTTI_DEFERS Testall(auto native, int n, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  if (only_native(requests, flag)) [[likely]]
    return native(n, requests, flag, statuses);
  given_requests g(n, requests);
  if (!g.ended()) return *flag = 0, MPI_SUCCESS;
  const int code = native(n, requests, flag, statuses);
  if (code == MPI_SUCCESS && !*flag) return code;
  g.complete(statuses);
  return g.code_after(code, statuses);
}
// Tests for any or some of the requests. With when_ended::leave, completes none of the deferred ones.
TUTTI_DEFERS look_at_any(when_ended how, auto native, int n, MPI_Request requests[], int* index, int* flag,
                         MPI_Status* status) {
  if (only_native(requests, index, flag)) [[likely]]
    return native(n, requests, index, flag, status);
  given_requests g(n, requests, how);
  g.poll_unless_ended();
  return g.test_any(native, index, flag, status);
}
TUTTI_DEFERS look_at_some(when_ended how, auto native, int n, MPI_Request requests[], int* count,
                          int indices[], MPI_Status statuses[]) {
  if (only_native(requests, count, indices)) [[likely]]
    return native(n, requests, count, indices, statuses);
  given_requests g(n, requests, how);
  g.poll_unless_ended();
  return g.test_some(native, count, indices, statuses);
}
TUTTI_DEFERS Testany(auto native, auto... arguments) {
  return look_at_any(when_ended::complete, native, arguments...);
}
TUTTI_DEFERS Testsome(auto native, auto... arguments) {
  return look_at_some(when_ended::complete, native, arguments...);
}
TUTTI_DEFERS Request_get_status(auto native, MPI_Request request, int* flag, MPI_Status* status) {
  bool ended = false;
  if (!flag || !query(request, ended)) return native(request, flag, status);
  if (ended) set_empty(status);
  return *flag = ended, MPI_SUCCESS;
}
// Functions that only query requests change none of them.
inline MPI_Request* not_changed(const MPI_Request* requests) noexcept {
  return const_cast<MPI_Request*>(requests);
}
TUTTI_DEFERS Request_get_status_all(auto native, int n, const MPI_Request* requests, int* flag,
                                    MPI_Status statuses[]) {
  MPI_Request* const same = not_changed(requests);
  if (!only_native(same, flag) && !given_requests(n, same, when_ended::leave).ended())
    return *flag = 0, MPI_SUCCESS;
  return native(n, same, flag, statuses);
}
TUTTI_DEFERS Request_get_status_any(auto native, int n, const MPI_Request* requests, auto... others) {
  return look_at_any(when_ended::leave, native, n, not_changed(requests), others...);
}
TUTTI_DEFERS Request_get_status_some(auto native, int n, const MPI_Request* requests, auto... others) {
  return look_at_some(when_ended::leave, native, n, not_changed(requests), others...);
}
#undef TUTTI_DEFERS

}  // namespace tutti::mpi::deferred
