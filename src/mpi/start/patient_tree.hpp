#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/progress/patience.hpp"

namespace tutti::mpi {

struct world;

/// Gathers and broadcasts between all processes of MPI_COMM_WORLD, along a binomial tree with process 0 at the root, for what they tell
/// each other when MPI starts. Its waits are patient, unlike those of the MPI library's collectives.
class patient_tree {
 public:
  /// On tutti's own channel. Waits for as long as it takes.
  explicit patient_tree(const world& w);
  /// On MPI_COMM_WORLD, directly after MPI_Init. A process that does not take part in from_below(), which has to come first, ends the
  /// job, with one sentence that names it.
  patient_tree();

  /// Returns what the processes directly below this one give, in the order of below().
  template <class T>
  std::vector<T> from_below(const T& mine) const {
    std::vector<T> theirs(below().size());
    pass_up(reinterpret_cast<const std::byte*>(&mine), reinterpret_cast<std::byte*>(theirs.data()),
            sizeof(T));
    return theirs;
  }
  /// Process 0 gets what all processes give, in the order of their ranks; another process its own and that of the processes below it.
  template <class T>
  std::vector<T> gather(const T& mine) const {
    std::vector<T> all(static_cast<std::size_t>(members()), mine);
    gather(reinterpret_cast<std::byte*>(all.data()), sizeof(T));
    return all;
  }
  /// All processes get the text of process 0.
  void broadcast(std::string& text) const;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  /// The ranks directly below this process, the nearest first.
  [[nodiscard]] std::vector<int> below() const;

 private:
  [[nodiscard]] int reach()
      const noexcept;  // ranks from this one on to the next one that is not below it, if all are there
  [[nodiscard]] int members() const noexcept;  // of the subtree of this process, whose ranks are consecutive
  void pass_up(const std::byte* mine, std::byte* theirs, std::size_t each) const;
  void gather(std::byte* all, std::size_t each) const;
  void receive_text(std::string& text, int from) const;

  MPI_Comm comm_ = MPI_COMM_WORLD;
  int rank_ = 0, size_ = 1, tag_ = 0;
  bool limited_ = false;
};

/// Ends the job, after what has been printed has had time to reach the launcher.
[[noreturn]] void abort_job();
/// Ends it with one sentence, since this process cannot start tutti and the others would wait for it.
[[noreturn]] void abort_at_start(const std::string& why);

}  // namespace tutti::mpi
