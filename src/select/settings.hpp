#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/costs.hpp"
#include "select/calibration.hpp"
#include "select/profile.hpp"
#include "select/reduction_order.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// The user's request for one collective.
struct requested_algorithm {
  const algorithm* use = nullptr;  ///< null: the model chooses
  bool native = false;             ///< the MPI library's own
};

/// When MPI calls check if their buffers are on a GPU.
enum class device_memory : std::uint8_t {
  automatic,  ///< if a GPU runtime is loaded, or GPUs are visible for which one may be loaded later
  watched,    ///< also if a runtime may be loaded later for GPUs that are not visible now
  unused      ///< never: no buffer is on a GPU
};

/// Check mode: whether processes compare their calls before these run, and what a mismatch causes.
enum class checking : std::uint8_t { off, warns, ends };

/// Which calls are tried in several ways while the program makes them, to find the fastest: none, those whose
/// results do not depend on the algorithm, or all.
enum class learning : std::uint8_t { off, exact, all };
/// Sums of floating-point numbers that are rounded once, so that the order of the addends does not matter.
enum class rounded_once : std::uint8_t {
  no,
  yes,           ///< the model chooses the way
  accumulators,  ///< the algorithms of the reductions, on accumulators
  gathered,      ///< all contributions travel to the processes that need their sum
  exchanged,     ///< each process sums one part of the vector
  shorter,       ///< short accumulators, and one of the ways above if the numbers do not fit into them
  added          ///< the algorithms of the reductions, on numbers: at most two processes; never asked for
};

/// How tutti runs.
struct run_settings {
  bool off = false;    ///< TUTTI=off: every call goes to the MPI library; calls may still be counted
  std::string report;  ///< TUTTI_REPORT: empty: none, "1": a table on stderr, otherwise a file (JSON or text)
  std::string record;  ///< TUTTI_RECORD: the job's name in the records of calls; empty: no record
  std::string trace;   ///< TUTTI_TRACE: the file for all calls of all processes; empty: none
  checking check = checking::off;  ///< TUTTI_CHECK: 1 (ends the program), unsafe (the same), warn, 0
  bool synchronous_sends = false;  ///< TUTTI_CHECK=unsafe: standard-mode sends wait for their receives
  bool debug = false;              ///< TUTTI_DEBUG: prints settings and choices to stderr
  /// TUTTI_EXPLAIN: prints to stderr why an algorithm was chosen, for each distinct call
  bool explain = false;
  int node_size = 0;  ///< TUTTI_NODE_SIZE: ranks of MPI_COMM_WORLD for each node; 0: nodes are hosts
  /// TUTTI_DOMAIN_SIZE: ranks for each domain of a job on one node (processes that share a cache); 0: one
  /// domain; none: ask the system.
  std::optional<int> domain_size;
  bool by_domain = false;     ///< algorithms treat the domains of one node as nodes
  bool shares_memory = true;  ///< TUTTI_NODE=memory or mpi: how messages travel within a node
  device_memory devices = device_memory::automatic;  ///< TUTTI_GPU: off, on, auto
  bool buffers_on_gpus = false;                      ///< a process may have buffers in GPU memory
  /// TUTTI_PROGRESS=thread: a thread of tutti's advances outstanding operations
  bool progress_thread = false;
};

/// The machine that virtual time and prices assume.
struct cost_settings {
  std::string machine_file;  ///< TUTTI_MACHINE: the file that describes the machine; empty: none
  bool usual = false;        ///< TUTTI_MACHINE=usual: the machine is not measured at start-up
  bool clocked = false;      ///< `platform` was measured at start-up
  std::optional<double> alpha, beta, gamma;      ///< TUTTI_ALPHA, TUTTI_BETA, TUTTI_GAMMA: seconds
  bool calibrated = false;                       ///< `platform` comes from machine_file
  network platform = usual_machine();            ///< the machine; alpha, beta and gamma replace its values
  calibration costs = calibration_of(platform);  ///< the view of the machine that prices use

  /// Decides reductions that round. It is set if `platform` may differ in the next run, because it was
  /// measured at start-up or the measurement failed. Null: `platform` decides.
  std::shared_ptr<const network> nominal;
  /// Decides collectives without a root. It is `platform` with the overhead that was measured while all
  /// processes sent at once. Null: that overhead was not higher.
  std::shared_ptr<const network> all_sending;

  /// The word that TUTTI_MACHINE takes instead of a file name.
  static constexpr std::string_view usual_word = "usual";
  void name_machine(std::string_view name) {
    usual = name == usual_word;
    machine_file = usual ? "" : name;
  }
  /// True if the user named no usable machine, so that the machine must be measured at start-up.
  [[nodiscard]] bool unknown_machine() const noexcept { return !calibrated && !usual && !alpha && !beta; }
  /// Uses another machine, but keeps the user's TUTTI_ALPHA, TUTTI_BETA and TUTTI_GAMMA.
  void run_on(network machine);
};

