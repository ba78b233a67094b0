#pragma once

#include <memory>

#include "mpi/footprint.hpp"
#include "mpi/type_signature.hpp"
#include "mpi/types.hpp"

namespace tutti::mpi {

/// What check mode asks of a datatype: made by a walk through all that it was made of, when it is first asked, and kept with it.
struct type_facts {
  type_signature signature;             ///< of one element
  std::shared_ptr<const byte_map> map;  ///< null if it is dense
};

/// Any thread may call. The reference lasts as long as the datatype.
const type_facts& facts_of(const type_entry& type);

}  // namespace tutti::mpi
