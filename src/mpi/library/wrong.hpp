#pragma once

namespace tutti::mpi {

/// An error, according to the standard, in this process's arguments. The MPI library reports it through the
/// communicator's error handler.
struct erroneous {
  const char* what;
};

namespace wrong {
inline constexpr erroneous type{"erroneous: no committed datatype"};
inline constexpr erroneous count{"erroneous: a negative count"};
inline constexpr erroneous table{"erroneous: no table of counts, displacements or datatypes"};
inline constexpr erroneous root{"erroneous: no such root"};
inline constexpr erroneous operands{"erroneous: no operator, or not one for the datatype"};
inline constexpr erroneous place{"erroneous: MPI_IN_PLACE where it has no meaning"};
inline constexpr erroneous memory{"erroneous: no memory"};
inline constexpr erroneous overlap{"erroneous: the same memory sent and received"};
inline constexpr erroneous topology{"erroneous: no process topology"};
}  // namespace wrong

}  // namespace tutti::mpi
