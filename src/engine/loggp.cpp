// The LogGP model: a sender is occupied for o and continues; its message arrives L after its last byte was
// injected. Source: Traeff, HPC lecture "Collectives", "A more detailed model"; Culler et al. 1996;
// Alexandrov et al. 1997. Messages to one process are ejected in the order in which they were injected, g +
// (n - 1) G apart.

#include <algorithm>

#include "engine/engine.hpp"

namespace tutti {
namespace {

double train(std::size_t bytes, double G) { return bytes > 1 ? static_cast<double>(bytes - 1) * G : 0; }

}  // namespace

// Injects the sends of the list, each as soon as the processor, the gap and the network's capacity allow.
void engine::inject(member& m) {
  auto& me = ahead_->of(m.rank());
  auto& port = loggp_->of(m.rank());
  const loggp& model = loggp_->model;
  const auto who = static_cast<std::uint32_t>(index_of(m));
  std::uint32_t& cursor = ahead_->members[who].cursor;
  while (next_send(m, cursor)) {
    const transfer& t = m.batch_[cursor];
    double start = std::max({m.account_.clock, me.busy, port.next_injection});
    if (loggp_->capacity > 0) {
      const auto& arrivals = loggp_->in_transit[static_cast<std::size_t>(t.to)];
      if (arrivals.size() == loggp_->capacity) start = std::max(start, arrivals.front() - model.o);
    }
    if (noise.any()) start = noise.free_from(m.rank(), start);
    if (start > now_) return events_.add(start, event_kind::injects, who);
    const std::uint32_t at = cursor++;

    const std::size_t bytes = t.out.bytes();
    me.busy = worked(m.rank(), start, model.o);
    port.next_injection = start + std::max(model.g, model.o) + train(bytes, model.G);
    auto& you = loggp_->of(t.to);
    double arrives = me.busy + train(bytes, model.G) + model.L;
    if (you.has_arrival) arrives = std::max(arrives, you.last_arrival + model.g + train(bytes, model.G));
    you.has_arrival = true;
    you.last_arrival = arrives;
    if (loggp_->capacity > 0) {
      auto& arrivals = loggp_->in_transit[static_cast<std::size_t>(t.to)];
      if (arrivals.size() == loggp_->capacity) arrivals.erase(arrivals.begin());
      arrivals.push_back(arrives);
    }
    const std::uint32_t id = send_ahead(m, at, start);
    keep_data(id);
    events_.add(arrives, event_kind::message_arrives, id);
    events_.add(me.busy, event_kind::injected, who);
  }
}

}  // namespace tutti
