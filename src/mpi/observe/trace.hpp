#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "mpi/observe/clocks.hpp"
#include "record/call_facts.hpp"
#include "record/count_tables.hpp"
#include "record/format.hpp"

namespace tutti::mpi {

/// Keeps all calls of a process that the recorder writes down, not only the last ones (TUTTI_TRACE).
class trace {
 public:
  /// Compares the clocks of the nodes. Collective over MPI_COMM_WORLD.
  explicit trace(const world& w);

  /// Keeps a call before a later one overwrites its line in the record.
  [[gnu::cold]] void keep(const record::call& c) noexcept;

  /// Keeps a communicator whose place in the record another one is about to take. `next`: serial number of
  /// the call that opens the other one. False if the trace has no room: then no other communicator may take
  /// the place.
  [[nodiscard]] bool keep(std::uint16_t place, const record::communicator& former,
                          std::uint32_t next) noexcept;

  /// Notes the facts about a call for which the record has no room. The caller is about to write the line of
  /// this call.
  void note(std::uint32_t serial, const record::call_facts& more) noexcept { facts_at(serial) = more; }
  [[nodiscard]] const record::call_facts& facts_of(std::uint32_t serial) noexcept { return facts_at(serial); }

  /// The place of a call's table of counts among those of this process; none if there is no room for it.
  [[nodiscard]] std::int32_t table_of(std::span<const std::int64_t> counts);

  /// Gathers the calls of all processes on process 0, which writes them to a file and prints on stderr which
  /// processes waited for which. Collective over MPI_COMM_WORLD.
  void write(const std::string& file, record::section& records);

  /// Maximum number of calls of all processes together. Each process has to hold its own in memory, and
  /// process 0 all of them at the end.
  static constexpr std::size_t most_calls = std::size_t{10} << 20U;

 private:
  // Consecutive calls.
  struct chunk {
    static constexpr std::size_t size = 1024;
    std::array<record::call, size> calls;
    std::array<record::call_facts, size> facts;
  };
  static constexpr std::size_t lines = std::tuple_size_v<decltype(record::section::calls)>;

  // A communicator that had this place in the record before the call with the serial number `next`.
  struct former_communicator {
    std::uint16_t place;
    std::uint32_t next;
    record::communicator what;
  };
  static constexpr std::size_t places = std::tuple_size_v<decltype(record::section::communicators)>;

  /// Returns the former communicators in the order of their indices, which follow those of the record.
  /// Corrects the indices of communicators in `calls`.
  std::vector<record::communicator> sorted_out(std::vector<record::call>& calls);
  record::call_facts& facts_at(std::uint32_t serial) noexcept { return facts_[serial % lines]; }

  const world& world_;
  std::size_t room_;  // calls
  std::uint64_t missed_ = 0, started_;
  moment_of_clocks begun_;
  std::mutex guard_;
  std::array<record::call_facts, lines> facts_{};  // of the calls in the record
  std::vector<std::unique_ptr<chunk>> chunks_;
  std::size_t kept_ = 0;
  std::vector<former_communicator> former_;
  record::count_tables tables_;  // of equal room on all processes: all keep the tables of the same calls
};

/// Begins a trace. Null if some process has no record. Process 0 then prints that on stderr. Collective over
/// MPI_COMM_WORLD.
std::unique_ptr<trace> begin_trace(const record::section* records, const world& w);

}  // namespace tutti::mpi
