#pragma once

// Messages that leave before their receivers are ready, and processes that are busy with them only for an
// overhead: LogGP (loggp.cpp), and what MPI libraries do (protocols.cpp).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/mailbox.hpp"
#include "tutti/cost.hpp"

namespace tutti {

struct ahead_state {
  struct of_process {
    double busy = 0;                   // the processor, with an overhead, until then
    double leaving = 0, entering = 0;  // its last bytes, where there are no links
  };
  struct of_member {
    std::uint32_t cursor = 0;  // in its list: its next send
    // Messages for it that are there when it has sends to make first.
    std::vector<std::uint32_t> behind_sends;
  };
  struct of_message {
    std::byte* payload = nullptr;  // a copy of the data, if its sender goes on
    std::size_t taken = 0;
    bool arrived = false, matched = false;
    bool asked_for = false;       // it goes when its receiver has asked for it
    bool in_halves = false;       // within the node: its sender writes it, then its receiver reads it
    bool copied_already = false;  // within the node, for another receiver
    bool written = false;         // within the node, where its receiver reads it
  };
  double overhead = 0;  // seconds
  std::vector<of_process> processes;
  std::vector<of_member> members;
  std::vector<of_message> messages;  // of each active transfer
  mailbox on_links, behind;  // the one of each pair whose bytes are on links, and those that follow it

  of_process& of(int rank) { return processes[static_cast<std::size_t>(rank)]; }
};

/// What LogGP has to remember beyond that.
struct loggp_state {
  struct of_process {
    double next_injection = 0;
    double last_arrival = -1;  // of its incoming messages, at its network interface
    bool has_arrival = false;
  };
  loggp model;
  std::size_t capacity = 0;  // 0: no limit
  std::vector<of_process> processes;
  std::vector<std::vector<double>> in_transit;  // to each process: the last `capacity` arrivals, oldest first

  of_process& of(int rank) { return processes[static_cast<std::size_t>(rank)]; }
};

}  // namespace tutti
