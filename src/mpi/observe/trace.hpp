#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mpi/observe/clocks.hpp"
#include "record/format.hpp"

namespace tutti::mpi {

/// All calls of a process that the recorder writes down, not only the last ones: TUTTI_TRACE.
class trace {
 public:
  /// Compares clocks. Collective over MPI_COMM_WORLD.
  explicit trace(const world& w);

  /// A call whose line in the record is about to be taken by a later one.
  [[gnu::cold]] void keep(const record::call& c) noexcept;

  /// Gathers all processes' calls on process 0, which writes them into a file and says on stderr who waited for whom. Collective over
  /// MPI_COMM_WORLD.
  void write(const std::string& file, record::section& records);

  /// All processes' calls together: what process 0 keeps in memory, and a viewer in its window.
  static constexpr std::size_t most_calls = std::size_t{1} << 20U;

 private:
  static constexpr std::size_t chunk = 1024;  // calls

  const world& world_;
  std::size_t room_;  // calls
  std::uint64_t missed_ = 0, started_;
  moment_of_clocks begun_;
  std::mutex guard_;
  std::vector<std::unique_ptr<record::call[]>> chunks_;
  std::size_t kept_ = 0;
};

/// Null if some process has no record, which process 0 says on stderr. Collective over MPI_COMM_WORLD.
std::unique_ptr<trace> begin_trace(const record::section* records, const world& w);

}  // namespace tutti::mpi
