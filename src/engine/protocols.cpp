// Messages as MPI libraries send them. A process is busy with each for the overhead o, as sender and as receiver, and the start-up
// alpha of the cost model is o, then the way, then o: alpha - 2 o. Messages up to the eager limit go at once and their sender goes
// on, and their receiver is busy when they have arrived; longer ones (rendezvous) go when their receiver has been busy with asking
// for them, and both ends wait for the data. Bytes share links.

#include <algorithm>

#include "engine/engine.hpp"

namespace tutti {
namespace {

// Long enough for its start-up not to count: so fast is a message that has a link for itself.
constexpr std::size_t long_message = std::size_t{1} << 20;

}  // namespace

// Is busy with the next send of the list, as soon as the processor is free.
void engine::depart(member& m) {
  auto& me = ahead_->of(m.rank());
  if (!next_send(m, me.cursor)) return;
  me.busy = std::max({now_, m.account_.clock, me.busy}) + ahead_->overhead;
  events_.add(me.busy, happening::injects, static_cast<std::uint32_t>(m.rank()));
}

void engine::leave(member& m) {
  auto& me = ahead_->of(m.rank());
  const std::uint32_t id = send_ahead(m, me.cursor++, now_ - ahead_->overhead);
  auto& message = ahead_->messages[id];
  if (static_cast<double>(active_[id].bytes) > network_.eager) {
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
  auto& me = ahead_->of(x.to);
  me.busy = std::max({now_, r.account_.clock, me.busy}) + ahead_->overhead;
  move_data(members_[x.from].batch_[x.send_at].out, r.batch_[x.receive_at].in);
  launch(id, me.busy);
}

// The message sets out.
void engine::launch(std::uint32_t id, double when) {
  const active& x = active_[id];
  const auto [startup, seconds] = on_way(x);
  const double on_links = when + std::max(0.0, startup - 2 * ahead_->overhead);
  if (seconds > 0 && !route_.empty())
    events_.add(on_links, happening::data_begins, id);
  else
    events_.add(on_links + seconds, happening::message_arrives, id);
}

// Its bytes are on links. Of their capacity it takes at most what its own speed is of that of long messages.
void engine::flow(std::uint32_t id) {
  const active& x = active_[id];
  const double seconds = on_way(x).data;
  const double alone = network_.model
                           ->of(network_.place_of(x.from), network_.place_of(x.to), long_message,
                                static_cast<int>(route_.size()))
                           .data;
  const double speed = alone / long_message * static_cast<double>(x.bytes) / seconds;
  sharing_.add(id, now_, seconds, route_, speed);
}

// All bytes have arrived. Both ends of a message that was asked for are free now.
void engine::delivered(std::uint32_t id) {
  if (!ahead_->messages[id].asked_for) return arrive(id);
  member& s = members_[active_[id].from];
  received(id);
  side_ended(s);
}

}  // namespace tutti
