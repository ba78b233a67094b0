#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "mpi/abi.hpp"
#include "mpi/call_counts.hpp"
#include "mpi/mpi_process.hpp"
#include "mpi/world.hpp"
#include "record/clock.hpp"
#include "record/format.hpp"
#include "select/choice.hpp"
#include "tutti/neighbours.hpp"
#include "tutti/nodes.hpp"

namespace tutti::mpi {

class posted_call;

/// What tutti keeps with a communicator, from the first collective call on it until it is freed: how messages reach its
/// processes, the decisions, and what happened.
struct communicator {
  MPI_Comm handle = MPI_COMM_NULL;
  route by;
  int number = -1;         ///< by which this process knows it in tags; -1: none is needed
  unsigned last_call = 0;  ///< tags come again after so many calls
  unsigned calls = 0;      ///< so far, served or not: the same on all processes
  bool counts = false;     ///< whether this process counts the operations: one process of all does
  bool left_over = false;  ///< a call has failed, of which messages may still be on their way
  std::atomic<const char*> native{nullptr};  ///< why nothing is served here, or not yet; null where all is
  std::unique_ptr<const node_map> nodes;     ///< null where all processes share one, or none do
  choices* decide = nullptr;                 ///< of calls that block
  choices* decide_posted = nullptr;          ///< and of the others
  /// What decides instead of the environment, where tutti_use() was called.
  struct own_choices {
    settings user;
    choices decide;
    own_choices(const settings& s, const surroundings& around) : user(s), decide(user, around) {}
  };
  std::unique_ptr<own_choices> own;
  /// The graph of its processes, from the first neighbourhood collective on. A persistent one has that of the communicator that
  /// it was made on.
  struct graph {
    explicit graph(neighbourhood of_this_process) : mine(std::move(of_this_process)) {}
    neighbourhood mine;
    std::atomic<bool> agreed{false};                 ///< on it, and so decided by what follows
    choices* decide = nullptr;                       ///< of calls that block
    choices* decide_posted = nullptr;                ///< and of the others
    std::unique_ptr<own_choices> own;                ///< where tutti_use() was called, or
    std::array<std::shared_ptr<choices>, 2> shared;  ///< with communicators on graphs alike
    std::shared_ptr<posted_call> agreement;          ///< under way, or ended
  };
  std::shared_ptr<graph> neighbours;
  std::vector<int> world_ranks;  ///< what `by` points to, where they are not the communicator's
  std::vector<int> tags;         ///< what `by` points to, where not all processes know it by the same number
  call_counts happened;
  std::uint16_t recorded = record::nowhere;  ///< its place in the record's table
  record::call* line = nullptr;              ///< of the call that has been counted last; null: none is kept

  /// The calls that need not have ended when their functions returned. Changed within a progress::hold only.
  struct posted_calls {
    std::atomic<unsigned> under_way{0};
    std::atomic<bool> opening{false};  ///< the first one had to begin that, and it has not ended yet
    unsigned since = 0;                ///< the call before the first of those under way
    std::deque<posted_call*> waiting;  ///< for that, or for their tag
    std::vector<bool> tags;            ///< of calls under way; empty as long as no two can have the same
    bool beginning = false;            ///< some of those that have waited
    bool freed = false;                ///< by the program: the last one that ends closes the communicator
    call_counts happened;
  } posted;

  [[nodiscard]] int rank() const noexcept { return by.rank; }
  [[nodiscard]] int size() const noexcept { return by.size; }
  /// What the call that has been counted last adds to the communicator's tags.
  [[nodiscard]] int offset() const noexcept { return static_cast<int>(calls & last_call); }
  /// Whether no call that is under way can have the same one.
  [[nodiscard]] bool tag_is_free() const noexcept {
    return posted.under_way.load(std::memory_order_acquire) == 0 || calls - posted.since <= last_call;
  }
};

struct erroneous;
/// A call that may be the first one on its communicator, which would be opened for it.
class first_call {
 public:
  /// What is wrong with this process's arguments alone, for which the MPI library refuses the call without asking any other process;
  /// null if nothing is. Of the communicator only the handle, the size and the rank are known.
  [[nodiscard]] virtual const erroneous* fault(communicator& s) const = 0;
  [[nodiscard]] virtual call_name name() const noexcept = 0;

