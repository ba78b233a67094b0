#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/calls.hpp"
#include "measure/patterns.hpp"

namespace tutti::bench {

/// A neighbourhood collective of the MPI library, on a graph in which the processes have an experiment's partners.
class neighbourhood {
 public:
  /// Collective over `comm`. `like`: the arguments of the calls to come, but for the buffers' addresses.
  neighbourhood(const measure::experiment& e, const measure::pattern& p,
                const measure::pattern::partners& with, MPI_Comm comm, const measure::arguments& like);
  ~neighbourhood();
  neighbourhood(const neighbourhood&) = delete;
  neighbourhood& operator=(const neighbourhood&) = delete;

  void operator()(const measure::arguments& a) const;

 private:
  // Counts and displacements of the messages to, or from, the partners; of alltoallw in bytes.
  struct messages {
    std::vector<int> counts, displacements;
    std::vector<MPI_Aint> bytes;
    std::vector<MPI_Datatype> types;
    messages(std::size_t n, const measure::arguments& a, bool side_by_side);
  };

  std::string which_;
  MPI_Comm graph_ = MPI_COMM_NULL;
  messages out_, in_;
};

}  // namespace tutti::bench
