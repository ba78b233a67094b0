#pragma once

#include "select/choice.hpp"

namespace tutti {

/// One phase of a sum that is rounded once: an algorithm of another collective, or of the same one.
struct sum_phase {
  collective of = collective::barrier;
  operator_class op = operator_class::exact;  ///< as which the algorithm was chosen
  decision decided;
};

}  // namespace tutti
