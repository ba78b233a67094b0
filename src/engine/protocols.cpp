// Messages as MPI libraries send them. A process is busy with each for the overhead o, as sender and as
// receiver, and the start-up alpha of the cost model is o, then the way, then o: alpha - 2 o. Messages up to
// the eager limit go at once and their sender goes on, and their receiver is busy when they have arrived;
// longer ones (rendezvous) go when their receiver has been busy with asking for them, and both ends wait for
// the data. Bytes share links.

#include <algorithm>

#include "engine/engine.hpp"

namespace tutti {
namespace {

// Long enough for its start-up not to count: so fast is a message that has a link for itself.
constexpr std::size_t long_message = std::size_t{1} << 20;

// In place of the other end: what a process sends, and what it receives, within its node; and what it writes and reads there.
constexpr int leaving = -1, entering = -2, copying = -3;

}  // namespace

// Is busy with the next send of the list, as soon as the processor is free.
void engine::depart(member& m) {
  auto& me = ahead_->of(m.rank());
  const auto who = static_cast<std::uint32_t>(index_of(m));
  auto& list = ahead_->members[who];
  if (!next_send(m, list.cursor)) {  // what came meanwhile
    for (const std::uint32_t id : list.behind_sends) receive_arrived(id);
    return list.behind_sends.clear();
  }
  const transfer& next = m.batch_[list.cursor];
  me.busy = std::max({now_, m.account_.clock, me.busy});
  if (!goes_through_ring(index_of(m), fellow(m, next.to), next.out.bytes())) me.busy += ahead_->overhead;
  events_.add(me.busy, happening::injects, who);
}

void engine::leave(member& m) {
  const std::uint32_t at = ahead_->members[static_cast<std::size_t>(index_of(m))].cursor++;
  const std::uint32_t id = send_ahead(m, at, now_ - ahead_->overhead);
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
    message.asked_for = true;
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
  me.busy = std::max({now_, r.account_.clock, me.busy}) + ahead_->overhead;
  move_data(members_[x.from].batch_[x.send_at].out, r.batch_[x.receive_at].in);
  launch(id, me.busy);
}

// The message sets out.
void engine::launch(std::uint32_t id, double when) {
  const auto [startup, seconds] = in_stream(id);
  const double on_links = when + std::max(0.0, startup - 2 * ahead_->overhead);
  const bool has_more = seconds > 0 || ahead_->messages[id].written;
  events_.add(on_links, has_more ? happening::data_begins : happening::message_arrives, id);
}

// Its bytes may go. From one process to another they are one stream: a message does not begin before the last
// one has left. Within a node processors copy them: short ones twice, and of longer ones, which are copied once,
// each one message out and one in at a time.
void engine::flow(std::uint32_t id) {
  const active& x = active_[id];
  if (ahead_->messages[id].written) return copy_half(id);
  const double seconds = in_stream(id).data;
  if (route_.empty()) return copy_across(id, seconds);
  if (ahead_->messages[id].copied_already) return enter(id, seconds);
  if (network_.in_order) {
    const auto [from, to] = stream_of(x);
    if (ahead_->on_links.has(from, to)) return ahead_->behind.put(from, to, id);
    ahead_->on_links.put(from, to, id);
    if (to == leaving) return enter(id, seconds);
  }
  cross(id, seconds);
}

// The two ends of what it is in line in: of all messages that leave a process for others of its node, or of
// those from one process to another.
std::pair<int, int> engine::stream_of(const active& x) const {
  return {process_of(x.from), is_copied(x.from, x.to) ? leaving : process_of(x.to)};
}

// Whether processors take it across: between processes of a node, if we know of nodes.
bool engine::is_copied(int from, int to) const {
  if (!network_.in_order || !network_.links || !network_.links->is_cluster()) return false;
  const int node = network_.links->places_per_node();
  return place_of(from) / node == place_of(to) / node;
}

// Whether the send before this one in its list is of the same data.
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

// What a longer message takes to begin, beyond a message of no bytes, is work of these processors, too.
cost_model::duration engine::in_stream(std::uint32_t id) {
  const active& x = active_[id];
  cost_model::duration d = on_way(x);
  if (!is_copied(x.from, x.to)) return d;
  const double least =
      network_.model->of(place_of(x.from), place_of(x.to), 0, static_cast<int>(route_.size())).startup;
  const double work = std::max(0.0, d.startup - least);
  return {d.startup - work, share_of_copy(id) * (d.data + work)};
}

// Of all that a message takes: the half that one of its ends does; or what is left if it has been copied for another receiver.
// (A copy crosses the memory three times: its source, and what is written, which is fetched before. One whose source has just
// been written finds that in a cache.)
double engine::share_of_copy(std::uint32_t id) const {
  const auto& message = ahead_->messages[id];
  if (message.in_halves) return 0.5;
  return message.copied_already ? 2.0 / 3 : 1;
}

// Its sender writes it, then its receiver reads it, and each has its overhead with it: one after the other, among all that a process
// writes and reads.
void engine::copy_half(std::uint32_t id) {
  const auto& message = ahead_->messages[id];
  const int at = process_of(message.written ? active_[id].to : active_[id].from);
  if (ahead_->on_links.has(at, copying)) return ahead_->behind.put(at, copying, id);
  ahead_->on_links.put(at, copying, id);
  const double seconds = message.copied_already && !message.written ? 0 : in_stream(id).data;
  if (seconds > 0 && !route_.empty())
    cross(id, ahead_->overhead + seconds);
  else
    events_.add(now_ + ahead_->overhead + seconds, happening::transfer_ends, id);
}

void engine::copied_half(std::uint32_t id) {
  bool& written = ahead_->messages[id].written;
  const int at = process_of(written ? active_[id].to : active_[id].from);
  ahead_->on_links.take(at, copying);
  if (const std::uint32_t next = ahead_->behind.take(at, copying); next != mailbox::none) copy_half(next);
  if (written) return delivered(id);
  written = true;
  launch(id, now_);
  side_ended(members_[active_[id].from]);
}

void engine::enter(std::uint32_t id, double seconds) {
  const int to = process_of(active_[id].to);
  if (ahead_->on_links.has(entering, to)) return ahead_->behind.put(entering, to, id);
  ahead_->on_links.put(entering, to, id);
  cross(id, seconds);
}

// On the links of its route, which is that which was asked for last.
void engine::cross(std::uint32_t id, double seconds) {
  const active& x = active_[id];
  // The share of their capacity that it takes is at most that of its own speed in the speed of long messages.
  const double alone =
      network_.model->of(place_of(x.from), place_of(x.to), long_message, static_cast<int>(route_.size()))
          .data;
  const double speed = share_of_copy(id) * alone / long_message * static_cast<double>(x.bytes) / seconds;
  sharing_.add(id, now_, seconds, route_, speed);
}

// Where there are no links a process's bytes leave one message after the other, and enter so.
void engine::copy_across(std::uint32_t id, double seconds) {
  double &leaves = ahead_->of(process_of(active_[id].from)).leaving,
         &enters = ahead_->of(process_of(active_[id].to)).entering;
  if (ahead_->messages[id].copied_already)
    enters = std::max(now_, enters) + seconds;
  else
    leaves = enters = std::max({now_, leaves, enters}) + seconds;
  events_.add(enters, happening::message_arrives, id);
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
    if (const std::uint32_t next = ahead_->behind.take(entering, at); next != mailbox::none)
      enter(next, in_stream(next).data);
    if (ahead_->messages[id].copied_already) return delivered(id);
  }
  ahead_->on_links.take(from, to);
  if (const std::uint32_t next = ahead_->behind.take(from, to); next != mailbox::none) flow(next);
  delivered(id);
}

// All bytes have arrived. Both ends of a message that was asked for are free now.
void engine::delivered(std::uint32_t id) {
  if (!ahead_->messages[id].asked_for) return arrive(id);
  member& s = members_[active_[id].from];
  received(id);
  side_ended(s);
}

}  // namespace tutti
