#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/control_variables.hpp"
#include "measure/own_algorithms.hpp"

namespace tutti::bench {

/// The algorithms of this program's MPI library, from its control variables and, for MPICH, from the
/// library's file. None for other libraries. `several_nodes`: there are processes on other nodes. Call this
/// on one process.
measure::own_algorithms ask_library(const control_variables& variables, bool several_nodes);

/// True if the library reads the variables of an algorithm when a communicator is made, as Open MPI does, and
/// keeps their values on that communicator. False if it reads them in every call, as MPICH does.
bool read_by_new_communicators() noexcept;

/// The algorithms of the MPI library, on all processes.
class own_library {
 public:
  /// Collective over `comm`: process 0 asks the library.
  explicit own_library(MPI_Comm comm);
  [[nodiscard]] const measure::own_algorithms& known() const noexcept { return known_; }

  /// The variables and their values by which calls of a collective use an algorithm.
  using setting = std::vector<std::pair<const control_variable*, int>>;
  /// Throws std::runtime_error, with one sentence, if the library cannot run the choice.
  [[nodiscard]] setting setting_of(const measure::own_choice& choice, collective of) const;

  /// Sets variables, and resets them at the end of its life.
  class in_force {
   public:
    in_force() = default;  ///< sets none
    in_force(const own_library& of, const setting& values);
    ~in_force();
    in_force(const in_force&) = delete;
    in_force& operator=(const in_force&) = delete;

   private:
    const control_variables* variables_ = nullptr;
    setting before_;
  };

 private:
  control_variables variables_;
  measure::own_algorithms known_;
};

}  // namespace tutti::bench
