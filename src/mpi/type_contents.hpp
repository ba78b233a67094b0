#pragma once

#include <vector>

#include "mpi/abi.hpp"
#include "mpi/beyond.hpp"

namespace tutti::mpi {

/// How a datatype was made, as MPI_Type_get_contents tells it. The datatypes that it was made of are there as long as this.
class type_contents {
 public:
  explicit type_contents(MPI_Datatype type) {
    int integer_count = 0, address_count = 0, type_count = 0;
    check(PMPI_Type_get_envelope(type, &integer_count, &address_count, &type_count, &combiner));
    if (combiner == MPI_COMBINER_NAMED) return;
    integers.resize(static_cast<std::size_t>(integer_count));
    addresses.resize(static_cast<std::size_t>(address_count));
    types.resize(static_cast<std::size_t>(type_count), MPI_DATATYPE_NULL);
    check(PMPI_Type_get_contents(type, integer_count, address_count, type_count, integers.data(),
                                 addresses.data(), types.data()));
  }
  type_contents(const type_contents&) = delete;
  type_contents& operator=(const type_contents&) = delete;
  ~type_contents() {
    for (MPI_Datatype inner : types) {
      int integer_count = 0, address_count = 0, type_count = 0, made = MPI_COMBINER_NAMED;
      PMPI_Type_get_envelope(inner, &integer_count, &address_count, &type_count, &made);
      if (made != MPI_COMBINER_NAMED) beyond::Type_free(&inner);
    }
  }

  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;
};

}  // namespace tutti::mpi