 protected:
  ~first_call() = default;
};

/// What is wrong with the first call on a communicator, so that nothing is opened for it; null if nothing is.
const erroneous* fault_of(const first_call& call, MPI_Comm comm);
/// Fills in what is kept with a communicator, by what is known here and one small collective of the MPI library's on it. Collective
/// over the communicator, unless `native` is set then: that is known without.
void open_communicator(communicator& s, MPI_Comm comm);
/// The same, with that collective posted and awaited with all that is outstanding: until then `posted.opening` is set.
void post_opening(communicator& s, MPI_Comm comm);
/// Where nothing is served, calls are at most counted, and nothing is agreed on.
void open_switched_off(communicator& s, MPI_Comm comm);
/// Whether all of a communicator's processes are of this MPI_COMM_WORLD: those of others may run without tutti.
bool all_run_tutti(MPI_Comm comm);
/// When the program has freed it and none of its calls is under way. Gives back its number, and keeps what happened.
void close_communicator(communicator* s);

/// MPI_Comm_free or MPI_Comm_disconnect, which does the freeing.
int free_communicator(MPI_Comm* comm, int (*free)(MPI_Comm*));
/// Gives it the decisions for what is around it.
void decide_for(communicator& s, const surroundings& around);

/// The same for the graph of its processes, once they have agreed on it.
void decide_for_graph(communicator& s);

/// What happens to the program's calls.
enum class phase : std::uint8_t {
  before,    ///< MPI has not started, or tutti has not begun
  serving,   ///< algorithms serve them
  counting,  ///< tutti is off, and there will be a report: the MPI library serves them
  off,       ///< tutti is off
  ended      ///< MPI_Finalize has begun
};
class trace;
struct conduct {
  phase now = phase::before;
  bool posts = false;                  ///< what is begun here can go on while the program does something else
  bool measures = false;               ///< calls are timed, for a report
  bool explains = false;               ///< each distinct call is explained on stderr
  checking checks = checking::off;     ///< processes compare their calls first
  bool threads = false;                ///< several threads may call at once
  record::section* records = nullptr;  ///< where calls are written down; null: nowhere
  trace* traced = nullptr;             ///< what keeps all of them; null: nothing
  double nanoseconds_a_tick = 0;       ///< of the processor's clock
};
extern constinit conduct state;
inline bool reporting() noexcept { return state.measures; }

/// Says, on process 0 of MPI_COMM_WORLD and once for calls that are decided alike, what serves the call and why.
void explain_once(const choices& decide, const call_kind& of, std::size_t bytes);

/// What is kept with a communicator, or null if the call has to go to the MPI library: tutti is off, MPI is not running, the
/// communicator is null, the call would be the first one and is wrong. The first call on a communicator is collective.
communicator* find_communicator(MPI_Comm comm, const first_call* call = nullptr);
/// The same for a call that may not wait: the communicator may not be open yet.
communicator* find_or_post_opening(MPI_Comm comm, const first_call* call = nullptr);

/// Lets an algorithm serve a collective on a communicator, whatever the environment says; null: tutti's choice.
void use(MPI_Comm comm, collective of, const algorithm* wished);

/// What is kept with a communicator for a program of the user's own, which runs also when tutti is off. Throws failure.
communicator* open_to_programs(MPI_Comm comm);

// The last communicator of each thread is found without asking MPI. A freed communicator's handle may come again:
// each free makes all that threads remember stale.
struct remembered_communicator {
  MPI_Comm comm{};
  std::uint64_t generation = 0;
  communicator* found = nullptr;
};
extern constinit thread_local remembered_communicator last_communicator;
extern std::atomic<std::uint64_t> communicator_generation;

inline bool is_remembered(MPI_Comm comm) noexcept {
  return last_communicator.comm == comm && last_communicator.found &&
         last_communicator.generation == communicator_generation.load(std::memory_order_acquire);
}

inline communicator* communicator_of(MPI_Comm comm) {
  if (is_remembered(comm)) [[likely]]
    return last_communicator.found;
  return find_communicator(comm);
}

/// Called after MPI_Init and its like: takes the settings, says what was not understood, arranges for the report at
/// MPI_Finalize. Collective over MPI_COMM_WORLD. Does nothing when called again.
void begin();

/// Measures a call, if there will be a report. What the call's line in the record says already is not read again.
class stopwatch {
 public:
  explicit stopwatch(bool runs, record::call* line = nullptr) noexcept : runs_(runs), line_(line) {
    if (runs_) [[unlikely]]
      begin_ = line && line->begin != 0 ? line->begin : record::ticks();
  }
  [[gnu::always_inline]] void note(call_counts& happened, call_name c, const algorithm* use, const char* why,
                                   std::size_t bytes, bool counts) const {
    if (!runs_) [[likely]]
      return;
    const std::uint64_t end = record::ticks();
    if (line_) {
      line_->end = end;
      line_->at = static_cast<std::uint8_t>(record::progress::ended) & 0xfU;
    }
    const auto took = static_cast<double>(end - begin_) * state.nanoseconds_a_tick;
    happened.add(c, use, why, bytes, counts, static_cast<std::uint64_t>(took));
  }

 private:
  bool runs_;
  record::call* line_;
  std::uint64_t begin_ = 0;
};

}  // namespace tutti::mpi
