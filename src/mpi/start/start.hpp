#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "mpi/start/patient_tree.hpp"
#include "node/segment.hpp"
#include "select/settings.hpp"

namespace tutti::mpi {

/// What process 0 tells all processes when MPI starts, from what each has told it.
struct told_at_start {
  std::string variables;  ///< TUTTI_* of process 0: "NAME=value" each, ended by a zero, sorted
  std::array<std::optional<std::string>, 3>
      files;                 ///< the text of the machine, the profile and the plan that these name
  std::vector<int> hosts;    ///< the host of each process, named by the rank of its first process
  std::vector<int> domains;  ///< the same of its domain of memory or cache; empty if there are several hosts
  node::invitation memory;   ///< what the first process of this process's host offers
};

/// What all processes have to know of each other is exchanged at once, since each exchange costs a time slice where
/// processes share cores.
class first_exchange {
 public:
  /// Makes the exchange. Collective over the processes of `all`. `same_builds`: ends the job if not all run the same build of tutti.
  first_exchange(const patient_tree& all, bool same_builds);

  [[nodiscard]] const told_at_start& told() const noexcept { return told_; }
  /// The settings of process 0, read anew on all processes, with the files that they name. Where a process was given others,
  /// process 0 has a warning of it. To be called once. Collective over the processes of `all`.
  settings agreed_settings(const patient_tree& all);

 private:
  int rank_;
  settings of_first_;         // on process 0
  node::memory_offer offer_;  // can be opened as long as this lives
  told_at_start told_;
};

}  // namespace tutti::mpi
