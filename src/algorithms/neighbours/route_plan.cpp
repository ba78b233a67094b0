// Makes the plan for blocks that travel together, and runs calls along it.
// Source: Traeff, Hunold, "Cartesian collective communication", ICPP 2019. There all processes know which
// blocks pass through them; here they exchange this in advance, so that the graph need not look the same
// from all.
// Cost of making a plan: two messages for each message of a call, one of 4 bytes and one of 8 bytes for each
// block in it. Processes remember the blocks that pass through them.

#include "algorithms/neighbours/route_plan.hpp"

#include <algorithm>
#include <unordered_map>

#include "tutti/nodes.hpp"

namespace tutti {
namespace {

// A block on its way: its origin, its destination, and its place as in route_plan::form::taken.
struct travelling {
  int origin, destination, place;
};
struct label {
  int origin, destination;
};

// The messages of one step, labels only.
struct step_labels {
  route_step by;
  std::vector<label> out, in;
  int many_out = 0, many_in = 0;
};

// Exchanges the labels of a phase: first their numbers, then the labels.
task exchange_labels(process& self, std::vector<step_labels>& steps) {
  std::vector<transfer> all;
  for (step_labels& s : steps) {
    s.many_out = static_cast<int>(s.out.size());
    all.push_back({message_of(s.many_out), s.by.to, message_of(s.many_in), s.by.from});
  }
  co_await self.together(all);
  all.clear();
  for (step_labels& s : steps) {
    s.in.resize(static_cast<std::size_t>(s.many_in));
    all.push_back({message_of(std::span(s.out)), s.out.empty() ? nobody : s.by.to,
                   message_of(std::span(s.in)), s.in.empty() ? nobody : s.by.from});
  }
  co_await self.together(all);
}

// The first label of each origin in a message, in the order of the message.
std::vector<label> one_of_each_origin(const std::vector<label>& of) {
  std::vector<label> firsts;
  std::unordered_map<int, bool> seen;
  for (const label& l : of)
    if (seen.emplace(l.origin, true).second) firsts.push_back(l);
  return firsts;
}

// The load of a phase: its messages with the processes for which `counts` is true.
template <class Counts>
routing::load load_of(const std::vector<step_labels>& steps, Counts counts) {
  routing::load out, in;
  const auto add = [](routing::load& to, const std::vector<label>& message) {
    ++to.messages;
    to.blocks += static_cast<int>(message.size());
    to.shared_blocks += static_cast<int>(one_of_each_origin(message).size());
  };
  for (const step_labels& s : steps) {
    if (!s.out.empty() && counts(s.by.to)) add(out, s.out);
    if (!s.in.empty() && counts(s.by.from)) add(in, s.in);
  }
  return {.messages = std::max(out.messages, in.messages),
          .blocks = std::max(out.blocks, in.blocks),
          .shared_blocks = std::max(out.shared_blocks, in.shared_blocks)};
}

// Writes one form of the plan while blocks move.
class form_writer {
 public:
  form_writer(route_plan::form& into, bool shared) : into_(into), shared_(shared) {}

  // `place_of(label)` returns the place of a block; `arrives(label, place)` is called for each block that
  // arrives.
  template <class PlaceOf, class Arrives>
  void phase(const std::vector<step_labels>& steps, PlaceOf place_of, Arrives arrives) {
    int out = 0;
    for (const step_labels& s : steps) {
      const std::vector<label> leaving = shared_ ? one_of_each_origin(s.out) : s.out;
      const std::vector<label> coming = shared_ ? one_of_each_origin(s.in) : s.in;
      const int many_out = static_cast<int>(leaving.size()), many_in = static_cast<int>(coming.size());
      for (const label& l : leaving) into_.taken.push_back(place_of(l));
      out += many_out;
      if (many_out + many_in == 0) continue;
      into_.exchanges.push_back(
          {many_out > 0 ? s.by.to : nobody, many_in > 0 ? s.by.from : nobody, many_out, many_in});
    }
    // Blocks that arrive can be used after the phase.
    for (const step_labels& s : steps)
      for (const label& l : shared_ ? one_of_each_origin(s.in) : s.in) arrives(l, into_.arriving++);
    into_.most_out = std::max(into_.most_out, out);
    into_.phase_ends.push_back(static_cast<int>(into_.exchanges.size()));
  }