/// The settings that choose the algorithm.
struct choice_settings {
  /// TUTTI_REPRODUCIBLE: 1, or the method of exact sums
  rounded_once sums = rounded_once::no;
  std::array<requested_algorithm, collectives> requested;  ///< TUTTI_BCAST=circulant and so on
  /// TUTTI_IBCAST=chain and so on, for non-blocking and persistent calls. None: as for blocking calls.
  std::array<std::optional<requested_algorithm>, collectives> requested_posted;
  learning learns = learning::off;         ///< TUTTI_LEARN: off, on (exact), all
  std::string learned_file;                ///< TUTTI_LEARN_CACHE: keeps what runs have learned; empty: none
  std::shared_ptr<const profile> learned;  ///< what earlier runs have learned; null if there is no such file
  bool posted = false;  ///< these settings serve non-blocking and persistent calls: `requested` are for them
  bool repeatable = false;     ///< these settings come from for_repeatable()
  reduction_order reductions;  ///< TUTTI_REDUCTIONS
  int pieces = 0;              ///< TUTTI_PIECES: M of pipelined algorithms; 0: from the model
  /// TUTTI_SIMULATE: about this many messages are sent in virtual time to decide one kind and size of call,
  /// once on each process. 0: none, prices decide.
  std::size_t simulated_messages = std::size_t{1} << 17U;
  /// TUTTI_SIMULATE_AFTER: the number of first calls on each communicator that prices decide, unless the
  /// operator rounds; none: the model decides the number
  std::optional<unsigned> simulate_after;
  static constexpr unsigned most_early_calls = 4096;  ///< prices never decide later calls
  /// arrival times of the processes in virtual time; empty: all at once. For plans only
  arrival skews;
  std::size_t segment = 0;   ///< TUTTI_SEGMENT: bytes of the segments of longer messages; 0: from the model
  std::string profile_file;  ///< TUTTI_PROFILE: the file of measurements; empty: none
  std::shared_ptr<const profile> measured;  ///< the profile read from that file; null if there is none
  std::string plan_file;                    ///< TUTTI_PLAN: the file of a plan; empty: none
  bool job_makes_plan = false;  ///< TUTTI_PLAN=job: the processes of a job share the work of a plan
  std::shared_ptr<const profile> planned;  ///< the plan; null if there is none

  /// The word that TUTTI_PLAN takes instead of a file name.
  static constexpr std::string_view job_word = "job";
  void name_plan(std::string_view name) {
    job_makes_plan = name == job_word;
    plan_file = job_makes_plan ? "" : name;
  }
  /// The name of the plan in explanations.
  [[nodiscard]] std::string plan_name() const { return job_makes_plan ? "this job's plan" : plan_file; }

  [[nodiscard]] const requested_algorithm& of(collective c) const {
    return requested[static_cast<std::size_t>(c)];
  }
  [[nodiscard]] const requested_algorithm& of_posted(collective c) const {
    const auto& w = requested_posted[static_cast<std::size_t>(c)];
    return w ? *w : of(c);
  }
  /// True if the user has other requests for non-blocking and persistent calls than for blocking ones.
  [[nodiscard]] bool has_posted_requests() const noexcept;
  /// Requests an algorithm for a collective in all forms of calls; null: no algorithm.
  void request(collective c, const algorithm* use);
  /// The variable that sets, or may set, the algorithm for the collective.
  [[nodiscard]] std::string variable_for(collective c) const;
};

/// The user's settings, from the environment of process 0, on all processes.
struct settings : run_settings, cost_settings, choice_settings {
  std::vector<std::string> warnings;  ///< for values that were not understood, one sentence each

  /// The settings for non-blocking and persistent calls.
  [[nodiscard]] settings for_posted() const;
  /// True if reductions that round need settings of their own.
  [[nodiscard]] bool has_repeatable() const noexcept {
    return !repeatable && (nominal || reductions.placements);
  }
  /// The settings for reductions that round: nothing in them was measured at start-up.
  [[nodiscard]] settings for_repeatable() const;
  /// The settings for collectives without a root. Requires `all_sending`.
  [[nodiscard]] settings for_all_sending() const;
};

/// Reads all TUTTI_* of an environment (strings "NAME=value", terminated by a null pointer).
settings read_settings(const char* const* environment);

/// A variable that read_settings() knows, with one line of help. variables() does not list those of the
/// collectives.
struct variable {
  std::string_view name, help;
};
std::span<const variable> variables() noexcept;

}  // namespace tutti
