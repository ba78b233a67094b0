#pragma once

#include <vector>

#include "mpi/abi.hpp"

namespace tutti::mpi {
struct kept_call;
}

/// The request of a collective operation is started in the MPI library only where that has to know of it. MPI_Wait, MPI_Test,
/// MPI_Waitall and MPI_Testall need not: for them what has ended may as well be inactive, and they are told here when it has. The
/// others, which pass over what is inactive, start what they are given first. So to begin an operation and to wait for it costs no
/// message to the process itself. That of a non-blocking operation is a persistent one, too, which serves another one afterwards.
///
/// Not with several threads, nor in check mode, nor where the program's MPI_Wait is not tutti's.
namespace tutti::mpi::deferred {

/// How many requests have to be looked for in what the program gives to MPI.
extern constinit int number;
inline bool any() noexcept { return number != 0; }

/// Whether requests may be deferred at all.
bool possible();

/// Waits for one request whose status nobody wants and completes it without the MPI library, if it is deferred: `code` is what the
/// operation has ended with. False if it is not.
bool complete(MPI_Request* request, int& code);

/// The requests that the program gives to one of MPI's functions.
class given {
 public:
  given(int n, MPI_Request* requests);

  /// Waits for those that are deferred, and completes them: persistent ones are inactive then, others null. `statuses`: of all that are
  /// given, in case one of them fails.
  void complete(MPI_Status* statuses = nullptr);
  /// Whether those have ended; if not, lets everything go on for once.
  bool ended();
  /// Has the MPI library start those.
  void start();
  /// When the library's own function has returned `code`: takes notice of what that has completed, and gives what the function
  /// returns. `statuses`: of several that are all completed.
  int settled(int code, MPI_Status* statuses = nullptr);

 private:
  struct active {
    MPI_Request* place;
    kept_call* kept;
  };
  struct failed {
    int place, code;
  };
  template <class Each>
  void each_kept(Each each);

  int n_;
  MPI_Request* requests_;
  std::vector<active> active_;  // in the library, too
  std::vector<failed> failed_;
};

// MPI's functions, of which the MPI library's own is `native`.
#define TUTTI_DEFERS [[gnu::always_inline]] inline int
TUTTI_DEFERS Wait(auto native, MPI_Request* request, MPI_Status* status) {
  if (!any()) [[likely]]
    return native(request, status);
  if (int code = MPI_SUCCESS; status == MPI_STATUS_IGNORE && complete(request, code)) return code;
  given g(1, request);
  g.complete();
  return g.settled(native(request, status));
}
TUTTI_DEFERS Waitall(auto native, int n, MPI_Request requests[], MPI_Status statuses[]) {
  if (!any()) [[likely]]
    return native(n, requests, statuses);
  given g(n, requests);
  g.complete(statuses);
  return g.settled(native(n, requests, statuses), statuses);
}
TUTTI_DEFERS Test(auto native, MPI_Request* request, int* flag, MPI_Status* status) {
  if (!any()) [[likely]]
    return native(request, flag, status);
  given g(1, request);
  if (!g.ended()) return *flag = 0, MPI_SUCCESS;
  g.complete();
  return g.settled(native(request, flag, status));
}
// (All or none: what has ended stays as it is while others have not.)
TUTTI_DEFERS Testall(auto native, int n, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  if (!any()) [[likely]]
    return native(n, requests, flag, statuses);
  given g(n, requests);
  if (!g.ended()) return *flag = 0, MPI_SUCCESS;
  const int code = native(n, requests, flag, statuses);
  if (code == MPI_SUCCESS && !*flag) return code;
  g.complete(statuses);
  return g.settled(code, statuses);
}
template <class Native>
TUTTI_DEFERS starting(int n, MPI_Request* requests, Native native) {
  if (!any()) [[likely]]
    return native();
  given g(n, requests);
  g.start();
  return g.settled(native());
}
TUTTI_DEFERS Waitany(auto native, int n, MPI_Request requests[], int* index, MPI_Status* status) {
  return starting(n, requests, [&] { return native(n, requests, index, status); });
}
TUTTI_DEFERS Waitsome(auto native, int n, MPI_Request requests[], int* count, int indices[],
                      MPI_Status statuses[]) {
  return starting(n, requests, [&] { return native(n, requests, count, indices, statuses); });
}
TUTTI_DEFERS Testany(auto native, int n, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  return starting(n, requests, [&] { return native(n, requests, index, flag, status); });
}
TUTTI_DEFERS Testsome(auto native, int n, MPI_Request requests[], int* count, int indices[],
                      MPI_Status statuses[]) {
  return starting(n, requests, [&] { return native(n, requests, count, indices, statuses); });
}
TUTTI_DEFERS Request_get_status(auto native, MPI_Request request, int* flag, MPI_Status* status) {
  if (any()) [[unlikely]]
    given(1, &request).start();
  return native(request, flag, status);
}
#undef TUTTI_DEFERS

}  // namespace tutti::mpi::deferred
