#pragma once

#include <map>
#include <memory>
#include <string>

#include "bench/calls.hpp"
#include "bench/neighbourhood.hpp"
#include "bench/posted.hpp"
#include "bench/test_data.hpp"
#include "measure/mockups.hpp"

namespace tutti::bench {

/// A communicator for each implementation: MPI's own, tutti's choice, an algorithm that is forced. All have the processes of
/// MPI_COMM_WORLD.
class communicators {
 public:
  communicators() = default;
  communicators(const communicators&) = delete;
  communicators& operator=(const communicators&) = delete;
  ~communicators();
  /// Collective where it is asked for first.
  MPI_Comm of(const measure::experiment& e);

 private:
  std::map<std::string, MPI_Comm> known_;
};

/// An experiment that is ready to run.
class prepared_experiment {
 public:
  prepared_experiment(const measure::experiment& e, std::shared_ptr<test_data> on, communicators& known,
                      int rank, int size, std::shared_ptr<as_long_as_the_call> meanwhile);
  prepared_experiment(prepared_experiment&&) = default;

  /// What must not be measured. Collective; to be called once, before the others.
  void prepare(bool every_root);
  /// `calls` times on the next copy of the data, roots moving on from call to call.
  void run(int calls);
  /// Once, and whether this process's result is right.
  bool right();
  /// Which algorithm serves it; empty where that is not one call, or not known.
  [[nodiscard]] std::string algorithm() const;

 private:
  void prepare_posted(std::shared_ptr<as_long_as_the_call> meanwhile);
  measure::arguments next();
  void once(const measure::arguments& a);
  void native_pattern(const measure::arguments& a);
  void block_by_block(const measure::arguments& a, int other);
  void all_at_once(const measure::arguments& a);  // the messages of native_pattern where there are several
  void packed(const measure::arguments& a);

  measure::experiment e_;
  std::shared_ptr<test_data> on_;
  mpi_caller serve_;
  collective of_ = collective::barrier;
  const measure::mockup* made_ = nullptr;
  const measure::pattern* pattern_ = nullptr;
  int rank_, size_;
  std::vector<std::byte> pack_;  // of made == "packed"
  std::vector<MPI_Request> requests_;
  std::unique_ptr<neighbourhood> graph_;  // of neighbourhood collectives
  std::unique_ptr<posted_call> posted_;
};

}  // namespace tutti::bench
