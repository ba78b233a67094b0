#include "mpi/data/type_contents.hpp"

#include <algorithm>

#include "mpi/library/library_calls.hpp"

namespace tutti::mpi {
namespace {

struct envelope {
  MPI_Count integers = 0, addresses = 0, large = 0, types = 0;
  int combiner = MPI_COMBINER_NAMED;
};

// Only the MPI_Count form of this function accepts datatypes that were made with MPI_Count.
#if MPI_VERSION >= 4
envelope envelope_of(MPI_Datatype type) {
  envelope e;
  check(PMPI_Type_get_envelope_c(type, &e.integers, &e.addresses, &e.large, &e.types, &e.combiner));
  return e;
}
#else
envelope envelope_of(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  check(PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
  return {.integers = integers, .addresses = addresses, .types = types, .combiner = combiner};
}
#endif

#if MPI_VERSION >= 4
// The number of a datatype's large counts that are integers in the int form. The others are addresses there.
std::size_t counts_among(int combiner, const std::vector<MPI_Count>& large) {
  switch (combiner) {
    case MPI_COMBINER_RESIZED: return 0;
    case MPI_COMBINER_HVECTOR:
    case MPI_COMBINER_HINDEXED_BLOCK: return 2;
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_STRUCT: return 1 + static_cast<std::size_t>(large[0]);
    default: return large.size();
  }
}

// The position of these counts among the integers. In an array, they follow the number of dimensions.
std::size_t place_of_counts(int combiner) {
  return combiner == MPI_COMBINER_SUBARRAY ? 1 : combiner == MPI_COMBINER_DARRAY ? 3 : 0;
}
#endif

}  // namespace

int combiner_of(MPI_Datatype type) { return envelope_of(type).combiner; }

bool type_contents::is_named(int combiner) noexcept {
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER ||
         combiner == combiner_value_index;
}

type_contents::type_contents(MPI_Datatype type) {
  const envelope e = envelope_of(type);
  combiner = e.combiner;
  if (named()) return;
  std::vector<int> ints(static_cast<std::size_t>(e.integers));
  addresses.resize(static_cast<std::size_t>(e.addresses));
  types.resize(static_cast<std::size_t>(e.types), MPI_DATATYPE_NULL);
#if MPI_VERSION >= 4
  std::vector<MPI_Count> large(static_cast<std::size_t>(e.large));
  check(PMPI_Type_get_contents_c(type, e.integers, e.addresses, e.large, e.types, ints.data(),
                                 addresses.data(), large.data(), types.data()));
  integers.assign(ints.begin(), ints.end());
  if (large.empty()) return;
  const auto counts = large.begin() + static_cast<std::ptrdiff_t>(counts_among(combiner, large));
  integers.insert(integers.begin() + static_cast<std::ptrdiff_t>(place_of_counts(combiner)), large.begin(),
                  counts);
  std::transform(counts, large.end(), std::back_inserter(addresses),
                 [](MPI_Count c) { return static_cast<MPI_Aint>(c); });
#else
  check(PMPI_Type_get_contents(type, static_cast<int>(e.integers), static_cast<int>(e.addresses),
                               static_cast<int>(e.types), ints.data(), addresses.data(), types.data()));
  integers.assign(ints.begin(), ints.end());
#endif
}

type_contents::~type_contents() {
  for (MPI_Datatype inner : types)
    if (!is_named(combiner_of(inner))) next_pmpi.Type_free(&inner);
}

}  // namespace tutti::mpi
