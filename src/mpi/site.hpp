#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "mpi/abi.hpp"
#include "mpi/ledger.hpp"
#include "select/choice.hpp"
#include "tutti/nodes.hpp"

namespace tutti::mpi {

/// What tutti keeps with a communicator, from the first collective call on it until it is freed: a communicator of its
/// own, so that its messages never meet the program's; the decisions; and what happened.
struct site {
  MPI_Comm comm = MPI_COMM_NULL;  ///< ours; the program's has the same processes in the same order
  int rank = 0;
  int size = 0;
  bool counts = false;           ///< whether this process counts the operations: one process of all does
  const char* native = nullptr;  ///< why nothing is served here (an inter-communicator); null where all is
  std::unique_ptr<const node_map> nodes;  ///< null where all processes share one, or none do
  choices* decide = nullptr;
  /// What decides instead of the environment, where tutti_use() was called.
  struct own_choices {
    settings user;
    choices decide;
    own_choices(const settings& s, const surroundings& around) : user(s), decide(user, around) {}
  };
  std::unique_ptr<own_choices> own;
  std::size_t segment = SIZE_MAX;  ///< longer messages go in pieces of this many bytes
  ledger happened;
};

/// Whether calls are measured for the report; set by the first call that looks for its site.
extern constinit bool measured;
inline bool reporting() noexcept { return measured; }

/// Whether each distinct call is explained on stderr.
extern constinit bool explaining;
/// Says, on process 0 of MPI_COMM_WORLD and once for calls that are decided alike, what serves the call and why.
void explain_once(const site& s, const call_kind& of, std::size_t bytes);

/// The site of a communicator, or null if the call has to go to the MPI library: tutti is off, MPI is not running, the
/// communicator is null. The first call on a communicator is collective.
site* find_site(MPI_Comm comm);

/// Lets an algorithm serve a collective on a communicator, whatever the environment says; null: tutti's choice.
void use(MPI_Comm comm, collective of, const algorithm* wished);

/// The site of a communicator for a program of the user's own, which runs also when tutti is off. Throws failure.
const site* open_to_programs(MPI_Comm comm);

// The last communicator of each thread is found without asking MPI. A freed communicator's handle may come again:
// each free makes all that threads remember stale.
struct remembered_site {
  MPI_Comm comm{};
  std::uint64_t generation = 0;
  site* found = nullptr;
};
extern constinit thread_local remembered_site last_site;
extern std::atomic<std::uint64_t> site_generation;

inline site* site_of(MPI_Comm comm) {
  if (last_site.comm == comm && last_site.found &&
      last_site.generation == site_generation.load(std::memory_order_acquire)) [[likely]]
    return last_site.found;
  return find_site(comm);
}

/// Called after MPI_Init and its like: reads the environment, says what was not understood, arranges for the report at
/// MPI_Finalize. Collective over MPI_COMM_WORLD.
void begin();

/// Measures a call, if there will be a report.
class stopwatch {
 public:
  explicit stopwatch(bool runs) noexcept : runs_(runs) {
    if (runs_) [[unlikely]]
      begin_ = std::chrono::steady_clock::now();
  }
  void note(site& s, collective c, const algorithm* use, const char* why, std::size_t bytes) const {
    if (!runs_) [[likely]]
      return;
    const auto ns = std::chrono::steady_clock::now() - begin_;
    s.happened.add(
        c, use, why, bytes, s.counts,
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(ns).count()));
  }

 private:
  bool runs_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace tutti::mpi
