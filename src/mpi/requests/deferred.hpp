#pragma once

#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/posted_call.hpp"

namespace tutti::mpi {
struct kept_call;
}

/// The MPI library is not told of the request of a collective operation: to it, that is an inactive one. What completes requests
/// looks here for those which the program knows as active, and completes them, before it asks the library for the others. So to begin
/// an operation and to wait for it costs no message to the process itself. The request of a non-blocking operation is a persistent
/// one, too, which serves another one afterwards.
///
/// Not with several threads, nor in check mode, nor where the program's MPI_Wait is not tutti's.
namespace tutti::mpi::deferred {

/// True if any request is deferred: then it is looked for among those that the program gives to MPI.
inline bool any() noexcept { return deferred_requests != 0; }

/// Whether requests may be deferred at all.
bool possible();

/// Waits for one request whose status nobody wants and completes it without the MPI library, if it is deferred: `code` is what the
/// operation has ended with. False if it is not.
bool complete(MPI_Request* request, int& code);

/// Whether a request is that of an operation of ours. `ended`: whether that has, or nothing is active; if not, everything goes on for
/// once. (MPICH 4.2's own MPI_Request_get_status leaves a persistent request that has ended inactive.)
bool asked(MPI_Request request, bool& ended);

/// What a call says of a request that is null or inactive.
void set_empty(MPI_Status* status);

/// Whether one of MPI's functions completes the requests that it finds ended, or only asks (MPI_Request_get_status).
enum class when_ended { complete, leave };

/// The requests that the program gives to one of MPI's functions.
class given {
 public:
  given(int n, MPI_Request* requests, when_ended how = when_ended::complete);

  /// Whether any of them is deferred.
  bool any();
  /// Waits for those that are, and completes them: persistent ones are inactive then, others null. `statuses`: of all that are given,
  /// in case one of them fails.
  void complete(MPI_Status* statuses = nullptr);
  /// Whether those have ended; if not, lets everything go on for once.
  bool ended();
  /// Lets everything go on for once, unless one of those has ended.
  void look();
  /// When the library's own function has returned `code`: what the function returns. `statuses`: of several that are all completed.
  int settled(int code, MPI_Status* statuses = nullptr);

