#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/progress/patience.hpp"

namespace tutti::mpi {

struct world;

/// Gathers and broadcasts over all processes of a communicator, mostly when MPI starts, along a binomial tree
/// with process 0 at the root. Waiting processes give way to others and sleep, unlike in the MPI library's
/// collectives.
class patient_tree {
 public:
  /// Uses tutti's own channel. Waits without limit.
  explicit patient_tree(const world& w);
  /// Uses MPI_COMM_WORLD directly after MPI_Init, or another communicator directly after it has been made.
  /// from_below() must come first. If a process does not take part in it, the job ends with a message that
  /// names that process.
  explicit patient_tree(MPI_Comm fresh);

  /// Returns the values of the processes directly below this one, in the order of below().
  template <class T>
  std::vector<T> from_below(const T& mine) const {
    std::vector<T> theirs(below().size());
    pass_up(reinterpret_cast<const std::byte*>(&mine), reinterpret_cast<std::byte*>(theirs.data()),
            sizeof(T));
    return theirs;
  }
  /// Returns the values of this process and of all processes below it, in the order of their ranks. Process 0
  /// gets the values of all processes.
  template <class T>
  std::vector<T> gather(const T& mine) const {
    std::vector<T> all(static_cast<std::size_t>(subtree_size()), mine);
    gather(reinterpret_cast<std::byte*>(all.data()), sizeof(T));
    return all;
  }
  /// Sends the text of process 0 to all processes.
  void broadcast(std::string& text) const;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  /// The ranks directly below this process, the nearest first.
  [[nodiscard]] std::vector<int> below() const;

 private:
  // number of ranks in this process's subtree if the tree is full
  [[nodiscard]] int full_subtree_size() const noexcept;
  // number of ranks in this process's subtree; they are consecutive
  [[nodiscard]] int subtree_size() const noexcept;
  void pass_up(const std::byte* mine, std::byte* theirs, std::size_t each) const;
  void gather(std::byte* all, std::size_t each) const;
  void receive_text(std::string& text, int from) const;

  MPI_Comm comm_;
  int rank_ = 0, size_ = 1, tag_ = 0;
  bool limited_ = false;
};

/// Ends the job after a short wait, in which printed text can reach the launcher.
[[noreturn]] void abort_job();
/// Prints the reason why this process cannot start tutti, and ends the job, because the others would wait for
/// this process.
[[noreturn]] void abort_at_start(const std::string& why);

}  // namespace tutti::mpi
