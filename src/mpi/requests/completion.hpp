#pragma once

#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/progress/watched_requests.hpp"

namespace tutti::mpi {

/// Used inside MPI functions that may complete requests. The constructor notes which of the given requests
/// are watched (watched_requests.hpp). The destructor checks which of these have completed. A later check is
/// impossible: another request may soon have the same handle.
class completion {
 public:
  completion(int n, const MPI_Request* requests) {
    if (watched_requests.load(std::memory_order_relaxed) != 0) [[unlikely]]
      look(n, requests);
  }
  completion(const completion&) = delete;
  completion& operator=(const completion&) = delete;
  ~completion() {
    if (!given_.empty()) [[unlikely]]
      note();
  }

 private:
  void look(int n, const MPI_Request* requests);
  void note() noexcept;

  enum class watched_as : unsigned char {
    pending,  // in check mode
    native,   // served by the MPI library; for the report
    send      // in the check mode that looks for unsafe sends
  };
  struct given {
    const MPI_Request* where;
    MPI_Request request;
    unsigned long number;
    watched_as kind;
  };
  std::vector<given> given_;
};

}  // namespace tutti::mpi
