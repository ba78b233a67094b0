#pragma once

#include <memory>

#include "mpi/data/byte_map.hpp"
#include "mpi/data/type_signature.hpp"
#include "mpi/data/types.hpp"

namespace tutti::mpi {

/// The facts about a datatype that check mode needs. Found at the first request by a walk through all inner
/// datatypes, and cached with the datatype.
struct type_facts final : kept_with_type {
  type_facts(const type_signature& s, std::shared_ptr<const byte_map> m);

  type_signature signature;             ///< of one element
  std::shared_ptr<const byte_map> map;  ///< null for a dense datatype
  bool disjoint;                        ///< no byte is in one element twice
};

/// Any thread may call. The reference lasts as long as the datatype.
const type_facts& facts_of(const type_entry& type);

}  // namespace tutti::mpi
