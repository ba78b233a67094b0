#pragma once

#include "mpi/abi.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// A process of a communicator, blocking: each communication is done when it is awaited, so that a task never waits.
class blocking_process final : public process {
 public:
  /// Messages longer than `segment` bytes go in pieces of that length, so that the MPI library sends them eagerly: with a
  /// rendezvous, the receiver's permission has to get through a link that is busy with data.
  blocking_process(MPI_Comm comm, int rank, int size, std::size_t segment) noexcept
      : process(rank, size), comm_(comm), segment_(segment) {}
  ~blocking_process() = default;

  void copy(const_buffer from, buffer to) override;
  void reduce(const operation& op, const_buffer left, buffer right) override;
  bool start(std::span<transfer> all, const std::source_location& where) override;
  void park(std::coroutine_handle<>) noexcept override {}

 private:
  class staging;
  [[nodiscard]] bool plain(const_buffer message) const noexcept;
  void staged(transfer t);
  void several(std::span<transfer> all);
  void convert(const_buffer from, buffer to);
  void pack(const_buffer from, std::byte* to);
  void unpack(const std::byte* from, buffer to);

  MPI_Comm comm_;
  std::size_t segment_;
};

}  // namespace tutti::mpi
