#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mpi/observe/clocks.hpp"
#include "record/format.hpp"

namespace tutti::mpi {

/// Keeps all calls of a process that the recorder writes down, not only the last ones (TUTTI_TRACE).
class trace {
 public:
  /// Compares the clocks of the nodes. Collective over MPI_COMM_WORLD.
  explicit trace(const world& w);

  /// Keeps a call before a later one overwrites its line in the record.
  [[gnu::cold]] void keep(const record::call& c) noexcept;

  /// Gathers the calls of all processes on process 0, which writes them to a file and prints on stderr which
  /// processes waited for which. Collective over MPI_COMM_WORLD.
  void write(const std::string& file, record::section& records);

  /// Maximum number of calls of all processes together. Process 0 has to hold them in memory, and a viewer
  /// has to show them.
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

/// Begins a trace. Null if some process has no record, which process 0 prints on stderr. Collective over
/// MPI_COMM_WORLD.
std::unique_ptr<trace> begin_trace(const record::section* records, const world& w);

}  // namespace tutti::mpi
