#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/engine/prediction.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// Predicts an algorithm. Algorithms that use nodes get those of the topology. Elements are bytes; s.bytes as
/// the collective counts it, rounded down to equal blocks if it has blocks. Throws std::invalid_argument if
/// p, the root, the lengths, the partners or the graph do not fit; communication_error if the algorithm is
/// wrong.
prediction predict(const algorithm& a, const shape& s, const network& on, const predict_options& in = {});

}  // namespace tutti
