#pragma once

#include "mpi/abi.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// A process of a communicator, blocking: each communication is done when it is awaited, so that a task never waits.
class blocking_process final : public process {
 public:
  blocking_process(MPI_Comm comm, int rank, int size) noexcept : process(rank, size), comm_(comm) {}
  ~blocking_process() = default;

  void copy(const_buffer from, buffer to) override;
  void reduce(const operation& op, const_buffer left, buffer right) override;
  bool start(std::span<transfer> all, const std::source_location& where) override;
  void park(std::coroutine_handle<>) noexcept override {}

 private:
  class landing;
  void several(std::span<transfer> all);
  void pack(const_buffer from, std::byte* to);
  void unpack(const std::byte* from, buffer to);

  MPI_Comm comm_;
};

}  // namespace tutti::mpi
