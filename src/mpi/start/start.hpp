#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "mpi/start/patient_tree.hpp"
#include "node/segment.hpp"
#include "select/settings.hpp"

namespace tutti::mpi {

/// The properties of a process that the others learn when MPI starts.
struct process_traits {
  bool gpus = false;     ///< it has loaded a GPU runtime, or its node has a GPU
  bool threads = false;  ///< several of its threads may be in MPI at once
  bool single = false;   ///< only one of its threads may be in MPI at once
};

/// The message of process 0 to all processes when MPI starts, made of the messages of all processes.
struct startup_message {
  std::string variables;  ///< TUTTI_* of process 0, each "NAME=value" with a terminating zero, sorted
  /// texts of the files that TUTTI_MACHINE, TUTTI_PROFILE, TUTTI_PLAN and TUTTI_LEARN_CACHE name
  std::array<std::optional<std::string>, 4> files;
  process_traits of_any;     ///< the properties that at least one process has
  std::vector<int> hosts;    ///< the host of each process, named by the first process on it
  std::vector<int> domains;  ///< likewise its domain (memory or cache); empty if there are several hosts
  node::invitation memory;   ///< the memory that the first process of this host offers
  bool divided = false;      ///< the processes of one machine are on several hosts
  /// On process 0 a sentence for the user, if they are.
  const char* division = nullptr;
};

/// Returns the identity of the MPI library: see mpi_identity().
std::string mpi_here();

/// A single exchange of all facts that processes must know about each other, because each exchange costs a
/// time slice if processes share cores.
class first_exchange {
 public:
  /// Makes the exchange. `same_builds`: ends the job unless all processes run the same build of tutti.
  /// Collective over the processes of `all`.
  first_exchange(const patient_tree& all, bool same_builds, process_traits traits);

  [[nodiscard]] const startup_message& message() const noexcept { return message_; }
  /// Returns the settings of process 0, with the files that they name. If other processes were given other
  /// settings, process 0 gets a warning. Called once. Collective over the processes of `all`.
  settings agreed_settings(const patient_tree& all);

 private:
  int rank_;
  settings of_first_;         // on process 0
  node::memory_offer offer_;  // others can open the memory while this exists
  startup_message message_;
};

}  // namespace tutti::mpi
