#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "mpi/check/statement.hpp"

/// Check mode: the calls of this process of which the program has not learnt that they are complete. Until it has, from MPI_Wait, MPI_Test,
/// MPI_Request_get_status or the like, the standard forbids it to touch their buffers, and so whether they have ended inside makes no
/// difference.
namespace tutti::mpi {

/// The program has begun a call, a non-blocking one or a start of a persistent one, which it completes by this request. Within a
/// progress::hold, as are the next four.
void begin_pending(MPI_Request request, std::shared_ptr<const statement> states);
/// It is done with otherwise: it has failed, or its request is freed.
void forget_pending(MPI_Request request) noexcept;
/// The number of the non-blocking call that the request belongs to: no two calls have the same. 0 if there is none, or it is persistent.
unsigned long number_of_pending(MPI_Request request);
/// The same as forget_pending(), if that is still the request's call.
void forget_pending(MPI_Request request, unsigned long number) noexcept;
/// A call has ended inside. Where nobody sees what the program completes, it is over by that.
void pending_has_ended(MPI_Request request, bool well) noexcept;

/// Looks for a pending call of this process that writes what this one reads or writes, or reads what it writes: that is a
/// fault.
void look_at_pending(statement& x);

/// In a call that asks whether operations are complete and completes none of them (MPI_Request_get_status): remembers which of the
/// requests are those of pending calls, and forgets in the end those that the program has been told are complete.
class status_reply {
 public:
  /// Of n requests: all of them are complete if `flag` is set; if there are `indices`, only these, `count` of them, or one. Null where
  /// the call has no such argument.
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

  /// How many calls are pending.
  static std::atomic<int> pending_count;

 private:
  struct reply {
    const int *flag, *indices, *count;
    [[nodiscard]] bool says_complete(int place) const noexcept;
  };
  void look(int n, const MPI_Request* requests, const reply& to_come);
  void note() noexcept;

  struct asked {
    int place;
    MPI_Request request;
    unsigned long number;
  };
  std::vector<asked> asked_;
  reply reply_{};
};

}  // namespace tutti::mpi
