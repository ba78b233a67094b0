#pragma once

#include <cstdint>

#include "record/format.hpp"
#include "select/settings.hpp"

namespace tutti::mpi {

class trace;

/// The treatment of the program's calls.
enum class phase : std::uint8_t {
  before,    ///< MPI has not started, or tutti has not begun
  serving,   ///< tutti's algorithms serve the calls
  counting,  ///< tutti is off, but writes a report: the MPI library serves the calls
  off,       ///< tutti is off, or is just beginning
  ended      ///< MPI_Finalize has begun
};

/// How tutti runs on this process: set by begin(), and again when MPI_Finalize begins.
struct run_state {
  phase now = phase::before;
  bool posts = false;                  ///< operations can progress while the program does something else
  bool measures = false;               ///< calls are timed, for a report
  bool explains = false;               ///< each distinct call is explained on stderr
  checking checks = checking::off;     ///< check mode: processes compare their calls first
  bool synchronous_sends = false;      ///< standard-mode sends of the program wait for their receives
  bool threads = false;                ///< several threads may call at once
  bool of_session = false;             ///< tutti has begun with a session, and may outlive MPI_COMM_WORLD
  record::section* records = nullptr;  ///< the record of calls; null: none
  trace* traced = nullptr;             ///< the trace of all calls; null: none
  double nanoseconds_a_tick = 0;       ///< duration of a tick of the processor's clock
};
extern constinit run_state this_run;
inline bool reporting() noexcept { return this_run.measures; }
/// True if calls of this process may be outstanding.
inline bool may_post() noexcept { return this_run.now == phase::serving && this_run.posts; }
/// True if tutti may still begin. It begins once in a process, and again only if the program has ended all
/// its sessions.
inline bool may_begin() noexcept { return this_run.now == phase::before; }

/// Begins tutti at the first blocking collective on MPI_COMM_WORLD, if MPI_Init has not: agrees on the
/// settings, warns of invalid ones, arranges for the report at MPI_Finalize. Collective over MPI_COMM_WORLD.
/// Does nothing unless may_begin() is true. Does nothing either if the program has made other communicators
/// of a session before, or calls that forbid it (communicators/late_start.hpp).
void begin();
/// Begins tutti if `code`, the result of the MPI library's MPI_Init or MPI_Init_thread, is MPI_SUCCESS.
/// Returns `code`. Collective over MPI_COMM_WORLD, unless the program has begun a session before. In that
/// case MPI_Init must not make processes wait for each other: tutti has begun with the first communicator of
/// the session (runtime/sessions.hpp), or begins at the first blocking collective on MPI_COMM_WORLD.
int begun(int code);

}  // namespace tutti::mpi
