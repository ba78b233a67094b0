#include "engine/engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "engine/elements.hpp"
#include "engine/running.hpp"

namespace tutti {
namespace {

// (Dynamic TLS: a simulator loads hundreds of copies of this library, and static TLS is scarce.)
[[gnu::tls_model("global-dynamic")]] thread_local const engine* world_at_work = nullptr;

// Times that should be equal may differ in their last bits, since they are sums in different orders.
double same_instant_as(double t) { return t + 1e-12 * t; }

// Checks a network before anything uses its parts, some of which may be missing.
network checked(network on, int p) {
  on.check(p);
  return on;
}

}  // namespace

int running_process() noexcept { return world_at_work ? world_at_work->at_work() : -1; }

bool member::start(std::span<transfer> all, const std::source_location& where) {
  where_ = where;
  batch_ = all.data();
  length_ = static_cast<std::uint32_t>(all.size());
  sends_ = receives_ = 0;
  arrives_from_ = std::numeric_limits<double>::infinity();
  // bytes of messages in several parts: the sender packs them, the receiver unpacks them
  std::size_t packed = 0;
  for (const transfer& t : all) {
    sends_ += t.to != nobody;
    receives_ += t.from != nobody;
    if (t.to != nobody && in_parts(t.out)) packed += t.out.bytes();
    if (t.from != nobody && in_parts(t.in)) packed += t.in.bytes();
  }
  open_ = sends_ + receives_;
  if (open_ == 0) {
    engine_.note_idle(*this);
    return true;
  }
  engine_.idle_ = nullptr;
  engine_.copied_ += packed;
  if (packed > 0) work(engine_.network_.copying * static_cast<double>(packed));
  engine_.post(*this);
  return false;
}

engine::engine(int p, network on, int operations)
    : p_(p),
      operations_(operations),
      network_(checked(std::move(on), p)),
      uniform_(network_.model->uniform()),
      links_(network_.links && network_.links->links() > 0),
      has_latencies_(links_ && network_.links->has_latencies()),
      ports_(static_cast<std::uint32_t>(network_.ports)),
      sharing_(links_ ? network_.links.get() : nullptr, network_.sharing) {
  if (links_) uniform_ = nullptr;
  if (links_ && network_.model->stores_and_forwards()) in_transit_ = std::make_unique<in_transit>();
  const std::size_t members = static_cast<std::size_t>(p) * (1 + static_cast<std::size_t>(operations));
  if (operations < 0 || members > std::numeric_limits<int>::max())
    throw std::invalid_argument(std::to_string(p) + " processes cannot have " + std::to_string(operations) +
                                " operations each");
  members_ = static_cast<member*>(::operator new(members * sizeof(member)));
  for (std::size_t k = 0; k < members; ++k)
    new (members_ + k) member(*this, process_of(static_cast<int>(k)), p);
  under_way_.resize(members - static_cast<std::size_t>(p));
  const loggp* parameters = network_.model->overheads();
  if (!parameters && !network_.has_protocols()) return;
  ahead_ = std::make_unique<ahead_state>();
  ahead_->processes.resize(static_cast<std::size_t>(p));
  ahead_->members.resize(members);
  ahead_->overhead = overhead_of(network_, false);
  ahead_->overhead_between = overhead_of(network_, true);
  ahead_->places_of_node = network_.places_of_node();
  if (!parameters) return;
  loggp_ = std::make_unique<loggp_state>();
  loggp_->model = *parameters;
  loggp_->processes.resize(static_cast<std::size_t>(p));
  if (parameters->capacity && parameters->g > 0 && parameters->L > 0) {
    loggp_->capacity = static_cast<std::size_t>(std::max(1.0, std::ceil(parameters->L / parameters->g)));
    loggp_->in_transit.resize(static_cast<std::size_t>(p));
  }
}

engine::~engine() {
  // Frames are destroyed first: they may give back memory through their members, and use data of their
  // programs.
  under_way_.clear();
  tasks_.clear();
  static_assert(std::is_trivially_destructible_v<member>);
  ::operator delete(members_);
  if (ahead_)
    for (auto& m : ahead_->messages)
      if (m.payload) pool_give(m.payload, m.payload_bytes);
}

// Under LogGP the transfers start after the local work before them, since until then the processor has no
// time for their overheads.
void engine::post(member& m) {
  if (loggp_ && m.account_.clock > now_)
    return events_.add(m.account_.clock, event_kind::posts, static_cast<std::uint32_t>(index_of(m)));
  post_now(m);
}

void engine::post_now(member& m) {
  if (ahead_) ahead_->members[static_cast<std::size_t>(index_of(m))].cursor = 0;
  if (loggp_ && m.sends_ > 0) inject(m);
  for (std::uint32_t at = 0; at < m.length_; ++at) {
    if (!ahead_ && m.batch_[at].to != nobody) post_send(m, at);
    if (m.batch_[at].from != nobody) post_receive(m, at);
  }
  if (ahead_ && !loggp_ && m.sends_ > 0) depart(m);
}

// A communication without a partner does not suspend its process, so no other process runs before the next
// one.
void engine::note_idle(const member& m) {
  if (idle_ != &m) idle_steps_ = 0;
  idle_ = &m;
  if (++idle_steps_ < (data ? most_idle : most_idle_without_data)) return;
  m.complain(" does not end: its last " + std::to_string(idle_steps_) + " communications had no partner",
             true);
}

void engine::check_receiver(const member& from, int to) const {
  if (to < 0 || to >= p_) from.no_such_partner(" sends to ", to);
}

void engine::post_send(member& m, std::uint32_t at) {
  check_receiver(m, m.batch_[at].to);
  const int me = index_of(m), to = partner_member(m, m.batch_[at].to);
  const std::uint32_t partner = receives_.take(me, to);
  if (partner != mailbox::none)
    pair(me, at, to, partner);
  else
    sends_.put(me, to, at);
}

void engine::post_receive(member& m, std::uint32_t at) {
  const int rank = m.batch_[at].from;
  if (rank < 0 || rank >= p_) m.no_such_partner(" receives from ", rank);
  const int me = index_of(m), from = partner_member(m, rank);
  const std::uint32_t partner = sends_.take(from, me);
  if (partner == mailbox::none)
    receives_.put(from, me, at);
  else if (ahead_)
    receive_ahead(m, at, partner);
  else
    pair(from, partner, me, at);
}

// The send and the receive of a message are both posted.
void engine::pair(int from, std::uint32_t send_at, int to, std::uint32_t receive_at) {
  const member& s = members_[from];
  const member& r = members_[to];
  const std::size_t bytes = s.batch_[send_at].out.bytes();
  const double ready = std::max(s.account_.clock, r.account_.clock);
  const active message{from, to, send_at, receive_at, bytes, ready};
  if (bytes != r.batch_[receive_at].in.bytes()) different_lengths(message, true);
  const std::uint32_t id = new_active(message);
  if (in_transit_) {
    std::vector<int>& route = in_transit_->plan(id);
    network_.links->route(place_of(from), place_of(to), route);
    dilation_ = std::max(dilation_, static_cast<int>(route.size()));
  }
  // If both lists are no longer than there are ports, only other operations can compete for these ports.
  if (operations_ == 0 && s.sends_ <= ports_ && r.receives_ <= ports_)
    begin(id);
  else
    events_.add(ready, event_kind::may_begin, id);
}

void engine::move_data(const_buffer from, buffer to) const {
  if (data || (is_real_memory(from) && is_real_memory(to))) copy_elements(from, to);
}

// From now on (or from a later time, if no other transfer can take the ports before) the transfer occupies a
// port of both ends. If messages are stored and forwarded, it occupies the sender's port only on the first
// link and the receiver's only on the last one.
void engine::begin(std::uint32_t id) {
  active& x = active_[id];
  if (noise.any()) wait_for_noise(x, leaves(id), arrives(id));
  member& s = members_[x.from];
  member& r = members_[x.to];
  if (arrives(id)) ++owner_of(x.to).receiving_;
  if (leaves(id)) {
    ++owner_of(x.from).sending_;
    move_data(s.batch_[x.send_at].out, r.batch_[x.receive_at].in);
    note_start(id);
  }
  schedule(id);
}

// The time that the message takes alone, on its next link or on its whole route. The whole route is left in
// route_.
cost_model::duration engine::on_way(std::uint32_t id) {
  const active& x = active_[id];
  const int from = place_of(x.from), to = place_of(x.to);
  int hops = 1;
  route_.clear();
  if (links_ && !in_transit_) {
    network_.links->route(from, to, route_);
    hops = static_cast<int>(route_.size());
    dilation_ = std::max(dilation_, hops);
  }
  cost_model::duration d = network_.model->of(from, to, x.bytes, hops);
  if (has_latencies_) d.startup += latency_of(in_transit_ ? in_transit_->link(id) : route_);
  return d;
}

// A message begins when neither of its ends is interrupted. Meanwhile it occupies their ports.
void engine::wait_for_noise(active& x, bool leaves, bool arrives) const {
  const int from = process_of(leaves ? x.from : x.to), to = process_of(arrives ? x.to : x.from);
  if (leaves || arrives) x.start = noise.free_from(from, to, x.start);
}

double engine::latency_of(std::span<const int> route) const {
  double all = 0;
  for (const int l : route) all += network_.links->latency(l);
  return all;
}

void engine::schedule(std::uint32_t id) {
  const active& x = active_[id];
  if (uniform_) {
    events_.add(x.start + uniform_->alpha + uniform_->beta * static_cast<double>(x.bytes),
                event_kind::transfer_ends, id);
    return;
  }
  const auto [startup, seconds] = on_way(id);
  const bool on_links = in_transit_ ? !in_transit_->link(id).empty() : !route_.empty();
  if (!on_links || seconds == 0)
    events_.add(x.start + startup + seconds, event_kind::transfer_ends, id);
  else
    events_.add(x.start + startup, event_kind::data_begins, id);
}

void engine::end(std::uint32_t id) {
  const active x = active_[id];
  const bool has_left = leaves(id), has_arrived = arrives(id);
  member& s = members_[x.from];
  member& r = members_[x.to];
  if (has_left) {
    member& sender = owner_of(x.from);
    --sender.sending_;
    ++sender.account_.messages_sent;
    sender.account_.bytes_sent += x.bytes;
  }
  if (has_arrived) {
    note_end(id);
    free_active_.push_back(id);
    member& receiver = owner_of(x.to);
    --receiver.receiving_;
    ++receiver.account_.messages_received;
    receiver.account_.bytes_received += x.bytes;
    if (network_.combines_on_arrival) r.arrives_from_ = x.start + on_way(id).startup;
  }
  if (!queue_.empty()) {
    changed_.push_back(process_of(x.from));
    changed_.push_back(process_of(x.to));
  }
  if (!has_arrived) go_on(id);
  if (has_left) side_ended(s);
  if (has_arrived) side_ended(r);
}

// Forwards a stored message to its next link. On the last link it needs a port of its receiver.
void engine::go_on(std::uint32_t id) {
  in_transit_->go_on(id);
  active& x = active_[id];
  x.start = now_;
  if (arrives(id) && (operations_ > 0 || members_[x.to].receives_ > ports_))
    events_.add(now_, event_kind::may_begin, id);
  else
    begin(id);
}

void engine::side_ended(member& m) {
  if (--m.open_ > 0) return;
  m.account_.clock = now_;
  if (network_.combines_on_arrival) m.communicated_until_ = now_;
  m.finish_copy();
  resume(m);
}

// Notes which process runs, so that a crash can be attributed to it: see running.hpp.
void engine::resume(member& m) {
  at_work_ = m.rank();
  std::exchange(m.waiting_, nullptr).resume();
  at_work_ = -1;
}

void engine::start(int rank) {
  at_work_ = rank;
  tasks_[static_cast<std::size_t>(rank)].start();
  at_work_ = -1;
}

void engine::handle(const event& e) {
  now_ = e.time;
  switch (static_cast<event_kind>(e.kind)) {
    case event_kind::transfer_ends: return ahead_ ? flowed(e.subject) : end(e.subject);
    case event_kind::bunch_ends:
      ended_.clear();
      if (const auto again = sharing_.take_ended(e.subject, e.version, now_, ended_))
        events_.add(again->at, event_kind::bunch_ends, again->bunch, again->version);
      for (const std::uint32_t id : ended_) events_.add(now_, event_kind::transfer_ends, id);
      return;
    case event_kind::data_begins: {
      if (ahead_) return flow(e.subject);
      const double seconds = on_way(e.subject).data;
      return sharing_.add(e.subject, now_, seconds, in_transit_ ? in_transit_->link(e.subject) : route_);
    }
    case event_kind::may_begin:
      queue_.add(waiting_form(e.subject));
      changed_.push_back(process_of(active_[e.subject].from));
      if (in_transit_)
        changed_.push_back(process_of(active_[e.subject].to));  // may wait only for the receiver's port
      return;
    case event_kind::message_arrives: return loggp_ ? arrive(e.subject) : delivered(e.subject);
    case event_kind::received: return received(e.subject);
    case event_kind::posts: return post_now(members_[e.subject]);
    case event_kind::injects: return loggp_ ? inject(members_[e.subject]) : leave(members_[e.subject]);
    case event_kind::injected: return side_ended(members_[e.subject]);
    case event_kind::begins: return start(static_cast<int>(e.subject));
    case event_kind::operation_ended: return resume(members_[e.subject]);
  }
}

// Called after all events of an instant: assigns the free ports and the shares of links.
void engine::settle() {
  if (!changed_.empty()) settle_ports();
  if (links_)
    for (const auto& o : sharing_.settle(now_)) events_.add(o.at, event_kind::bunch_ends, o.bunch, o.version);
}

waiting_transfer engine::waiting_form(std::uint32_t id) const {
  const active& x = active_[id];
  return {{x.start, x.send_at, x.receive_at, x.from, x.to}, id, process_of(x.from), process_of(x.to)};
}

bool engine::startable(std::uint32_t id) const {
  const active& x = active_[id];
  return (!leaves(id) || owner_of(x.from).sending_ < ports_) &&
         (!arrives(id) || owner_of(x.to).receiving_ < ports_);
}

// Proposes the first transfer of one side of a process that can start, from `from` on (null: from the first).
void engine::nominate(int rank, side s, const service_order* from) {
  const member& m = members_[rank];
  if ((s == side::send ? m.sending_ : m.receiving_) >= ports_) return;
  queue_.any(rank, s, from, [&](const service_order& order, std::uint32_t id) {
    if (!startable(id)) return false;
    nominees_.push_back({order, id, rank, s});
    std::push_heap(nominees_.begin(), nominees_.end(), [](auto& a, auto& b) { return a.order > b.order; });
    return true;
  });
}

// Starts the transfers that can start, in the order of service. A transfer that could not start before can do
// so only if one of its ends has changed: the best transfer is among those that the changed ends propose.
void engine::settle_ports() {
  std::ranges::sort(changed_);
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  for (const int rank : changed_) {
    nominate(rank, side::send, nullptr);
    nominate(rank, side::receive, nullptr);
  }
  changed_.clear();
  while (!nominees_.empty()) {
    std::pop_heap(nominees_.begin(), nominees_.end(), [](auto& a, auto& b) { return a.order > b.order; });
    const nominee n = nominees_.back();
    nominees_.pop_back();
    const waiting_transfer t{n.order, n.id, process_of(n.order.from), process_of(n.order.to)};
    if (queue_.has(t) && startable(n.id)) {
      queue_.remove(t);
      active_[n.id].start = now_;
      begin(n.id);
    }
    nominate(n.rank, n.by, &n.order);  // earlier ones cannot start any more
  }
}

void engine::run(const std::function<task(process&)>& program) {
  struct ending {  // suspended frames must not outlive the data of the program
    engine& e;
    const engine* before = std::exchange(world_at_work, &e);  // a process may run a world of its own
    ~ending() {
      world_at_work = before;
      for (under_way& u : e.under_way_) u.run.reset();
      e.tasks_.clear();
    }
  } const at_the_end{*this};
  tasks_.reserve(static_cast<std::size_t>(p_));
  if (!skews.empty() && skews.size() != static_cast<std::size_t>(p_))
    throw std::invalid_argument("the processes' arrival times are " + std::to_string(skews.size()) + " for " +
                                std::to_string(p_) + " processes");
  for (int r = 0; r < p_; ++r) tasks_.push_back(program(members_[r]));
  for (int r = 0; r < p_; ++r) {
    member& m = members_[r];
    if (!skews.empty()) m.account_.clock = std::max(m.account_.clock, skews[static_cast<std::size_t>(r)]);
    if (m.account_.clock > now_)
      events_.add(m.account_.clock, event_kind::begins, static_cast<std::uint32_t>(r));
    else
      start(r);
  }
  const auto goes_on = [](const under_way& u) { return u.run && !u.ended; };
  settle();
  while (!events_.empty()) {
    const double instant = same_instant_as(events_.next());
    while (!events_.empty() && events_.next() <= instant) handle(events_.take());
    if (now_ > give_up_after || work() > most_work) {
      // The links may have an event after the last process has ended.
      gave_up_ = !std::ranges::all_of(tasks_, &task::done) || std::ranges::any_of(under_way_, goes_on);
      if (gave_up_) return;
    }
    settle();
  }
  for (int r = 0; r < p_; ++r) members_[r].finish_copy();
  for (const task& t : tasks_)
    if (t.done()) t.rethrow();
  for (const under_way& u : under_way_)
    if (u.failure) std::rethrow_exception(u.failure);
  if (!std::ranges::all_of(tasks_, &task::done) || std::ranges::any_of(under_way_, goes_on))
    throw communication_error(deadlock());
}

std::uint32_t engine::new_active(const active& x) {
  ++messages_;
  if (free_active_.empty()) {
    active_.push_back(x);
    return static_cast<std::uint32_t>(active_.size() - 1);
  }
  const std::uint32_t id = free_active_.back();
  free_active_.pop_back();
  active_[id] = x;
  return id;
}

}  // namespace tutti
