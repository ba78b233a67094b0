#pragma once

#include <cstddef>

#include "exact/sums.hpp"
#include "mpi/data/types.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// The floating-point numbers that an element of a datatype consists of.
struct exact_numbers {
  const exact::sums* by = nullptr;  ///< null: not such numbers, or without exact sums
  exact::number of = exact::number::f64;
  std::size_t in_element = 1;  ///< two in a complex number
};

/// True if sums of floating-point numbers are rounded once: TUTTI_REPRODUCIBLE.
bool rounds_sums_once();

/// The numbers of a predefined datatype, or of one made by MPI_Type_create_f90_real or _complex.
exact_numbers exact_numbers_of(const type_entry& type) noexcept;

/// The operator that adds two elements and rounds once. This is an exact sum, if there are no more elements.
operation addition_of(const exact_numbers& of) noexcept;

/// The datatype of an element's accumulators, and the operator that adds such elements.
struct accumulators {
  datatype layout;
  operation add;
};
/// The accumulators are made at the first request, and last as long as MPI. Thread-safe.
const accumulators& accumulators_for(const exact_numbers& of);
/// The same with short accumulators, for numbers that have them.
const accumulators& short_accumulators_for(const exact_numbers& of);
/// The datatype of tutti_sum, the accumulator of doubles that programs use, and the operator that merges two
/// of them.
MPI_Datatype sum_type();
MPI_Op sum_operator();
/// The operator on elements of a datatype, if it is sum_operator() on sum_type(); otherwise null.
const operation* exact_operation(MPI_Op op, const type_entry& type) noexcept;
/// Frees the datatypes and the operator that these functions have made.
void free_accumulators() noexcept;

}  // namespace tutti::mpi
