// The LogGP model: a sender is occupied for o and goes on; its message arrives L after its last byte was injected.
// Source: Traeff, HPC lecture "Collectives", "A more detailed model"; Culler et al. 1996; Alexandrov et al. 1997.
// Messages to one process are ejected in the order in which they were injected, g + (n - 1) G apart.

#include <algorithm>

#include "engine/elements.hpp"
#include "engine/engine.hpp"

namespace tutti {
namespace {

double train(std::size_t bytes, double G) { return bytes > 1 ? static_cast<double>(bytes - 1) * G : 0; }

}  // namespace

// Injects the sends of the list, each as soon as the processor, the gap and the network's capacity allow.
void engine::inject(member& m) {
  auto& me = eager_->processes[static_cast<std::size_t>(m.rank())];
  const loggp& model = eager_->model;
  while (me.cursor < m.length_) {
    const std::uint32_t at = me.cursor;
    const transfer& t = m.batch_[at];
    if (t.to == nobody) {
      ++me.cursor;
      continue;
    }
    if (t.to < 0 || t.to >= p_)
      throw communication_error("process " + std::to_string(m.rank()) + " sends to " + std::to_string(t.to) +
                                ", outside 0.." + std::to_string(p_ - 1));
    double start = std::max({m.account_.clock, me.busy, me.next_injection});
    if (eager_->capacity > 0) {
      const auto& arrivals = eager_->in_transit[static_cast<std::size_t>(t.to)];
      if (arrivals.size() == eager_->capacity) start = std::max(start, arrivals.front() - model.o);
    }
    if (start > now_) return events_.add(start, happening::injects, static_cast<std::uint32_t>(m.rank()));
    ++me.cursor;

    const std::size_t bytes = t.out.bytes();
    me.busy = start + model.o;
    me.next_injection = start + std::max(model.g, model.o) + train(bytes, model.G);
    auto& you = eager_->processes[static_cast<std::size_t>(t.to)];
    double arrives = start + model.o + train(bytes, model.G) + model.L;
    if (you.has_arrival) arrives = std::max(arrives, you.last_arrival + model.g + train(bytes, model.G));
    you.has_arrival = true;
    you.last_arrival = arrives;
    if (eager_->capacity > 0) {
      auto& arrivals = eager_->in_transit[static_cast<std::size_t>(t.to)];
      if (arrivals.size() == eager_->capacity) arrivals.erase(arrivals.begin());
      arrivals.push_back(arrives);
    }

    const std::uint32_t id = new_active({m.rank(), t.to, at, 0, bytes, start});
    if (id >= eager_->messages.size()) eager_->messages.resize(id + 1);
    auto& message = eager_->messages[id] = {};
    if (bytes > 0 && (data || is_there(t.out))) {
      message.taken = bytes;
      message.payload = static_cast<std::byte*>(pool_take(bytes));
      copy_elements(t.out, buffer(message.payload, bytes, byte_type));
    }
    note_start(id);
    const std::uint32_t partner = receives_.take(m.rank(), t.to);
    if (partner == mailbox::none) {
      sends_.put(m.rank(), t.to, id);
    } else {
      check_lengths(m.rank(), bytes, t.to, members_[t.to].batch_[partner].in.bytes());
      active_[id].receive_at = partner;
      message.matched = true;
    }
    ++m.account_.messages_sent;
    m.account_.bytes_sent += bytes;
    events_.add(arrives, happening::message_arrives, id);
    events_.add(me.busy, happening::injected, static_cast<std::uint32_t>(m.rank()));
  }
}

void engine::arrive(std::uint32_t id) {
  eager_->messages[id].arrived = true;
  if (eager_->messages[id].matched) receive_arrived(id);
}

// The message is there and so is its receive, now or at a time to come: the processor takes it in as soon as it can.
void engine::receive_arrived(std::uint32_t id) {
  const member& r = members_[active_[id].to];
  auto& me = eager_->processes[static_cast<std::size_t>(r.rank())];
  me.busy = std::max({now_, r.account_.clock, me.busy}) + eager_->model.o;
  events_.add(me.busy, happening::received, id);
}

void engine::received(std::uint32_t id) {
  const active x = active_[id];
  auto& message = eager_->messages[id];
  member& r = members_[x.to];
  if (message.payload) {
    move_data(const_buffer(message.payload, x.bytes, byte_type), r.batch_[x.receive_at].in);
    pool_give(message.payload, message.taken);
    message.payload = nullptr;
  }
  note_end(id);
  free_active_.push_back(id);
  ++r.account_.messages_received;
  r.account_.bytes_received += x.bytes;
  side_ended(r);
}

}  // namespace tutti