 private:
  route_plan::form& into_;
  bool shared_;
};

// The steps of a phase, and in each the blocks that leave and their places, in the order of their arrival.
struct departures {
  std::vector<step_labels> steps;
  std::vector<std::vector<int>> places;
};

// Sorts the blocks that leave by the steps in which they do. `here` keeps those that stay.
departures take_leaving(std::vector<travelling>& here, const std::vector<route_step>& steps,
                        const routes& along, int phase, int rank) {
  departures all;
  std::unordered_map<int, std::size_t> step_to;
  for (const route_step& s : steps) {
    if (s.to != nobody) step_to.emplace(s.to, all.steps.size());
    all.steps.push_back({.by = s, .out = {}, .in = {}});
  }
  all.places.resize(all.steps.size());
  std::vector<travelling> stays;
  for (const travelling& t : here) {
    const int next = along.next(phase, rank, t.destination);
    if (next == rank) {
      stays.push_back(t);
      continue;
    }
    const std::size_t s = step_to.at(next);
    all.steps[s].out.push_back({t.origin, t.destination});
    all.places[s].push_back(t.place);
  }
  here = std::move(stays);
  return all;
}

// After the last phase all blocks that are here are for this process. Blocks of one origin have kept their
// order.
void deliver(const std::vector<travelling>& here, const std::unordered_map<int, int>& of_origin,
             std::span<const neighbour> sources, route_plan& into) {
  std::unordered_map<int, std::vector<int>> places;
  for (auto t = here.rbegin(); t != here.rend(); ++t) places[t->origin].push_back(t->place);
  for (const neighbour& n : sources) {
    std::vector<int>& of = places.at(n.rank);
    into.apart.delivered.emplace_back(of.back(), n.block);
    of.pop_back();
    into.shared.delivered.emplace_back(of_origin.at(n.rank), n.block);
  }
}

}  // namespace

task make_plan(process& self, const neighbourhood& mine, const routes& along,
               std::span<const std::uint64_t> taken, const node_map* nodes, route_plan& into) {
  const int rank = self.rank();
  std::vector<travelling> here;
  for (const neighbour& n : mine.destinations()) here.push_back({rank, n.rank, ~n.block});
  // the place of each process's block, if it has one for all
  std::unordered_map<int, int> of_origin{{rank, ~0}};
  form_writer apart(into.apart, false), shared(into.shared, true);

  for (int phase = 0; phase < along.phases(); ++phase) {
    const auto k = static_cast<std::size_t>(phase);
    departures leaving =
        take_leaving(here, along.steps(phase, rank, k < taken.size() ? taken[k] : 0), along, phase, rank);
    co_await exchange_labels(self, leaving.steps);

    std::size_t step = 0, label_of = 0;  // of blocks that leave, in order
    apart.phase(
        leaving.steps,
        [&](const label&) {
          while (label_of == leaving.places[step].size()) ++step, label_of = 0;
          return leaving.places[step][label_of++];
        },
        [&](const label& l, int place) {
          here.push_back({l.origin, l.destination, place});
        });
    shared.phase(
        leaving.steps, [&](const label& l) { return of_origin.at(l.origin); },
        [&](const label& l, int place) { of_origin.emplace(l.origin, place); });
    into.loads.push_back(load_of(leaving.steps, [](int) { return true; }));
    into.far_loads.push_back(load_of(
        leaving.steps, [&](int other) { return !nodes || nodes->node_of(other) != nodes->node_of(rank); }));
  }
  deliver(here, of_origin, mine.sources(), into);
}

namespace {

const_buffer own_block(const call& c, int place) { return c.send.size() > 0 ? c.send[~place] : c.in; }

task run_equal(process& self, call c, const route_plan::form& plan) {
  const std::size_t n = length_of_blocks(c);
  if (n == 0) co_return;
  const auto in_blocks = [n](int blocks) { return n * static_cast<std::size_t>(blocks); };
  const scratch incoming(self, in_blocks(plan.arriving)), out(self, in_blocks(plan.most_out));
  const auto block = [&](int place) -> const_buffer {
    return place < 0 ? own_block(c, place) : incoming.slice(in_blocks(place), n);
  };
  workspace<transfer> all(plan.exchanges.size());
  auto taken = plan.taken.begin();
  int arrived = 0, first = 0;
  for (const int end : plan.phase_ends) {
    std::size_t transfers = 0;
    int left = 0;
    for (; first < end; ++first) {
      const route_plan::exchange& e = plan.exchanges[static_cast<std::size_t>(first)];
      all[transfers++] = {out.slice(in_blocks(left), in_blocks(e.out)), e.to,
                          incoming.slice(in_blocks(arrived), in_blocks(e.in)), e.from};
      for (int i = 0; i < e.out; ++i) self.copy(block(*taken++), out.slice(in_blocks(left++), n));
      arrived += e.in;
    }
    if (transfers > 0) co_await self.together(all.first(transfers));
  }
  for (const auto& [place, received] : plan.delivered) self.copy(block(place), c.recv[received]);
}

// Lengths first, then data, phase by phase.
task run_with_lengths(process& self, call c, const route_plan::form& plan) {
  const auto arriving = static_cast<std::size_t>(plan.arriving),
             most_out = static_cast<std::size_t>(plan.most_out);
  workspace<std::size_t> length(arriving), out_length(most_out);
  workspace<const_buffer> incoming(arriving);
  taken_memory memory(self, plan.phase_ends.size());
  const auto block = [&](int place) {
    return place < 0 ? own_block(c, place) : incoming[static_cast<std::size_t>(place)];
  };
  workspace<transfer> all(plan.exchanges.size());
  auto taken = plan.taken.begin();
  std::size_t arrived = 0, first = 0;
  for (const int end_of_phase : plan.phase_ends) {
    const auto end = static_cast<std::size_t>(end_of_phase);
    const std::size_t arrived_before = arrived;
    std::size_t transfers = 0, left = 0, bytes_out = 0, bytes_in = 0;
    for (std::size_t k = first; k < end; ++k) {
      const route_plan::exchange& e = plan.exchanges[k];
      const auto out = static_cast<std::size_t>(e.out), in = static_cast<std::size_t>(e.in);
      for (std::size_t i = 0; i < out; ++i)
        bytes_out += out_length[left + i] = block(taken[static_cast<std::ptrdiff_t>(left + i)]).bytes();
      all[transfers++] = {message_of(out_length.subspan(left, out)), e.to,
                          message_of(length.subspan(arrived, in)), e.from};
      left += out, arrived += in;
    }
    if (transfers > 0) co_await self.together(all.first(transfers));

    for (std::size_t i = arrived_before; i < arrived; ++i) bytes_in += length[i];
    const scratch packed(self, bytes_out);
    const buffer room = memory.take(bytes_in);
    std::size_t packed_to = 0, room_to = 0, arrives = arrived_before;
    transfers = 0;
    for (std::size_t k = first; k < end; ++k) {
      const route_plan::exchange& e = plan.exchanges[k];
      const std::size_t message = packed_to, answer = room_to;
      for (int i = 0; i < e.out; ++i) {
        const const_buffer b = block(*taken++);
        self.copy(b, packed.slice(packed_to, b.bytes()));
        packed_to += b.bytes();
      }
      for (int i = 0; i < e.in; ++i) {
        incoming[arrives] = room.slice(room_to, length[arrives]);
        room_to += length[arrives++];
      }
      const std::size_t out = packed_to - message, in = room_to - answer;
      if (out + in > 0)
        all[transfers++] = {packed.slice(message, out), out > 0 ? e.to : nobody, room.slice(answer, in),
                            in > 0 ? e.from : nobody};
    }
    if (transfers > 0) co_await self.together(all.first(transfers));
    first = end;
  }
  for (const auto& [place, received] : plan.delivered) self.copy(block(place), c.recv[received]);
}

}  // namespace

std::size_t route_plan::memory() const noexcept {
  const auto of = [](const auto& list) { return list.capacity() * sizeof list.front(); };
  std::size_t bytes = sizeof *this + of(loads) + of(far_loads);
  for (const form* f : {&apart, &shared})
    bytes += of(f->exchanges) + of(f->phase_ends) + of(f->taken) + of(f->delivered);
  return bytes;
}

std::size_t length_of_blocks(const call& c) noexcept {
  if (c.send.size() > 0) return c.send[0].bytes();
  return c.recv.size() > 0 ? c.recv[0].bytes() : c.in.bytes();
}

task run_along(process& self, const call& c, const route_plan::form& plan, bool equal) {
  return equal ? run_equal(self, c, plan) : run_with_lengths(self, c, plan);
}

}  // namespace tutti
