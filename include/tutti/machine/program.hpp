#pragma once

#include <cstddef>
#include <vector>

#include "tutti/cxx20.hpp"

namespace tutti {

/// A message that a process sends to a partner, or receives from it.
struct program_transfer {
  int partner = 0;
  bool sends = false;
  std::size_t bytes = 0;
};

/// One step of a process: local work, followed by transfers that start together. The next step begins when
/// all of them have completed.
struct program_step {
  double works = 0;           ///< seconds of copying and combining before the transfers
  double meanwhile = 0;       ///< seconds of copying beside the transfers
  std::size_t begins = 0;     ///< index in program::transfers of the first one
  std::size_t transfers = 0;  ///< the number of them
};

/// The steps of a process in a run, in the order of its program. The k-th message that a process sends to
/// another one is the k-th that the other receives from it.
struct program {
  std::vector<program_step> steps;
  std::vector<program_transfer> transfers;  ///< of all steps
};

}  // namespace tutti
