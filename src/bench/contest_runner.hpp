#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/clock.hpp"
#include "bench/prepared_experiment.hpp"
#include "bench/repetitions.hpp"
#include "measure/testbed.hpp"

namespace tutti::bench {

/// Runs contests on the processes of MPI_COMM_WORLD. All processes call the same functions in the same order.
class contest_runner {
 public:
  explicit contest_runner(const node_map& nodes);

  /// One measurement, as process 0 knows it.
  struct sample {
    std::size_t prepared_experiment = 0;  ///< its index in the contest
    double seconds = 0, fastest = 0, span = 0, skew = 0;
  };
  struct outcome {
    std::vector<sample> samples;          ///< in the order of time; on process 0
    std::vector<std::string> algorithms;  ///< of each prepared_experiment
    std::vector<std::string> right;       ///< "yes", "no" or empty, of each
  };
  outcome run(const measure::contest& c, const measure::policy& how);
  /// The MPI library's own algorithms.
  const measure::own_algorithms& own() { return communicators_.library().known(); }

  /// The communicator for the messages of the measuring program itself.
  [[nodiscard]] MPI_Comm comm() const noexcept { return comm_.is; }
  [[nodiscard]] const common_clock& clock() const noexcept { return clock_; }

 private:
  struct own_communicator {
    MPI_Comm is = MPI_COMM_NULL;
    own_communicator();
    ~own_communicator();
  };
  struct moment {
    double begin = 0, end = 0;  // by this process's clock
    double opened = 0;          // by the common clock: when the window opened
    bool late = false;          // the window had already opened
    bool idle = false;          // this process waited
  };
  // The maxima over all processes in one measurement, by the common clock.
  struct extremes {
    double own = 0, less_own = 0;  // the duration and its negative (whose maximum gives the fastest)
    double end = 0, begin = 0, less_begin = 0;
    double late = 0;  // 1 if any process was late
    [[nodiscard]] double span() const noexcept { return end + less_begin; }
    [[nodiscard]] double skew() const noexcept { return begin + less_begin; }
  };
  // Null if this process does not belong to the experiment's communicator, and waits.
  using prepared = std::vector<std::unique_ptr<prepared_experiment>>;

  prepared prepare(const measure::contest& c, const measure::policy& how);
  double warm_up(prepared& all, const measure::policy& how, const repetitions& so_far);
  std::vector<sample> measure_all(prepared& all, const measure::policy& how, repetitions& so_far,
                                  double pass);
  std::vector<sample> batch(prepared& all, const std::vector<std::size_t>& order, const measure::policy& how);
  std::vector<moment> time_each(prepared& all, const std::vector<std::size_t>& order,
                                const measure::policy& how);
  std::vector<extremes> extremes_of(const std::vector<moment>& when);
  std::string checked(prepared_experiment* one);
  int from_first(int number);
  bool agreed(bool leader) { return from_first(leader ? 1 : 0) == 1; }

  const node_map& nodes_;
  own_communicator comm_;
  int rank_ = 0, size_ = 1;
  barrier synchronise_;
  common_clock clock_;
  handles handles_;
  communicators communicators_;
  std::vector<double> window_;  // seconds of the window of each prepared_experiment of this contest
};

}  // namespace tutti::bench
