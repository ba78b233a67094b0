#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "mpi/communicators/learner.hpp"
#include "mpi/communicators/short_sums.hpp"
#include "mpi/library/abi.hpp"
#include "mpi/observe/call_counts.hpp"
#include "mpi/observe/significance.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "record/format.hpp"
#include "select/choice.hpp"
#include "select/sum_plans.hpp"
#include "tutti/neighbours.hpp"
#include "tutti/nodes.hpp"

namespace tutti::mpi {

class queued_call;

/// The objects that choose the algorithm. Users may request other algorithms for calls that do not block.
struct choosers_by_form {
  choices* blocking = nullptr;
  choices* posted = nullptr;  ///< for non-blocking and persistent calls; often the same object
  /// The plans for sums that are rounded once, for blocking and for other calls. Null unless the user wants
  /// such sums.
  sum_plans* sums = nullptr;
  sum_plans* posted_sums = nullptr;
  [[nodiscard]] choices& of(form as) const noexcept { return as == form::blocking ? *blocking : *posted; }
};

/// tutti's data about a communicator, from its first collective call until it is freed: the routes of
/// messages, the decisions, and the counts of calls.
struct communicator {
  MPI_Comm handle = MPI_COMM_NULL;
  route via;
  int number = -1;         ///< identifies it in the tags of messages to this process; -1: none
  unsigned call_mask = 0;  ///< mask of the call's number in tags: they repeat after call_mask + 1 calls
  /// The first value of `calls`. It is shortly before the wrap-around that a long program reaches, so that
  /// every program with more than a hundred calls tests the wrap-around of `calls` and of the tags.
  static constexpr unsigned before_first = 0U - 100;
  unsigned calls = before_first;    ///< counts the calls, served or not; the same on all processes
  unsigned entered = before_first;  ///< `calls` when this process last entered a call, or withdrew one
  bool inter = false;               ///< an inter-communicator
  bool of_operation = false;        ///< it belongs to a persistent operation
  bool counts_operations = false;   ///< this process counts the operations; one of all processes does
  bool has_stray_messages = false;  ///< a call has failed whose messages may still arrive
  /// The reason why calls go to the MPI library, for good or only for now; null if tutti serves them.
  std::atomic<const char*> native{nullptr};
  std::optional<bool> all_run_tutti;      ///< its processes; asked before the MPI library serves a call on it
  short_sums shorter;                     ///< decides if exact sums try short accumulators
  std::unique_ptr<const node_map> nodes;  ///< null if all processes share a node, or no two do
  choosers_by_form choosers;
  /// `choosers` decide alone: the number of the call does not matter, and nothing is learned. False for the
  /// first calls on a communicator: see choose_otherwise().
  bool chooses_plainly = false;
  /// The settings and choices that replace those of the environment after tutti_use().
  struct overriding_choices {
    settings user;
    choices chooser;
    std::unique_ptr<sum_plans> sums;
    std::unique_ptr<overriding_choices> posted;  ///< for posted calls, if the user has requests for these
    overriding_choices(const settings& s, const surroundings& around)
        : user(s),
          chooser(user, around),
          sums(user.sums == rounded_once::no ? nullptr : std::make_unique<sum_plans>(user, around)),
          posted(user.posted || !user.has_posted_requests()
                     ? nullptr
                     : std::make_unique<overriding_choices>(user.for_posted(), around)) {}
    [[nodiscard]] choosers_by_form choosers() noexcept {
      overriding_choices& of_posted = posted ? *posted : *this;
      return {&chooser, &of_posted.chooser, sums.get(), of_posted.sums.get()};
    }
  };
  std::unique_ptr<overriding_choices> overriding;
  /// Finds the fastest algorithms. Made after the first calls, because many communicators have no further
  /// calls.
  std::unique_ptr<learner> learns;
  static constexpr unsigned calls_before_learning = 8, never = ~0U;
  unsigned learns_after = never;  ///< the number of calls after which the learner is made
  /// The process graph, from the first neighbourhood collective on. A persistent operation shares the graph
  /// of the communicator that it was made on.
  struct graph {
    explicit graph(neighbourhood of_this_process) : mine(std::move(of_this_process)) {}
    neighbourhood mine;
    std::atomic<bool> agreed{false};  ///< the processes have agreed on the graph, so `choosers` decide
    choosers_by_form choosers;
    std::unique_ptr<overriding_choices> overriding;  ///< if tutti_use() was called
    std::array<std::shared_ptr<choices>, 2> shared;  ///< otherwise, shared with communicators on equal graphs
    std::shared_ptr<queued_call> agreement;          ///< agrees on the graph; under way or ended
  };
  std::shared_ptr<graph> neighbours;
  std::vector<int> world_ranks;  ///< `via` points to these; empty if they equal the ranks
  std::vector<int> tags;         ///< `via` points to these; empty if all are the same
  /// For meetings of its processes if all share a node (meet() in requests/members.hpp): the counter of each
  /// process, and its value when the communicator was opened. Empty if they meet by messages.
  struct arrival_counter {
    std::atomic<std::uint32_t>* at;
    std::uint32_t at_opening;
  };
  std::vector<arrival_counter> arrivals;
  std::uint32_t meetings = 0;  ///< the number of meetings at which this process has arrived
  call_counts tally;
  std::uint16_t recorded = record::nowhere;  ///< its index in the record's table
  record::call* line = nullptr;  ///< the record's line of the call that was counted last; null: no record