  // One look for what has ended: among those, and by the library's `test` among the others, for which those are inactive. They take turns:
  // a program that begins an operation anew whenever it ends still completes its messages, and its other operations go on.
  int test_any(auto test, int* index, int* flag, MPI_Status* status) {
    int code = MPI_SUCCESS;
    const auto library_has_one = [&] {
      code = test(n_, requests_, index, flag, status);
      return code != MPI_SUCCESS || (*flag && *index != MPI_UNDEFINED);
    };
    const bool library_first = others_turn();
    if (library_first && library_has_one()) return code;
    if (find_one(*index, code)) {
      *flag = 1;
      set_empty(status);
      return code;
    }
    if (!library_first && library_has_one()) return code;
    if (*flag && any()) *flag = 0;  // the library knows of none that is active
    return code;
  }
  int test_some(auto test, int* count, int indices[], MPI_Status statuses[]) {
    if (statuses == MPI_STATUSES_IGNORE) statuses = nullptr;
    int own_code = MPI_SUCCESS, others = 0;
    others_turn();
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
  // True once after a deferred request has been found ended: everything else has gone on for once now.
  static bool others_turn();

  template <class Each>
  void each_deferred(Each each);
  // The first that has ended; all that have, which gives their number, and in `code` MPI_ERR_IN_STATUS if one has failed.
  bool find_one(int& index, int& code);
  int find_some(int indices[], MPI_Status statuses[], int& code);
  int taken(int place, kept_call& c);

  int n_;
  MPI_Request* requests_;
  when_ended how_;
  std::vector<failed> failed_;
};

/// Whether the MPI library alone can answer: nothing is deferred, or an argument is missing that it names in an error.
[[gnu::always_inline]] inline bool only_native(auto*... needed) noexcept {
  return !any() || (... || !needed);
}

// MPI's functions, of which the MPI library's own are `native` and, for those that wait, `test`.
#define TUTTI_DEFERS [[gnu::always_inline]] inline int
TUTTI_DEFERS Wait(auto native, auto, MPI_Request* request, MPI_Status* status) {
  if (only_native(request)) [[likely]]
    return native(request, status);
  if (int code = MPI_SUCCESS; status == MPI_STATUS_IGNORE && complete(request, code)) return code;
  given g(1, request);
  g.complete();
  return g.settled(native(request, status));
}
TUTTI_DEFERS Waitall(auto native, auto, int n, MPI_Request requests[], MPI_Status statuses[]) {
  if (only_native(requests)) [[likely]]
    return native(n, requests, statuses);
  given g(n, requests);
  g.complete(statuses);
  return g.settled(native(n, requests, statuses), statuses);
}
TUTTI_DEFERS Waitany(auto native, auto test, int n, MPI_Request requests[], int* index, MPI_Status* status) {
  if (only_native(requests, index)) [[likely]]
    return native(n, requests, index, status);
  given g(n, requests);
  if (!g.any()) return native(n, requests, index, status);
  return progress::until_tested([&](int* flag) { return g.test_any(test, index, flag, status); });
}
TUTTI_DEFERS Waitsome(auto native, auto test, int n, MPI_Request requests[], int* count, int indices[],
                      MPI_Status statuses[]) {
  if (only_native(requests, count, indices)) [[likely]]
    return native(n, requests, count, indices, statuses);
  given g(n, requests);
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
  given g(1, request);
  if (!g.ended()) return *flag = 0, MPI_SUCCESS;
  g.complete();
  return g.settled(native(request, flag, status));
}
// (All or none: what has ended stays as it is while others have not.)
TUTTI_DEFERS Testall(auto native, int n, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  if (only_native(requests, flag)) [[likely]]
    return native(n, requests, flag, statuses);
  given g(n, requests);
  if (!g.ended()) return *flag = 0, MPI_SUCCESS;
  const int code = native(n, requests, flag, statuses);
  if (code == MPI_SUCCESS && !*flag) return code;
  g.complete(statuses);
  return g.settled(code, statuses);
}
// What tests any or some of them, and what only asks, which does not complete them.
TUTTI_DEFERS look_at_any(when_ended how, auto native, int n, MPI_Request requests[], int* index, int* flag,
                         MPI_Status* status) {
  if (only_native(requests, index, flag)) [[likely]]
    return native(n, requests, index, flag, status);
  given g(n, requests, how);
  g.look();
  return g.test_any(native, index, flag, status);
}
TUTTI_DEFERS look_at_some(when_ended how, auto native, int n, MPI_Request requests[], int* count,
                          int indices[], MPI_Status statuses[]) {
  if (only_native(requests, count, indices)) [[likely]]
    return native(n, requests, count, indices, statuses);
  given g(n, requests, how);
  g.look();
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
  if (!flag || !asked(request, ended)) return native(request, flag, status);
  if (ended) set_empty(status);
  return *flag = ended, MPI_SUCCESS;
}
TUTTI_DEFERS Request_get_status_all(auto native, int n, MPI_Request requests[], int* flag,
                                    MPI_Status statuses[]) {
  if (!only_native(requests, flag) && !given(n, requests, when_ended::leave).ended())
    return *flag = 0, MPI_SUCCESS;
  return native(n, requests, flag, statuses);
}
TUTTI_DEFERS Request_get_status_any(auto native, auto... arguments) {
  return look_at_any(when_ended::leave, native, arguments...);
}
TUTTI_DEFERS Request_get_status_some(auto native, auto... arguments) {
  return look_at_some(when_ended::leave, native, arguments...);
}
#undef TUTTI_DEFERS

}  // namespace tutti::mpi::deferred
