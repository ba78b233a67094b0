#pragma once

// Code common to the collectives in which each process has separate blocks for others.

#include <span>

#include "mpi/collectives/serve.hpp"
#include "mpi/data/arguments.hpp"

namespace tutti::mpi {

/// The blocks of one side of an exchange, or the error in its arguments.
struct block_argument {
  blocks all;
  const erroneous* fault = nullptr;
};

/// These blocks, with an error if one of them has elements at a null address.
inline block_argument checked_blocks(const blocks& all, const void* base) {
  block_argument a{all};
  for (int i = 0; i < all.size() && !base; ++i)
    if (has_null_address(all[i])) a.fault = &wrong::memory;
  return a;
}

template <class Form>
block_argument regular(Form& form, const void* base, MPI_Count count, MPI_Datatype type, int n) {
  const type_entry* t = form.look_up(type);
  if (!t) return {{}, &wrong::type};
  if (!valid(count)) return {{}, &wrong::count};
  return checked_blocks(blocks::regular(address(base), static_cast<std::size_t>(count), t->layout, n), base);
}

template <class Count, class Displacement>
const erroneous* fault_of(const Count* counts, const Displacement* displs, int n) {
  return !counts || !displs ? &wrong::table : !valid(counts, n) ? &wrong::count : nullptr;
}

template <class Form, class Count, class Displacement>
block_argument irregular(Form& form, const void* base, const Count* counts, const Displacement* displs,
                         MPI_Datatype type, int n) {
  const type_entry* t = form.look_up(type);
  if (!t) return {{}, &wrong::type};
  if (const erroneous* fault = fault_of(counts, displs, n)) return {{}, fault};
  return checked_blocks(blocks::irregular(address(base), counts, displs, t->layout, n), base);
}

/// The datatype of a block without elements is not significant. It may be invalid.
template <class Form, class Count, class Displacement>
block_argument typed(Form& form, const void* base, const Count* counts, const Displacement* displs,
                     const MPI_Datatype* of_blocks, std::span<const datatype*> layouts) {
  const int n = static_cast<int>(layouts.size());
  if (const erroneous* fault = fault_of(counts, displs, n)) return {{}, fault};
  if (!of_blocks) return {{}, &wrong::table};
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    layouts[i] = &byte_type;
    if (counts[i] == 0) continue;
    const type_entry* t = form.look_up(of_blocks[i]);
    if (!t) return {{}, &wrong::type};
    layouts[i] = &t->layout;
  }
  return checked_blocks(blocks::typed(address(base), counts, displs, layouts.data(), n), base);
}

}  // namespace tutti::mpi
