#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "mpi/transport/mpi_process.hpp"

namespace tutti::mpi {

/// Any transfers at once, in segments where they are long, packed where they cannot travel as they lie. All memory is there
/// before the first one begins, and the last one has ended before any of it goes.
class posted_transfers {
 public:
  explicit posted_transfers(mpi_process& self) noexcept : self_(self) {}
  posted_transfers(const posted_transfers&) = delete;
  posted_transfers& operator=(const posted_transfers&) = delete;
  ~posted_transfers() { abandon(); }

  /// Posts them all. Nothing may be under way.
  void begin(std::span<const transfer> all);
  /// Waits for what was posted, and finishes.
  void wait();
  /// Lets them go on, for once.
  void test();

  /// What was posted and has to end before finish(); where nothing could be posted, MPI_REQUEST_NULL.
  [[nodiscard]] std::span<MPI_Request> requests() noexcept { return requests_; }
  /// For each request the bytes of the message that comes; progress::nothing of one that goes, or has ended.
  [[nodiscard]] std::size_t expected(std::size_t request) const noexcept { return expected_[request]; }
  /// Puts what has come packed where it belongs. All requests have ended, wherever they were waited for.
  void finish();
  /// Ends what was posted and will not be waited for.
  void abandon() noexcept;

 private:
  struct arrival {
    buffer wanted, travels;
    int from;
  };
  struct departure {
    const_buffer travels;
    int to;
  };

  void prepare(const transfer& t);
  void ended(std::size_t request, int code, const MPI_Status& status) noexcept;
  void post(const arrival& a);
  void post(const departure& d);
  template <class Begin>
  void request(std::size_t expected, Begin begin);
  [[nodiscard]] bool travels_packed(const_buffer b) const;
  template <class Buffer, class Each>
  void each_segment(Buffer b, Each each);

  mpi_process& self_;
  std::vector<arrival> coming_;
  std::vector<departure> going_;
  std::list<scratch> packed_;  // which takes no memory where nothing is packed
  std::vector<MPI_Request> requests_;
  std::vector<std::size_t> expected_;
};

}  // namespace tutti::mpi
