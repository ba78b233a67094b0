#pragma once

#include <cstddef>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/network.hpp"
#include "tutti/trace.hpp"

namespace tutti {

/// What an algorithm would do on a network, run on processes that have no data: a million of them fit.
struct prediction {
  double seconds = 0;             ///< when the last process ended, the first having begun at 0
  std::size_t messages = 0;       ///< of all processes
  std::size_t bytes = 0;          ///< sent by all processes
  std::size_t most_messages = 0;  ///< sent by the process that sent most
  std::size_t most_bytes = 0;     ///< sent by the process that sent most
};

struct situation {
  int root = 0;
  arrival skews;             ///< when processes begin; empty: at once
  std::vector<int> lengths;  ///< irregular collectives: bytes of each process's block, p of them; empty: all equal
  trace* record = nullptr;   ///< to be given every message
};

/// Where the buffers of a call without data are, so that the addresses in a trace can be told apart: `in`, `out`,
/// `send` and `recv` of a call begin at these addresses, scratch memory lies behind them all.
struct unused_memory {
  static constexpr std::size_t in = std::size_t{1} << 40U, out = std::size_t{2} << 40U, send = std::size_t{3} << 40U,
                               recv = std::size_t{4} << 40U, scratch = std::size_t{16} << 40U;
};

/// Elements are bytes; s.bytes as the collective counts it, rounded down to equal blocks where it has blocks.
/// Throws std::invalid_argument where p or the root does not fit, communication_error if the algorithm is wrong.
prediction predict(const algorithm& a, const shape& s, const network& on, const situation& in = {});

}  // namespace tutti
