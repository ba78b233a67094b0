#pragma once

#include <vector>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// The constructor of a datatype, MPI_COMBINER_..., without its arguments. Far cheaper than type_contents.
int combiner_of(MPI_Datatype type);

/// The constructor of a datatype and its arguments, as MPI_Type_get_contents returns them. Integers and
/// addresses have the same positions whether the counts were int or MPI_Count. The inner datatypes are valid
/// as long as this object.
class type_contents {
 public:
  explicit type_contents(MPI_Datatype type);
  type_contents(const type_contents&) = delete;
  type_contents& operator=(const type_contents&) = delete;
  ~type_contents();

  /// True for MPI's own datatypes, which must not be freed: MPI_INT, or a result of MPI_Type_create_f90_real
  /// or MPI_Type_get_value_index.
  [[nodiscard]] bool named() const noexcept { return is_named(combiner); }

  int combiner = MPI_COMBINER_NAMED;
  std::vector<MPI_Count> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;

 private:
  static bool is_named(int combiner) noexcept;
};

}  // namespace tutti::mpi
