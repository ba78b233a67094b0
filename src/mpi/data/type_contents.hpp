#pragma once

#include <vector>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// The constructor of a datatype, MPI_COMBINER_..., without what it was made of: far cheaper than type_contents.
int combiner_of(MPI_Datatype type);

/// How a datatype was made, as MPI_Type_get_contents tells it: with the same integers and addresses in the same places whether it was
/// made with counts of int or of MPI_Count. The datatypes that it was made of are there as long as this.
class type_contents {
 public:
  explicit type_contents(MPI_Datatype type);
  type_contents(const type_contents&) = delete;
  type_contents& operator=(const type_contents&) = delete;
  ~type_contents();

  /// MPI's own, which nobody frees: MPI_INT, or what MPI_Type_create_f90_real and its like find.
  [[nodiscard]] bool named() const noexcept { return is_named(combiner); }

  int combiner = MPI_COMBINER_NAMED;
  std::vector<MPI_Count> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;

 private:
  static bool is_named(int combiner) noexcept;
};

}  // namespace tutti::mpi
