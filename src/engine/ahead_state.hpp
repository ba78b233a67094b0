#pragma once

// Messages that leave before their receivers are ready, and that occupy processes only for an overhead: LogGP
// (loggp.cpp) and the protocols of MPI libraries (protocols.cpp).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/mailbox.hpp"
#include "tutti/cost.hpp"

namespace tutti {

struct ahead_state {
  struct of_process {
    double busy = 0;                   // until then the processor spends overheads
    double leaving = 0, entering = 0;  // without links: when its last bytes have left and entered
  };
  struct of_member {
    std::uint32_t cursor = 0;  // index in its list of its next send
    // Messages that arrived while the member still had sends of its list to make.
    std::vector<std::uint32_t> behind_sends;
  };
  struct of_message {
    std::byte* payload = nullptr;  // a copy of the data, if its sender continues
    std::size_t payload_bytes = 0;
    bool arrived = false, matched = false;
    bool rendezvous = false;  // leaves after its receiver has asked for it
    // within the node, through a ring: its sender writes it, then its receiver reads it
    bool in_halves = false;
    bool copied_already = false;  // within the node: the same data was copied for another receiver
    bool written = false;         // in halves: its sender has written it
    bool is_packet = false;       // leaves its process after the packets before it
  };
  double overhead = 0, overhead_between = 0;  // within and between nodes, seconds
  int places_of_node = 0;                     // 0: there are no nodes
  std::vector<of_process> processes;
  std::vector<of_member> members;
  std::vector<of_message> messages;  // of each active transfer
  // of each pair: the message that occupies links, and those that follow it
  mailbox on_links, waiting_for_links;

  of_process& of(int rank) { return processes[static_cast<std::size_t>(rank)]; }
};

/// The additional state of LogGP.
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
