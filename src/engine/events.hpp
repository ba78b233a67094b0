#pragma once

// Future events, ordered by time. Events at the same time are ordered by their kind, so that the order never
// depends on addresses or on the history of the queue.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tutti {

enum class event_kind : std::uint32_t {
  // of a bunch of messages that share links: the next one has arrived, unless the bunch has changed
  bunch_ends,
  transfer_ends,    // of a transfer
  data_begins,      // of a transfer: its start-up is over and it occupies links
  may_begin,        // of a transfer: both its ends are ready
  message_arrives,  // of a transfer with an overhead: at the receiver
  received,         // of a transfer with an overhead: by the receiver
  injected,         // of a process with an overhead: a message has left
  posts,            // of a process under LogGP: its local work is done, its transfers start
  injects,          // of a process with an overhead: its next message can leave
  begins,           // of a process
  operation_ended   // of a process: the operation that its program waits for
};

struct event {
  static constexpr unsigned kind_bits = 4, version_bits = 28;
  double time;
  std::uint32_t subject;           // a transfer, a process or a bunch
  std::uint32_t kind : kind_bits;  // an event_kind
  // of an outlook on a bunch's end, which changes while links are shared
  std::uint32_t version : version_bits;

  /// The bits of a version that an event stores. Compare versions by these bits.
  static constexpr std::uint32_t stored_version(std::uint32_t version) {
    return version & ((1U << version_bits) - 1);
  }

  friend bool later(const event& a, const event& b) {
    if (a.time != b.time) return a.time > b.time;
    if (a.kind != b.kind) return a.kind > b.kind;
    return a.subject != b.subject ? a.subject > b.subject : a.version > b.version;
  }
};

class events {
 public:
  void add(double time, event_kind kind, std::uint32_t subject, std::uint32_t version = 0) {
    constexpr std::uint32_t kinds = (1U << event::kind_bits) - 1;
    heap_.push_back(
        {time, subject, static_cast<std::uint32_t>(kind) & kinds, event::stored_version(version)});
    std::push_heap(heap_.begin(), heap_.end(), after);
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] double next() const { return heap_.front().time; }
  event take() {
    std::pop_heap(heap_.begin(), heap_.end(), after);
    const event e = heap_.back();
    heap_.pop_back();
    return e;
  }

 private:
  static bool after(const event& a, const event& b) { return later(a, b); }
  std::vector<event> heap_;
};

}  // namespace tutti
