// Shared by LogGP and the protocols of MPI libraries: messages that exist before their receiver has asked for
// them.

#include <algorithm>

#include "engine/ahead_state.hpp"
#include "engine/elements.hpp"
#include "engine/engine.hpp"

namespace tutti {

// Moves `cursor` to the next send of the list; returns false if none is left.
bool engine::next_send(const member& m, std::uint32_t& cursor) const {
  while (cursor < m.length_ && m.batch_[cursor].to == nobody) ++cursor;
  if (cursor == m.length_) return false;
  check_receiver(m, m.batch_[cursor].to);
  return true;
}

// Registers a message that is on its way, or ready to leave at `start`. Pairs it with its receive if that is
// posted; otherwise queues it for a later receive.
std::uint32_t engine::send_ahead(member& m, std::uint32_t at, double start) {
  const transfer& t = m.batch_[at];
  const std::size_t bytes = t.out.bytes();
  const int me = index_of(m), to = partner_member(m, t.to);
  const std::uint32_t id = new_active({me, to, at, 0, bytes, start});
  if (id >= ahead_->messages.size()) ahead_->messages.resize(id + 1);
  auto& message = ahead_->messages[id] = {};
  note_start(id);
  const std::uint32_t partner = receives_.take(me, to);
  if (partner == mailbox::none) {
    sends_.put(me, to, id);
  } else {
    active_[id].receive_at = partner;
    if (bytes != members_[to].batch_[partner].in.bytes()) different_lengths(active_[id], true);
    message.matched = true;
  }
  member& sender = owner_of(me);
  ++sender.account_.messages_sent;
  sender.account_.bytes_sent += bytes;
  return id;
}

// Copies the data, since the sender continues and may change its buffer.
void engine::keep_data(std::uint32_t id) {
  auto& message = ahead_->messages[id];
  const active& x = active_[id];
  const const_buffer out = members_[x.from].batch_[x.send_at].out;
  if (x.bytes == 0 || !(data || is_real_memory(out))) return;
  message.payload_bytes = x.bytes;
  message.payload = static_cast<std::byte*>(pool_take(x.bytes));
  copy_elements(out, buffer(message.payload, x.bytes, byte_type));
}

void engine::receive_ahead(member& m, std::uint32_t at, std::uint32_t id) {
  active& x = active_[id];
  auto& message = ahead_->messages[id];
  x.receive_at = at;
  if (x.bytes != m.batch_[at].in.bytes()) different_lengths(x, message.rendezvous);
  message.matched = true;
  if (message.arrived) receive_arrived(id);
  if (message.rendezvous) ask(id);
}

void engine::arrive(std::uint32_t id) {
  ahead_->messages[id].arrived = true;
  if (ahead_->messages[id].matched) receive_arrived(id);
}

// The message has arrived and its receive is posted (perhaps for a later time): the receiver takes it in as
// soon as its processor is free. With the protocols of MPI libraries, that is after it has made all sends of
// its list.
void engine::receive_arrived(std::uint32_t id) {
  const member& r = members_[active_[id].to];
  auto& to = ahead_->members[static_cast<std::size_t>(active_[id].to)];
  if (!loggp_ && next_send(r, to.cursor)) return to.behind_sends.push_back(id);
  auto& me = ahead_->of(r.rank());
  // a written message is read by a copy that includes the overhead
  me.busy = worked(r.rank(), std::max({now_, r.account_.clock, me.busy}),
                   ahead_->messages[id].written ? 0 : overhead(active_[id].from, active_[id].to));
  events_.add(me.busy, event_kind::received, id);
}

void engine::received(std::uint32_t id) {
  const active x = active_[id];
  auto& message = ahead_->messages[id];
  member& r = members_[x.to];
  if (message.payload) {
    move_data(const_buffer(message.payload, x.bytes, byte_type), r.batch_[x.receive_at].in);
    pool_give(message.payload, message.payload_bytes);
    message.payload = nullptr;
  }
  note_end(id);
  free_active_.push_back(id);
  member& receiver = owner_of(x.to);
  ++receiver.account_.messages_received;
  receiver.account_.bytes_received += x.bytes;
  side_ended(r);
}

}  // namespace tutti
