#pragma once

#include <cstddef>

#include "measure/experiment.hpp"
#include "measure/library.hpp"
#include "tutti/mpi/run.hpp"

namespace tutti::bench {

/// A datatype for a whole message in a layout with holes, by the constructor that the experiment names: see
/// measure::descriptions.
class described_message {
 public:
  /// `units`: the number of the layout's units in a message.
  described_message(const measure::experiment& e, std::size_t units);
  ~described_message();
  described_message(const described_message&) = delete;
  described_message& operator=(const described_message&) = delete;

  /// The arguments with one element of this type instead of the units.
  [[nodiscard]] measure::arguments of(measure::arguments a) const noexcept {
    a.type = &type_, a.count = 1;
    return a;
  }

 private:
  MPI_Datatype handle_ = MPI_DATATYPE_NULL;
  datatype type_;
};

}  // namespace tutti::bench
