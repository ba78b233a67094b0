#pragma once

#include <atomic>
#include <string>

#include "mpi/library/abi.hpp"
#include "mpi/runtime/run_state.hpp"
#include "record/format.hpp"
#include "tutti/collective.hpp"

/// Writes down the program's collective calls where others can read them, while it runs and when it has died.
namespace tutti::mpi {

struct world;

namespace recorder {

/// When MPI has started: where this process writes. Null if the user wants no record (the job has no name), or if there can be
/// none, which is said on stderr, once a node. Collective over MPI_COMM_WORLD.
record::section* begin(const std::string& job, const world& w, bool timing);
/// How many nanoseconds a tick of the processor's clock takes.
double nanoseconds_a_tick();
/// The command line of this process.
std::string command_line();
/// Notes what is loaded where, if anything has been loaded since the last time.
void note_loaded();
/// MPI_Finalize has begun.
void finalizing() noexcept;

/// The communicator's place in the table: one that is new there is written into it. Asks MPI; not for every call.
std::uint16_t place_of(MPI_Comm comm);
/// The processes of the communicator at `place` have met: they all know it by the tag of the first message to its first process.
void opened(std::uint16_t place, int first_tag);
/// Writes a persistent operation, which counts its starts, like a communicator. Returns its place. `base`: that of the communicator that it
/// was made on.
std::uint16_t place_of_persistent(std::uint16_t base, int first_tag, collective of);
void freed(std::uint16_t place) noexcept;

}  // namespace recorder

/// The process is in a call that waits for another process, for as long as this lives.
class waiting_in {
 public:
  explicit waiting_in(record::message in, const void* site, int peer = -1, int tag = -1,
                      MPI_Comm comm = MPI_COMM_NULL) noexcept {
    if (!this_run.records) return;
    record::place& p = this_run.records->self.now;
    p.peer = peer < 0 ? -1 : peer;
    p.tag = tag < 0 ? -1 : tag;
    p.site = reinterpret_cast<std::uint64_t>(site);
    p.communicator = static_cast<std::uint32_t>(number_of(comm));
    std::atomic_ref(p.in).store(in, std::memory_order_release);
  }
  waiting_in(const waiting_in&) = delete;
  waiting_in& operator=(const waiting_in&) = delete;
  ~waiting_in() {
    if (this_run.records && !stays_) this_run.records->self.now.in = record::message::none;
  }
  /// Beyond its end, until the process waits elsewhere.
  void stay() noexcept { stays_ = true; }

 private:
  bool stays_ = false;
};

}  // namespace tutti::mpi
