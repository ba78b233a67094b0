#pragma once

#include <atomic>
#include <string>

#include "mpi/library/abi.hpp"
#include "mpi/runtime/run_state.hpp"
#include "record/format.hpp"
#include "tutti/collective.hpp"

/// Records the program's collective calls where other programs can read them, while the program runs and
/// after it has died.
namespace tutti::mpi {

struct world;

namespace recorder {

/// Creates the record when MPI has started, and returns this process's section. Null if the user wants no
/// record (`job` is empty), or if it cannot be created. In the latter case, the first process of each node
/// prints the reason on stderr. `timing`: this process needs the start and end times of its calls. Collective
/// over MPI_COMM_WORLD.
record::section* begin(const std::string& job, const world& w, bool timing);
/// Returns the nanoseconds per tick of the processor's clock. May sleep for 5 ms.
double nanoseconds_a_tick();
/// Returns the command line of this process.
std::string command_line();
/// Records the loaded modules and their addresses, if any was loaded since the last time.
void note_loaded();
/// Records that MPI_Finalize has begun.
void finalizing() noexcept;
/// Ends the record before the process ends, because the last session of the program has ended. Called after
/// finalizing().
void end() noexcept;

/// Returns the index of a communicator in the table. Adds the communicator if it is new. Calls MPI functions,
/// so it is too slow for every call.
std::uint16_t place_of(MPI_Comm comm);
/// Records that the processes of the communicator at `place` have met. From then on, its key depends on
/// `first_tag`, the tag of the first message to its first process. All processes of the communicator know
/// this tag.
void opened(std::uint16_t place, int first_tag);
/// Adds a persistent operation to the table like a communicator, because its starts are counted separately.
/// Returns its index. `base`: the index of the communicator that it was made on.
std::uint16_t place_of_persistent(std::uint16_t base, int first_tag, collective of);
/// Removes a communicator whose only call the process has not entered. tutti keeps no data with such a
/// communicator, so it does not learn when another communicator gets the same handle.
void forget(std::uint16_t place) noexcept;
/// The communicator or persistent operation at `place` is freed: another one may take the place.
void freed(std::uint16_t place) noexcept;

/// Records the other process of the call in which this process waits, by the other process's rank in
/// MPI_COMM_WORLD. Too slow for every call.
void note_peer(int rank, int tag, MPI_Comm comm) noexcept;

}  // namespace recorder

/// While an object of this class exists, the record shows that the process is in a call that waits for
/// another process.
class waiting_in {
 public:
  explicit waiting_in(record::message in, const void* site, int peer = -1, int tag = -1,
                      MPI_Comm comm = MPI_COMM_NULL) noexcept {
    if (!this_run.records) return;
    record::current_call& p = this_run.records->self.now;
    p.peer = peer < 0 ? -1 : peer;
    p.tag = tag < 0 ? -1 : tag;
    p.site = reinterpret_cast<std::uint64_t>(site);
    p.communicator = static_cast<std::uint32_t>(number_of(comm));
    if (!this_run.threads) [[likely]]
      ++this_run.records->self.waits;
    if (this_run.synchronous_sends && peer >= 0) [[unlikely]]
      recorder::note_peer(peer, tag, comm);
    std::atomic_ref(p.in).store(in, std::memory_order_release);
  }
  waiting_in(const waiting_in&) = delete;
  waiting_in& operator=(const waiting_in&) = delete;
  ~waiting_in() {
    if (this_run.records && !stays_) this_run.records->self.now.in = record::message::none;
  }
  /// Keeps this in the record after the end of this object, until the process waits elsewhere.
  void stay() noexcept { stays_ = true; }

 private:
  bool stays_ = false;
};

}  // namespace tutti::mpi
