#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "record/roll.hpp"
#include "replay/call_class.hpp"

// A recorded run as a replay needs it: what each process computes, and which operations it takes part in.
namespace tutti::replay {

/// A collective call by all processes of a communicator.
struct operation {
  std::uint32_t of = 0;            ///< index in recorded_run::classes
  std::uint32_t communicator = 0;  ///< index in recorded_run::communicators
  int site = record::none;         ///< index in record::roll::sites
  bool posted = false;             ///< non-blocking
  std::size_t first = 0;           ///< index in `measured` of its first process; the others follow
};

/// When a process was in an operation, as measured: seconds. For a non-blocking operation: its start and its
/// completion.
struct presence {
  double begin = 0, end = 0;
};

/// An event of a process, which computes before the event.
struct step {
  enum class event : std::uint8_t {
    call,       ///< enters an operation, and stays until that has ended
    start,      ///< starts a non-blocking operation
    completion  ///< completes a non-blocking operation
  };
  double computes = 0;  ///< seconds
  std::uint32_t operation = 0;
  std::uint32_t member = 0;  ///< this process's rank in the operation
  event is = event::call;
};

struct timeline {
  double begins = 0;  ///< seconds after the first process
  std::vector<step> steps;
  double computes_last = 0;  ///< seconds after the last step
};

/// Calls that are not replayed. Their time counts as computation.
struct left_out {
  std::uint64_t incomplete = 0;  ///< not all processes of the communicator are known to have made the call
  std::uint64_t unended = 0;     ///< no end was recorded
  std::uint64_t persistent = 0;  ///< persistent operations
  std::uint64_t between_groups = 0;  ///< calls on inter-communicators
  [[nodiscard]] std::uint64_t all() const noexcept {
    return incomplete + unended + persistent + between_groups;
  }
};

struct communicator {
  std::string name;
  std::vector<int> members;  ///< ranks in MPI_COMM_WORLD, in the order of their ranks here
};

struct recorded_run {
  std::string program, mpi;
  std::vector<int> node_of;  ///< of each process: nodes are numbered from 0
  std::vector<communicator> communicators;
  std::vector<call_class> classes;
  std::vector<operation> operations;
  std::vector<presence> measured;
  std::vector<timeline> processes;
  double whole = 0;          ///< from the first beginning to the last end, seconds
  double inside = 0;         ///< in the replayed calls, mean of all processes, seconds
  std::uint64_t calls = 0;   ///< replayed ones
  std::uint64_t missed = 0;  ///< later calls that did not fit the trace
  left_out without;
  record::count_tables tables;  ///< those of the classes
  std::uint64_t with_equal_blocks =
      0;  ///< calls whose tables of counts are not used, because there are too many
  /// The longest time, seconds, by which a process left an operation before the entry of another one whose
  /// data it needed: an error of the clocks.
  double clock_error = 0;

  [[nodiscard]] std::size_t members_of(const operation& o) const {
    return communicators[o.communicator].members.size();
  }
  /// The part of `measured` with an operation's processes, in the order of their ranks.
  [[nodiscard]] std::span<const presence> presences(const operation& o) const {
    return {measured.data() + o.first, members_of(o)};
  }
};

/// The entry of the last process of an operation.
[[nodiscard]] double last_entry(std::span<const presence> all) noexcept;

/// The time that a process spent in an operation from the entry of the last process on, for which it may have
/// waited. If it had left before that, the time from its own entry on. `last`: of last_entry().
struct remaining_time {
  bool after_all = false;  ///< from the entry of the last process on
  double seconds = 0;
};
[[nodiscard]] remaining_time remaining(const presence& was, double last) noexcept;

/// True if every process needs data of every other one, so that none leaves before all have entered.
[[nodiscard]] bool waits_for_all(collective c) noexcept;

/// Throws std::invalid_argument with one sentence if the trace contradicts itself: processes that call
/// different collectives, times that go backwards, processes that are missing.
recorded_run run_of(const record::roll& trace);

}  // namespace tutti::replay
