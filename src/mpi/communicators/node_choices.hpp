#pragma once

#include <cstddef>
#include <span>

#include "select/shared_choices.hpp"

namespace tutti::mpi {

/// shared_choices in memory that the processes of a node share. No process depends on another one: if the
/// answer is late, if the table is full, or if the answer is for another question with the same hash, the
/// process finds its answer itself.
class node_choices : public shared_choices {
 public:
  /// `memory`: zero at first, and aligned to cache lines.
  explicit node_choices(std::span<std::byte> memory) noexcept;

  [[nodiscard]] std::optional<answer> ask(const question& about, double seconds) override;
  void tell(const question& about, const answer& found) noexcept override;

 private:
  struct entry;

  [[nodiscard]] entry* place_for(std::uint64_t hash) const noexcept;

  std::span<entry> all_;
};

}  // namespace tutti::mpi
