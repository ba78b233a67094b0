#pragma once

#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/progress/watched_requests.hpp"

namespace tutti::mpi {

/// In a call of MPI's that may complete requests: notes which of the requests that it is given are watched (watched_requests.hpp), and
/// looks in the end which of these are gone. They cannot be looked for later: another request may soon have the same number.
class completion {
 public:
  completion() noexcept = default;
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

  struct given {
    const MPI_Request* where;
    MPI_Request request;
    unsigned long number;
    bool native;  // the MPI library's, for the report
  };
  std::vector<given> given_;
};

}  // namespace tutti::mpi
