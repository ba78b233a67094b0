#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/observe/call_counts.hpp"
#include "mpi/observe/significance.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "record/format.hpp"
#include "select/choice.hpp"
#include "tutti/neighbours.hpp"
#include "tutti/nodes.hpp"

namespace tutti::mpi {

class queued_call;

/// What chooses the algorithms: users may wish for others where a call does not block.
struct choosers_by_form {
  choices* blocking = nullptr;
  choices* posted = nullptr;  ///< for calls of the other forms; often the same one
  [[nodiscard]] choices& of(form as) const noexcept { return as == form::blocking ? *blocking : *posted; }
};

/// What tutti keeps with a communicator, from the first collective call on it until it is freed: how messages
/// reach its processes, the decisions, and what happened.
struct communicator {
  MPI_Comm handle = MPI_COMM_NULL;
  route by;
  int number = -1;         ///< by which this process knows it in tags; -1: none is needed
  unsigned last_call = 0;  ///< tags come again after this many calls
  /// Where `calls` begins: shortly before it wraps, as it does in a long program, so that every program that passes a hundred calls
  /// shows that the wraps of it and of the tags do no harm.
  static constexpr unsigned before_first = 0U - 100;
  unsigned calls = before_first;  ///< counts the calls, served or not: the same on all processes
  bool inter = false;             ///< an inter-communicator
  bool counts = false;            ///< whether this process counts the operations: one process of all does
  bool left_over = false;         ///< a call has failed, of which messages may still be on their way
  std::atomic<const char*> native{nullptr};  ///< why nothing is served here, or not yet; null where all is
  std::unique_ptr<const node_map> nodes;     ///< null where all processes share one, or none do
  choosers_by_form choosers;
  /// What decides instead of the environment, where tutti_use() was called.
  struct own_choices {
    settings user;
    choices chooser;
    own_choices(const settings& s, const surroundings& around) : user(s), chooser(user, around) {}
  };
  std::unique_ptr<own_choices> own;
  /// The graph of its processes, from the first neighbourhood collective on. A persistent one has that of the
  /// communicator that it was made on.
  struct graph {
    explicit graph(neighbourhood of_this_process) : mine(std::move(of_this_process)) {}
    neighbourhood mine;
    std::atomic<bool> agreed{false};  ///< on it, and so decided by what follows
    choosers_by_form choosers;
    std::unique_ptr<own_choices> own;                ///< where tutti_use() was called, or
    std::array<std::shared_ptr<choices>, 2> shared;  ///< with communicators on graphs alike
    std::shared_ptr<queued_call> agreement;          ///< under way, or ended
  };
  std::shared_ptr<graph> neighbours;
  std::vector<int> world_ranks;  ///< what `by` points to, where they are not the communicator's
  std::vector<int> tags;         ///< what `by` points to, where not all processes know it by the same number
  /// How its processes meet where all share a node (meet() in requests/members.hpp): the counter of each, and its value when the
  /// communicator was opened. Empty if they meet by messages.
  struct arrival_counter {
    std::atomic<std::uint32_t>* at;
    std::uint32_t at_opening;
  };
  std::vector<arrival_counter> arrivals;
  std::uint32_t meetings = 0;  ///< that this process has arrived at
  call_counts happened;
  std::uint16_t recorded = record::nowhere;  ///< its place in the record's table
  record::call* line = nullptr;              ///< of the call that has been counted last; null: none is kept

  /// The calls that need not have ended when their functions returned. Changed within a progress::hold only.
  struct posted_calls {
    std::atomic<unsigned> under_way{0};
    std::atomic<bool> opening{false};  ///< the first one had to begin that, and it has not ended yet
    unsigned since = 0;                ///< the call before the first of those under way
    std::deque<queued_call*> waiting;  ///< for that, or for their tag
    std::vector<bool> tags;            ///< of calls under way; empty as long as no two can have the same
    bool beginning = false;            ///< some of those that have waited
    bool freed = false;                ///< by the program: the last one that ends closes the communicator
    call_counts happened;
  } posted;

  /// Of messages to its first process, in its first call: all its processes know it by that.
  [[nodiscard]] int first_tag() const noexcept { return by.tags ? by.tags[0] : by.tag; }
  [[nodiscard]] int rank() const noexcept { return by.rank; }
  [[nodiscard]] int size() const noexcept { return by.size; }
  /// This process's place. Of a graph that has not been looked at, blocks on both sides are assumed.
  [[nodiscard]] call_place place() const noexcept {
    return {.rank = rank(),
            .inter = inter,
            .sources = !neighbours || neighbours->mine.blocks_in() > 0,
            .destinations = !neighbours || neighbours->mine.blocks_out() > 0};
  }
  [[nodiscard]] unsigned calls_so_far() const noexcept { return calls - before_first; }
  /// What the call that has been counted last adds to the communicator's tags.
  [[nodiscard]] int offset() const noexcept { return static_cast<int>(calls & last_call); }
  /// Whether no call that is under way can have the same one.
  [[nodiscard]] bool tag_is_free() const noexcept {
    return posted.under_way.load(std::memory_order_acquire) == 0 || calls - posted.since <= last_call;
  }
};

// The last communicator of each thread is found without asking MPI. A freed communicator's handle may come
// again: each free makes all that threads remember stale.
struct remembered_communicator {
  MPI_Comm comm{};
  std::uint64_t generation = 0;
  communicator* found = nullptr;
};
extern constinit thread_local remembered_communicator last_communicator;
extern std::atomic<std::uint64_t> communicator_generation;

/// Makes stale what all threads remember.
inline void forget_remembered() noexcept { communicator_generation.fetch_add(1, std::memory_order_acq_rel); }
inline bool is_remembered(MPI_Comm comm) noexcept {
  return last_communicator.comm == comm && last_communicator.found &&
         last_communicator.generation == communicator_generation.load(std::memory_order_acquire);
}

}  // namespace tutti::mpi
