#pragma once

#include "mpi/abi.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// How tutti's messages reach the processes of a communicator: they travel on a private duplicate of MPI_COMM_WORLD.
struct route {
  MPI_Comm channel = MPI_COMM_NULL;
  MPI_Comm own = MPI_COMM_NULL;      ///< a private duplicate of MPI_COMM_SELF, for what one process converts
  const int* world_ranks = nullptr;  ///< of the communicator's processes; null: the same
  std::size_t segment = SIZE_MAX;    ///< longer messages go in pieces of so many bytes
  int rank = 0, size = 1;            ///< in the communicator
};

/// A process of a communicator, blocking: each communication is done when it is awaited, so that a task never waits.
///
/// A communication that fails does not stop the task: its partners wait for what comes after it, and what they have sent
/// would be left over. The first failure is kept, and is the call's.
class blocking_process final : public process {
 public:
  /// `tag` names the communicator and the call: no other operation under way has it.
  ///
  /// Messages longer than the route's `segment` go in pieces of that length, so that the MPI library sends them eagerly:
  /// with a rendezvous, the receiver's permission has to get through a link that is busy with data.
  blocking_process(const route& by, int tag) noexcept : process(by.rank, by.size), by_(by), tag_(tag) {}
  ~blocking_process() = default;

  void copy(const_buffer from, buffer to) override;
  void reduce(const operation& op, const_buffer left, buffer right) override;
  bool start(std::span<transfer> all, const std::source_location& where) override;
  void park(std::coroutine_handle<>) noexcept override {}

  /// What the first communication that failed returned; MPI_SUCCESS if none did.
  [[nodiscard]] int failed() const noexcept { return failed_; }

 private:
  class staging;
  [[nodiscard]] bool plain(const_buffer message) const noexcept;
  [[nodiscard]] int in_world(int rank) const noexcept {
    return by_.world_ranks ? by_.world_ranks[rank] : rank;
  }
  void staged(transfer t);
  void several(std::span<transfer> all);
  void convert(const_buffer from, buffer to);
  void pack(const_buffer from, std::byte* to);
  void unpack(const std::byte* from, buffer to);
  void note(int code) noexcept {
    if (code != MPI_SUCCESS && failed_ == MPI_SUCCESS) [[unlikely]]
      failed_ = code;
  }
  /// After a message has come: fewer bytes than were expected are an error of the program's, who sends and who receives
  /// having named different signatures. (More are one of MPI's.)
  void arrived(int code, const MPI_Status& status, std::size_t expected) noexcept;

  const route& by_;
  int tag_;
  int failed_ = MPI_SUCCESS;
};

}  // namespace tutti::mpi
