#pragma once

#include <map>
#include <memory>
#include <string>

#include "bench/calls.hpp"
#include "bench/described_message.hpp"
#include "bench/neighbourhood.hpp"
#include "bench/one_sided.hpp"
#include "bench/own_algorithms.hpp"
#include "bench/posted.hpp"
#include "bench/test_data.hpp"
#include "measure/mockups.hpp"

namespace tutti::bench {

/// A communicator for each implementation (the MPI library, one of its algorithms, tutti's choice, a
/// forced algorithm) and each numbering of the processes (measure::communicator_names).
class communicators {
 public:
  /// Asks the library for its algorithms when the first is needed, over `comm`.
  explicit communicators(MPI_Comm comm) : asks_over_(comm) {}
  communicators(const communicators&) = delete;
  communicators& operator=(const communicators&) = delete;
  ~communicators();
  /// Collective over MPI_COMM_WORLD if the communicator is new. `rank`: the rank of this process, negative if
  /// it has none; then the result is MPI_COMM_NULL.
  MPI_Comm of(const measure::experiment& e, int rank);
  /// The library and its algorithms. Collective at the first call.
  const own_library& library();

 private:
  void make(const measure::experiment& e, int rank, MPI_Comm& comm);
  std::map<std::string, MPI_Comm> known_;
  MPI_Comm asks_over_;
  std::unique_ptr<own_library> library_;
};

/// An experiment that is ready to run.
class prepared_experiment {
 public:
  /// `comm`: the result of communicators::of(). `library`: null unless each call is made under control
  /// variables of the library.
  prepared_experiment(const measure::experiment& e, std::shared_ptr<test_data> on, MPI_Comm comm,
                      std::shared_ptr<as_long_as_the_call> meanwhile, const own_library* library);
  prepared_experiment(prepared_experiment&&) = default;

  /// Does what must not be measured. Collective; call this once, before the others.
  void prepare(bool every_root);
  /// Sets the control variables of the library, if the calls need them, until the result is destroyed. Not
  /// to be measured.
  [[nodiscard]] own_library::in_force force() const;
  /// Runs `calls` calls on the next copy of the data. The root changes from call to call.
  void run(int calls);
  /// Runs it once. True if this process's result is right.
  bool right();
  /// The algorithm that serves the experiment; empty if the experiment is not one call, or if the algorithm
  /// is not known.
  [[nodiscard]] std::string algorithm() const;

 private:
  void prepare_posted(std::shared_ptr<as_long_as_the_call> meanwhile);
  measure::arguments next();
  [[nodiscard]] measure::arguments described(const measure::arguments& a) const;
  void once(const measure::arguments& a);
  [[nodiscard]] measure::arguments in_place(measure::arguments a) const;
  void put_own_block(const measure::arguments& a) const;
  void native_pattern(const measure::arguments& a);
  void block_by_block(const measure::arguments& a, int other);
  void all_at_once(const measure::arguments& a);  // native_pattern() with several messages
  void packed(const measure::arguments& a);
  void make_communicator() const;

  measure::experiment e_;
  const own_library* library_ = nullptr;
  own_library::setting variables_;
  std::shared_ptr<test_data> on_;
  mpi_caller serve_;
  collective of_ = collective::barrier;
  const measure::mockup* made_ = nullptr;
  bool in_place_ = false;
  const measure::pattern *pattern_ = nullptr, *messages_ = nullptr;  // the latter: see messages_of()
  int rank_ = 0, size_ = 1;                                          // in the communicator
  std::vector<std::byte> pack_;                                      // if made == "packed"
  std::vector<MPI_Request> requests_;
  std::unique_ptr<neighbourhood> graph_;  // for neighbourhood collectives
  std::unique_ptr<posted_call> posted_;
  std::unique_ptr<one_sided> window_;             // for put and get
  std::unique_ptr<described_message> described_;  // if made by a constructor of datatypes
};

}  // namespace tutti::bench
