#include "mpi/data/type_facts.hpp"

#include <atomic>
#include <utility>

#include "mpi/data/doubled_byte.hpp"

namespace tutti::mpi {

type_facts::type_facts(const type_signature& s, std::shared_ptr<const byte_map> m)
    : signature(s), map(std::move(m)), disjoint(!map || !find_doubled(map->parts, inner_maps::may_double)) {}

const type_facts& facts_of(const type_entry& type) {
  const std::atomic_ref known(type.facts);
  if (const kept_with_type* const facts = known.load(std::memory_order_acquire)) [[likely]]
    return static_cast<const type_facts&>(*facts);
  const MPI_Datatype handle = type_of(type.layout);
  auto fresh =
      std::make_unique<const type_facts>(signature_of(handle), type.layout.dense ? nullptr : map_of(handle));
  const kept_with_type* earlier = nullptr;  // another thread's
  if (!known.compare_exchange_strong(earlier, fresh.get(), std::memory_order_acq_rel))
    return static_cast<const type_facts&>(*earlier);
  return *fresh.release();
}

}  // namespace tutti::mpi
