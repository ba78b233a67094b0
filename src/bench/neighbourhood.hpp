#pragma once

#include <string>
#include <vector>

#include "bench/calls.hpp"
#include "measure/patterns.hpp"

namespace tutti::bench {

/// A neighbourhood collective of the MPI library or of tutti, on a graph whose edges are an experiment's
/// partners; or MPI_Alltoallv, with counts of 0 for all others.
class neighbourhood {
 public:
  /// Collective over `comm`. `like`: the arguments of later calls, except for the buffers' addresses.
  neighbourhood(const measure::experiment& e, const measure::pattern& p,
                const measure::pattern::partners& with, MPI_Comm comm, const measure::arguments& like);
  ~neighbourhood();
  neighbourhood(const neighbourhood&) = delete;
  neighbourhood& operator=(const neighbourhood&) = delete;

  void operator()(const measure::arguments& a) const;
  [[nodiscard]] MPI_Comm comm() const noexcept { return graph_; }

 private:
  // Counts and displacements of the messages to, or from, the partners; alltoallw has its displacements in
  // `bytes`. In alltoallv there is a message to or from every process.
  struct messages {
    std::vector<int> counts, displacements;
    std::vector<MPI_Aint> bytes;
    std::vector<MPI_Datatype> types;
    messages(const std::vector<int>& partners, const measure::arguments& a, bool side_by_side);
    void among(int p, const std::vector<int>& partners);
  };
  std::string which_;
  const table& calls_;
  MPI_Comm graph_ = MPI_COMM_NULL;
  messages out_, in_;
};

}  // namespace tutti::bench
