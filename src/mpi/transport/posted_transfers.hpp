#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "mpi/transport/mpi_process.hpp"

namespace tutti::mpi {

/// Runs several transfers concurrently by MPI. Long messages are cut into segments; data that MPI cannot send
/// in place are packed. All packed copies are allocated before the first message is posted, and freed after
/// the last one has completed.
class posted_transfers {
 public:
  explicit posted_transfers(mpi_process& self) noexcept : self_(self) {}
  posted_transfers(const posted_transfers&) = delete;
  posted_transfers& operator=(const posted_transfers&) = delete;
  ~posted_transfers() { abandon(); }

  /// Posts all messages. Earlier ones must have completed.
  void begin(std::span<const transfer> all);
  /// Waits for all messages, then calls finish().
  void wait();
  /// Tests each outstanding request once.
  void test();

  /// The posted requests, which must complete before finish(). MPI_REQUEST_NULL if a request could not be
  /// posted, or has completed.
  [[nodiscard]] std::span<MPI_Request> requests() noexcept { return requests_; }
  /// The bytes that a receive expects; progress::no_receive for a send, and for a request that has completed.
  [[nodiscard]] std::size_t expected(std::size_t request) const noexcept { return expected_[request]; }
  /// Unpacks received data. All requests must have completed, whether this object waited for them or not.
  void finish();

 private:
  struct arrival {
    buffer wanted, travels;
    int from;
  };
  struct departure {
    const_buffer travels;
    int to;
  };

  void abandon() noexcept;
  void prepare(const transfer& t);
  void ended(std::size_t request, int code, const MPI_Status& status) noexcept;
  void post(const arrival& a);
  void post(const departure& d);
  template <class Begin>
  void request(std::size_t expected, Begin begin);
  template <class Buffer, class Each>
  void each_segment(Buffer b, Each each);

  mpi_process& self_;
  std::vector<arrival> coming_;
  std::vector<departure> going_;
  std::list<scratch> packed_;  // a list: allocates nothing if nothing is packed
  std::vector<MPI_Request> requests_;
  std::vector<std::size_t> expected_;
};

}  // namespace tutti::mpi
