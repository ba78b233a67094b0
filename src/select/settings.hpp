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
#include "tutti/algorithm.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// What the user wishes for one collective.
struct wish {
  const algorithm* use = nullptr;  ///< null: let the model choose
  bool native = false;             ///< the MPI library's own
};

/// When MPI calls ask whether their buffers live on a GPU.
enum class device_memory : std::uint8_t {
  automatic,  ///< if a runtime for GPUs is loaded, or there are GPUs for which one may be loaded later
  watched,    ///< also if one may be loaded later for GPUs that cannot be seen
  unused      ///< never: no buffer does
};

/// What may decide in which order a reduction combines its operands, where the operator rounds.
enum class reduction_order : std::uint8_t {
  any,         ///< also what was measured when the program started
  repeatable,  ///< only what is the same in every run with the same processes, placement and settings
  ranks        ///< the same, and operands are combined in the order of their ranks
};

/// Whether processes compare what they call before it runs, and what happens where they differ.
enum class checking : std::uint8_t { off, warns, ends };

/// How tutti runs.
struct run_settings {
  bool off = false;    ///< TUTTI=off: every call goes to the MPI library, and is at most counted
  std::string report;  ///< TUTTI_REPORT: empty none, "1" a table on stderr, otherwise a file (.json or text)
  std::string record;  ///< TUTTI_RECORD: the name under which calls are recorded; empty: they are not
  std::string trace;   ///< TUTTI_TRACE: the file for all calls of all processes; empty: none
  checking check = checking::off;  ///< TUTTI_CHECK: 1 (ends the program), warn, 0
  bool debug = false;              ///< TUTTI_DEBUG: says on stderr what is set up and chosen
  bool explain = false;            ///< TUTTI_EXPLAIN: says on stderr why what serves each distinct call
  int node_size = 0;  ///< TUTTI_NODE_SIZE: this many ranks of MPI_COMM_WORLD are a node; 0: those of a host
  /// TUTTI_DOMAIN_SIZE: this many ranks of a job on one node are near each other; 0: all of them; none: ask the
  /// system.
  std::optional<int> domain_size;
  bool by_domain = false;     ///< what algorithms take for nodes are the domains of one node
  bool shares_memory = true;  ///< TUTTI_NODE: memory, or mpi: how messages travel within a node
  device_memory devices = device_memory::automatic;  ///< TUTTI_GPU: off, on, auto
  bool progress_thread = false;  ///< TUTTI_PROGRESS=thread: one of tutti's own advances what is outstanding
};

/// The machine, for virtual time and for prices.
struct cost_settings {
  std::string machine_file;  ///< TUTTI_MACHINE: where it is described; empty: nowhere
  bool usual = false;        ///< TUTTI_MACHINE=usual: nothing is to be clocked when a program starts
  bool clocked = false;      ///< it comes from what was clocked when the program started
  std::optional<double> alpha, beta, gamma;  ///< TUTTI_ALPHA, TUTTI_BETA, TUTTI_GAMMA: seconds
  bool calibrated = false;                   ///< it comes from machine_file
  network platform = usual_machine();        ///< the machine; alpha, beta and gamma wherever they are given
  calibration costs = calibration_of(platform);  ///< what prices look at of it

  /// The machine by which reductions that round are decided where `platform` may be another one in the next run, since it
  /// was clocked, or could not be: nominal values. Null: by `platform`.
  std::shared_ptr<const network> nominal;

  /// A file, or this word.
  static constexpr std::string_view usual_word = "usual";
  void name_machine(std::string_view name) {
    usual = name == usual_word;
    machine_file = usual ? "" : name;
  }
  /// Whether nothing is said of the machine, or in a file that cannot be used, so that a program should clock it when it starts.
  [[nodiscard]] bool unknown_machine() const noexcept { return !calibrated && !usual && !alpha && !beta; }
  /// Takes a machine, but for what was said by TUTTI_ALPHA, TUTTI_BETA and TUTTI_GAMMA.
  void run_on(network machine);
};

/// What the user wishes of the choice.
struct choice_settings {
  std::array<wish, collectives> wishes;  ///< TUTTI_BCAST=circulant and so on
  /// TUTTI_IBCAST=chain and so on: of calls that are begun and waited for; none: as those that block.
  std::array<std::optional<wish>, collectives> posted_wishes;
  bool posted = false;      ///< these settings serve such calls: `wishes` are theirs
  bool repeatable = false;  ///< these settings come from for_repeatable()
  reduction_order reductions = reduction_order::repeatable;  ///< TUTTI_REDUCTIONS
  int pieces = 0;  ///< TUTTI_PIECES: M of pipelined algorithms; 0: from the model
  /// TUTTI_SIMULATE: about this many messages are sent in virtual time to find what serves one kind and size of call,
  /// on each process, once; 0: none, prices decide.
  std::size_t simulated_messages = std::size_t{1} << 17U;
  arrival skews;             ///< of processes at what runs in virtual time; empty: all at once. Of plans only
  std::size_t segment = 0;   ///< TUTTI_SEGMENT: bytes in which longer messages travel; 0: from the model
  std::string profile_file;  ///< TUTTI_PROFILE: what was measured; empty: nothing was
  std::shared_ptr<const profile> measured;  ///< read from it; null if there is none
  std::string plan_file;                    ///< TUTTI_PLAN: what the engine found; empty: nothing
  bool plans_together = false;  ///< TUTTI_PLAN=job: the processes of a job share the work of a plan
  std::shared_ptr<const profile> planned;  ///< read from it; null if there is none

  /// A file, or this word.
  static constexpr std::string_view job_word = "job";
  void name_plan(std::string_view name) {
    plans_together = name == job_word;
    plan_file = plans_together ? "" : name;
  }
  /// What to call the plan where it has decided.
  [[nodiscard]] std::string plan_name() const { return plans_together ? "this job's plan" : plan_file; }

  [[nodiscard]] const wish& of(collective c) const { return wishes[static_cast<std::size_t>(c)]; }
  [[nodiscard]] const wish& of_posted(collective c) const {
    const auto& w = posted_wishes[static_cast<std::size_t>(c)];
    return w ? *w : of(c);
  }
  /// The variable in which the user has said, or may say, what serves it.
  [[nodiscard]] std::string variable_for(collective c) const;
};

/// The user's word, from the environment; process 0's on all processes.
struct settings : run_settings, cost_settings, choice_settings {
  std::vector<std::string> warnings;  ///< what was not understood, a sentence each

  /// The same for settings that choose alike, and almost certainly another for others.
  [[nodiscard]] std::uint32_t fingerprint() const;
  /// The settings by which non-blocking and persistent calls are served.
  [[nodiscard]] settings for_posted() const;
  /// The settings by which reductions that round are decided: nothing in them was measured when the program started.
  /// Requires `nominal`.
  [[nodiscard]] settings for_repeatable() const;
};

/// Reads all TUTTI_* of an environment ("NAME=value", ended by a null pointer).
settings read_settings(const char* const* environment);

/// Every variable that read_settings() knows, with one line of help. Those of the collectives are not listed.
struct variable {
  std::string_view name, help;
};
std::span<const variable> variables() noexcept;

}  // namespace tutti
