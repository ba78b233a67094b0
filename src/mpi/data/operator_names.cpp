#include "mpi/data/operator_names.hpp"

namespace tutti::mpi {

std::span<const named_operator> named_operators() {
  static const named_operator all[] = {
      {MPI_SUM, "MPI_SUM"},   {MPI_MAX, "MPI_MAX"},   {MPI_MIN, "MPI_MIN"},       {MPI_PROD, "MPI_PROD"},
      {MPI_LAND, "MPI_LAND"}, {MPI_LOR, "MPI_LOR"},   {MPI_LXOR, "MPI_LXOR"},     {MPI_BAND, "MPI_BAND"},
      {MPI_BOR, "MPI_BOR"},   {MPI_BXOR, "MPI_BXOR"}, {MPI_MAXLOC, "MPI_MAXLOC"}, {MPI_MINLOC, "MPI_MINLOC"}};
  return all;
}

int compared_operator(MPI_Op op) {
  int place = 0;
  for (const named_operator& one : named_operators()) {
    if (one.op == op) return place;
    ++place;
  }
  int commutes = 0;
  check(PMPI_Op_commutative(op, &commutes));
  return commutes ? own_commutative_operator : own_operator;
}

const char* name_of_operator(int compared) noexcept {
  switch (compared) {
    case no_operator: return "";
    case own_operator: return "an operator of its own that does not commute";
    case own_commutative_operator: return "an operator of its own";
    default: return named_operators()[static_cast<std::size_t>(compared)].name;
  }
}

}  // namespace tutti::mpi