  /// The calls that may continue after their functions have returned. Changed only within a progress::hold.
  struct posted_calls {
    std::atomic<unsigned> under_way{0};
    /// The first call is opening the communicator.
    std::atomic<bool> opening{false};
    unsigned first_under_way = 0;      ///< number of the first of the calls under way
    std::deque<queued_call*> waiting;  ///< calls that wait for the opening, or for their tag
    /// The tags of calls under way; empty as long as no two of these calls can have the same tag.
    std::vector<bool> tags;
    bool starting_waiting_calls = false;  ///< start_waiting_calls() is running
    bool freed = false;                   ///< by the program: the last call to end closes the communicator
    call_counts tally;
  } posted;

  /// The tag of messages to the first process, in the first call. It identifies the communicator on all its
  /// processes.
  [[nodiscard]] int first_tag() const noexcept { return via.tags ? via.tags[0] : via.tag; }
  [[nodiscard]] int rank() const noexcept { return via.rank; }
  [[nodiscard]] int size() const noexcept { return via.size; }
  /// The position of this process. If the graph has not been read yet, blocks to send and to receive are
  /// assumed.
  [[nodiscard]] call_place place() const noexcept {
    return {.rank = rank(),
            .inter = inter,
            .sources = !neighbours || neighbours->mine.blocks_in() > 0,
            .destinations = !neighbours || neighbours->mine.blocks_out() > 0};
  }
  [[nodiscard]] unsigned calls_so_far() const noexcept { return calls - before_first; }
  /// The offset of the last counted call in the communicator's tags.
  [[nodiscard]] int offset() const noexcept { return static_cast<int>(calls & call_mask); }
  /// True if no call under way can have the tag of the last counted call.
  [[nodiscard]] bool tag_is_free() const noexcept {
    return posted.under_way.load(std::memory_order_acquire) == 0 ||
           calls - posted.first_under_way <= call_mask;
  }
};

// Each thread remembers its last communicator and finds it without calling MPI. A freed communicator's handle
// may be reused, so each free invalidates the remembered communicators of all threads.
struct remembered_communicator {
  MPI_Comm comm{};
  std::uint64_t generation = 0;
  communicator* found = nullptr;
};
extern constinit thread_local remembered_communicator last_communicator;
extern std::atomic<std::uint64_t> communicator_generation;

/// Invalidates the remembered communicators of all threads.
inline void forget_remembered() noexcept { communicator_generation.fetch_add(1, std::memory_order_acq_rel); }
inline bool is_remembered(MPI_Comm comm) noexcept {
  return last_communicator.comm == comm && last_communicator.found &&
         last_communicator.generation == communicator_generation.load(std::memory_order_acquire);
}

}  // namespace tutti::mpi
