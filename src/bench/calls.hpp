#pragma once

#include <vector>

#include "measure/library.hpp"
#include "tutti/mpi/run.hpp"

// The collectives of an MPI library and of tutti behind one signature.
namespace tutti::bench {

/// All collectives with their functions (call_table.hpp).
struct table;
extern const table native_calls;  ///< PMPI_*
extern const table tutti_calls;   ///< TUTTI_*

/// Throws std::runtime_error if an MPI call has failed.
void check(int code, const char* what);

/// MPI's handles, which tutti stores as numbers: see tutti::datatype and tutti::operation.
MPI_Datatype type_of(const datatype& t) noexcept;
MPI_Op op_of(const operation& o) noexcept;

/// One implementation on one communicator.
class mpi_caller {
 public:
  mpi_caller(const table& calls, MPI_Comm comm, int size)
      : calls_(calls), comm_(comm), types_(static_cast<std::size_t>(size)) {}
  /// Each returns MPI's code.
  int operator()(collective c, const measure::arguments& a) const;
  int post(collective c, const measure::arguments& a, MPI_Request& request) const;
  /// Makes a persistent request. Throws std::runtime_error if the MPI library has no persistent collectives.
  int make_ready(collective c, const measure::arguments& a, MPI_Request& request) const;
  /// Sets the type of all blocks, for alltoallw. Call this before each series.
  void set_type(const datatype& t);
  [[nodiscard]] MPI_Comm comm() const noexcept { return comm_; }

 private:
  template <class Perform>
  int with(collective c, const measure::arguments& a, Perform perform) const;

  const table& calls_;
  MPI_Comm comm_;
  std::vector<MPI_Datatype> types_;
};

/// The collectives of mock-ups, on MPI.
class mpi_library final : public measure::library {
 public:
  mpi_library(process& self, const mpi_caller& serve) : library(self), serve_(serve) {}
  measure::step perform(collective c, const measure::arguments& a) override {
    check(serve_(c, a), "a collective of a mock-up");
    return {};
  }
  [[nodiscard]] const integers& ints() const override;
  measure::step agree(int mine, int& result) override;

 private:
  const mpi_caller& serve_;
};

}  // namespace tutti::bench
