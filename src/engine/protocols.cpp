// Messages as MPI libraries send them. Each message occupies its sender and its receiver for the overhead o.
// The start-up alpha of the cost model is o, transit, o, so transit takes alpha - 2 o. An eager message (up
// to the eager limit) leaves at once and its sender continues; its receiver spends o when it has arrived. A
// longer one (rendezvous) leaves when its receiver has spent o to ask for it, and both ends wait for the
// data. Bytes share links.

#include <algorithm>

#include "engine/engine.hpp"

namespace tutti {
namespace {

// Bytes of a message so long that its start-up does not matter: its speed is that of a link used by one
// message alone.
constexpr std::size_t long_message = std::size_t{1} << 20;

// The longest message that is one packet on a network. This is the longest packet of InfiniBand; those of
// Ethernet are shorter.
constexpr std::size_t packet = 4096;

// Queues are named by two processes. One of these numbers, in place of a process, names a queue of the other
// process alone: of the messages that it sends within its node, of those that it receives there, of those
// that it writes and reads in halves, and of its packets to other nodes.
constexpr int leaving = -1, entering = -2, copying = -3, packets = -4;

}  // namespace

// The overhead at each end of a message between two members.
double engine::overhead(int from, int to) const {
  if (ahead_->overhead == ahead_->overhead_between) return ahead_->overhead;
  const int node = ahead_->places_of_node;
  return place_of(from) / node == place_of(to) / node ? ahead_->overhead : ahead_->overhead_between;
}

// Spends the overhead of the next send of the list, as soon as the processor is free.
void engine::depart(member& m) {
  auto& me = ahead_->of(m.rank());
  const auto who = static_cast<std::uint32_t>(index_of(m));
  auto& list = ahead_->members[who];
  if (!next_send(m, list.cursor)) {  // takes in messages that have arrived meanwhile
    for (const std::uint32_t id : list.behind_sends) receive_arrived(id);
    return list.behind_sends.clear();
  }
  const transfer& next = m.batch_[list.cursor];
  const int to = partner_member(m, next.to);
  const bool is_copied_later = goes_through_ring(index_of(m), to, next.out.bytes());
  me.busy = worked(m.rank(), std::max({now_, m.account_.clock, me.busy}),
                   is_copied_later ? 0 : overhead(index_of(m), to));
  events_.add(me.busy, event_kind::injects, who);
}

void engine::leave(member& m) {
  const std::uint32_t at = ahead_->members[static_cast<std::size_t>(index_of(m))].cursor++;
  const double sending = overhead(index_of(m), partner_member(m, m.batch_[at].to));
  const std::uint32_t id = send_ahead(m, at, now_ - sending);
  auto& message = ahead_->messages[id];
  const active& x = active_[id];
  message.copied_already = network_.shares_memory && is_copied(x.from, x.to) && goes_to_several(m, at);
  message.in_halves = goes_through_ring(x.from, x.to, x.bytes);
  if (message.in_halves) {
    keep_data(id);
    copy_half(id);
    return depart(m);
  }
  if (static_cast<double>(x.bytes) > network_.eager) {
    message.rendezvous = true;
    if (message.matched) ask(id);
    return depart(m);
  }
  keep_data(id);
  launch(id, now_);
  depart(m);
  side_ended(m);
}

void engine::ask(std::uint32_t id) {
  const active& x = active_[id];
  const member& r = members_[x.to];
  auto& me = ahead_->of(r.rank());
  me.busy = worked(r.rank(), std::max({now_, r.account_.clock, me.busy}), overhead(x.from, x.to));
  move_data(members_[x.from].batch_[x.send_at].out, r.batch_[x.receive_at].in);
  launch(id, me.busy);
}

// Puts the message on its way at time `when`.
void engine::launch(std::uint32_t id, double when) {
  const auto [startup, seconds] = in_stream(id);
  const active& x = active_[id];
  const double on_links = when + std::max(0.0, startup - 2 * overhead(x.from, x.to));
  const bool has_more = seconds > 0 || ahead_->messages[id].written;
  events_.add(on_links, has_more ? event_kind::data_begins : event_kind::message_arrives, id);
}

// Moves the bytes of a message. From one process to another, messages form one stream: each begins when the
// one before has left. Within a node, processors copy messages: short ones twice, longer ones once. Of the
// longer ones, a process sends one and receives one at a time.
void engine::flow(std::uint32_t id) {
  const active& x = active_[id];
  if (ahead_->messages[id].in_halves) return copy_half(id);
  const double seconds = in_stream(id).data;
  if (route_.empty()) return copy_across(id, seconds);
  if (ahead_->messages[id].copied_already) return enter(id, seconds);
  if (network_.in_order) {
    const auto [from, to] = stream_of(x);
    if (ahead_->on_links.has(from, to)) return ahead_->waiting_for_links.put(from, to, id);
    ahead_->on_links.put(from, to, id);
    if (to == leaving) return enter(id, seconds);
    // Messages of several packets share the link packet by packet.
    if (x.bytes <= packet && network_.links->capacity(route_.front()) < 2)
      return leave_as_packet(id, seconds);
  }
  cross(id, seconds);
}

// The packets of a process leave one after the other, to whichever process they go.
void engine::leave_as_packet(std::uint32_t id, double seconds) {
  const int from = process_of(active_[id].from);
  ahead_->messages[id].is_packet = true;
  if (ahead_->on_links.has(packets, from)) return ahead_->waiting_for_links.put(packets, from, id);
  ahead_->on_links.put(packets, from, id);
  cross(id, seconds);
}

// The pair by which the message queues. If processors copy it, all messages from its process to others of the
// node form a queue; otherwise, all messages from one process to another do.
std::pair<int, int> engine::stream_of(const active& x) const {
  return {process_of(x.from), is_copied(x.from, x.to) ? leaving : process_of(x.to)};
}

// True if processors copy messages between the two: both are on the same node, if the network has nodes.
bool engine::is_copied(int from, int to) const {
  if (!network_.in_order || !network_.links || !network_.links->is_cluster()) return false;
  const int node = network_.links->places_per_node();
  return place_of(from) / node == place_of(to) / node;
}

// True if the previous send of the list sends the same data, which is not too long to be read by all.
bool engine::goes_to_several(const member& m, std::uint32_t at) {
  const const_buffer out = m.batch_[at].out;
  if (!out.data || out.bytes() > longest_read_by_all) return false;
  while (at > 0)
    if (const transfer& before = m.batch_[--at]; before.to != nobody) return same_elements(before.out, out);
  return false;
}

bool engine::goes_through_ring(int from, int to, std::size_t bytes) const {
  return bytes <= longest_through_ring && network_.shares_memory && is_copied(from, to);
}

// Within a node, the start-up beyond that of an empty message is work of the two processors, too.
cost_model::duration engine::in_stream(std::uint32_t id) {
  const active& x = active_[id];
  cost_model::duration d = on_way(id);
  if (!is_copied(x.from, x.to)) return d;
  const double least =
      network_.model->of(place_of(x.from), place_of(x.to), 0, static_cast<int>(route_.size())).startup;
  const double work = std::max(0.0, d.startup - least);
  return {d.startup - work, share_of_copy(id) * (d.data + work)};
}

// The share of the message's copying that is left: one half for each end, or the rest if the data was copied
// for another receiver. (A copy moves its bytes three times through memory: it reads the source, fetches the
// target, and writes it. A source that was just written is in a cache.)
double engine::share_of_copy(std::uint32_t id) const {
  const auto& message = ahead_->messages[id];
  if (message.in_halves) return 0.5;
  return message.copied_already ? 2.0 / 3 : 1;
}

// The sender writes the message, then the receiver reads it; each half includes an overhead. A process writes
// or reads one message at a time.
void engine::copy_half(std::uint32_t id) {
  const auto& message = ahead_->messages[id];
  const int at = process_of(message.written ? active_[id].to : active_[id].from);
  if (noise.any())
    if (const double free = noise.free_from(at, now_); free > now_)
      return events_.add(free, event_kind::data_begins, id);
  if (ahead_->on_links.has(at, copying)) return ahead_->waiting_for_links.put(at, copying, id);
  ahead_->on_links.put(at, copying, id);
  const double seconds = message.copied_already && !message.written ? 0 : in_stream(id).data;
  if (seconds > 0 && !route_.empty())
    cross(id, ahead_->overhead + seconds);
  else
    events_.add(now_ + ahead_->overhead + seconds, event_kind::transfer_ends, id);
}

void engine::copied_half(std::uint32_t id) {
  bool& written = ahead_->messages[id].written;
  const int at = process_of(written ? active_[id].to : active_[id].from);
  ahead_->on_links.take(at, copying);
  if (const std::uint32_t next = ahead_->waiting_for_links.take(at, copying); next != mailbox::none)
    copy_half(next);
  if (written) return delivered(id);
  written = true;
  launch(id, now_);
  side_ended(members_[active_[id].from]);
}

void engine::enter(std::uint32_t id, double seconds) {
  const int to = process_of(active_[id].to);
  if (ahead_->on_links.has(entering, to)) return ahead_->waiting_for_links.put(entering, to, id);
  ahead_->on_links.put(entering, to, id);
  cross(id, seconds);
}

// Puts the message on the links of its route, which on_way() must have left in route_.
void engine::cross(std::uint32_t id, double seconds) {
  const active& x = active_[id];
  // The message takes at most this share of a link's capacity: its own speed divided by that of a long
  // message. A message whose own speed exceeds that of a link (caches, token buckets) takes the whole link,
  // and no more time than alone.
  const double alone =
      network_.model->of(place_of(x.from), place_of(x.to), long_message, static_cast<int>(route_.size()))
          .data;
  if (alone <= 0) return events_.add(now_ + seconds, event_kind::transfer_ends, id);  // it takes no share
  double share = share_of_copy(id) * alone / long_message * static_cast<double>(x.bytes) / seconds;
  for (const int l : route_) share = std::min(share, network_.links->capacity(l));
  sharing_.add(id, now_, seconds, route_, share);
}

// Without links, messages leave a process one after the other, and enter a process one after the other.
void engine::copy_across(std::uint32_t id, double seconds) {
  double &leaves = ahead_->of(process_of(active_[id].from)).leaving,
         &enters = ahead_->of(process_of(active_[id].to)).entering;
  if (ahead_->messages[id].copied_already)
    enters = std::max(now_, enters) + seconds;
  else
    leaves = enters = std::max({now_, leaves, enters}) + seconds;
  events_.add(enters, event_kind::message_arrives, id);
}

// The last byte has left the links.
void engine::flowed(std::uint32_t id) {
  if (!network_.in_order) return delivered(id);
  if (ahead_->messages[id].in_halves) return copied_half(id);
  const active& x = active_[id];
  const auto [from, to] = stream_of(x);
  if (to == leaving) {
    const int at = process_of(x.to);
    ahead_->on_links.take(entering, at);
    if (const std::uint32_t next = ahead_->waiting_for_links.take(entering, at); next != mailbox::none)
      enter(next, in_stream(next).data);
    if (ahead_->messages[id].copied_already) return delivered(id);
  } else if (ahead_->messages[id].is_packet) {
    ahead_->on_links.take(packets, from);
    if (const std::uint32_t next = ahead_->waiting_for_links.take(packets, from); next != mailbox::none)
      leave_as_packet(next, in_stream(next).data);
  }
  ahead_->on_links.take(from, to);
  if (const std::uint32_t next = ahead_->waiting_for_links.take(from, to); next != mailbox::none) flow(next);
  delivered(id);
}

// All bytes have arrived. A rendezvous message now frees both its ends.
void engine::delivered(std::uint32_t id) {
  if (!ahead_->messages[id].rendezvous) return arrive(id);
  member& s = members_[active_[id].from];
  received(id);
  side_ended(s);
}

}  // namespace tutti
