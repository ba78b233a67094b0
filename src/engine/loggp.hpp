#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/machine/network.hpp"

namespace tutti {

/// What the LogGP model has to remember: senders go on before their messages have arrived.
struct loggp_state {
  struct of_process {
    double busy = 0;  // the processor, with an overhead, until then
    double next_injection = 0;
    double last_arrival = -1;  // of its incoming messages, at its network interface
    std::uint32_t cursor = 0;  // in the list: its next send
    bool has_arrival = false;
  };
  struct of_message {
    std::byte* payload = nullptr;  // a copy of the data, since the sender has gone on
    std::size_t taken = 0;
    bool arrived = false, matched = false;
  };
  loggp model;
  std::size_t capacity = 0;  // 0: no limit
  std::vector<of_process> processes;
  std::vector<of_message> messages;             // of each active transfer
  std::vector<std::vector<double>> in_transit;  // to each process: the last `capacity` arrivals, oldest first
};

}  // namespace tutti
