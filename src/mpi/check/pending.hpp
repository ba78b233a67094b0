#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "mpi/check/statement.hpp"

/// Check mode: the calls of this process that the program does not know to be complete. The standard forbids
/// the program to touch their buffers before MPI_Wait, MPI_Test, MPI_Request_get_status or a similar function
/// has reported completion. It makes no difference whether the calls have already ended internally.
namespace tutti::mpi {

/// Notes that the program has begun a non-blocking call or started a persistent one, with this request.
/// Called within a progress::hold, like the next four functions.
void begin_pending(MPI_Request request, std::shared_ptr<const statement> stated);
/// Forgets the call of a request, for example if it has failed or the request is freed.
void forget_pending(MPI_Request request) noexcept;
/// Returns the number of the non-blocking call to which the request belongs. No other call has this number. 0
/// if there is no such call, or if it is persistent.
unsigned long number_of_pending(MPI_Request request);
/// The same as forget_pending(request), if the request's call still has this number.
void forget_pending(MPI_Request request, unsigned long number) noexcept;
/// Notes that a call has ended internally. Forgets it if it has failed, or if tutti cannot see which requests
/// the program completes.
void pending_has_ended(MPI_Request request, bool well) noexcept;

/// Notes a fault if a pending call of this process writes memory that this call reads or writes, or reads
/// memory that this call writes.
void check_against_pending(statement& x);

/// For a call that reports which operations are complete but does not complete them (MPI_Request_get_status).
/// The constructor notes which of the requests belong to pending calls. The destructor forgets those that the
/// call has reported as complete.
class status_reply {
 public:
  /// The report about n requests. All are complete if `flag` is set. If there are `indices`, only these are
  /// complete: `count` of them, or one. A pointer is null if the call has no such argument.
  status_reply(int n, const MPI_Request* requests, const int* flag, const int* indices = nullptr,
               const int* count = nullptr) {
    if (pending_count.load(std::memory_order_relaxed) != 0) [[unlikely]]
      look(n, requests, {flag, indices, count});
  }
  status_reply(const status_reply&) = delete;
  status_reply& operator=(const status_reply&) = delete;
  ~status_reply() {
    if (!asked_.empty()) [[unlikely]]
      note();
  }

  /// The number of pending calls.
  static std::atomic<int> pending_count;

 private:
  struct reply {
    const int *flag, *indices, *count;
    [[nodiscard]] bool says_complete(int index) const noexcept;
  };
  void look(int n, const MPI_Request* requests, const reply& to_come);
  void note() noexcept;

  struct asked {
    int index;
    MPI_Request request;
    unsigned long number;
  };
  std::vector<asked> asked_;
  reply reply_{};
};

}  // namespace tutti::mpi
