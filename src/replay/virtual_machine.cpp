#include "replay/virtual_machine.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <numeric>

#include "replay/crowds.hpp"
#include "replay/usual_algorithms.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/model/bounds.hpp"
#include "tutti/nodes.hpp"
#include "tutti/runs_on.hpp"

namespace tutti::replay {
namespace {

// The number of candidates for the best algorithm, including tutti's choice and the algorithm that ran.
constexpr std::size_t most_candidates = 4;

double last_of(std::span<const double> times) { return *std::ranges::max_element(times); }

double mean_of(std::span<const double> times) {
  return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

// The limit on the pieces of a message, summed over all processes. Their messages are simulated in a few
// seconds, and more pieces hardly change the time of the operation.
constexpr std::size_t most_pieces_of_all = std::size_t{1} << 23U;

bool can_be_simulated(const algorithm& a, int p) { return a.run && runs_on(a, p); }

}  // namespace

struct virtual_machine::way {
  /// Runs the algorithm for these times of entry; records the programs unless `into` is null.
  using simulation =
      std::function<exit_times::simulated(const std::vector<double>& entries, std::vector<program>* into)>;
  way(const algorithm& a, int number_of_pieces, std::size_t p, std::size_t operations, const simulation& run)
      : use(a),
        pieces(number_of_pieces),
        times(p, operations, [run](const std::vector<double>& entries) { return run(entries, nullptr); }),
        simulate(run) {}
  const algorithm& use;
  int pieces;
  exit_times times;
  simulation simulate;
  std::vector<program> programs;  // empty: not known yet
  bool fails = false;             // the algorithm cannot run here
  std::uint64_t taken = 0;        // operations of which it was the best
};

struct virtual_machine::place {
  place(const call_class& c, layout& l) : of(c), on(l) {}
  const call_class& of;
  layout& on;
  std::size_t operations = 0;
  std::vector<std::unique_ptr<way>> ways;
  way* ran = nullptr;     // null: no algorithm is known, and an operation takes as long as it did
  way* native = nullptr;  // the MPI library's, a guess; `ran` if there is none
  bool decided = false;   // the members below are known
  way* chosen = nullptr;
  std::vector<way*> candidates;
  std::optional<double> bound;  // seconds
  [[nodiscard]] bool simulated() const { return of.sized && !is_neighbourhood(of.of) && on.p() > 1; }
};

virtual_machine::virtual_machine(const recorded_run& run, network of_all)
    : run_(run), of_all_(of_all), layouts_(std::move(of_all)) {
  of_all_.check(static_cast<int>(run.processes.size()));
  const std::vector<int> crowds = crowds_of(run, nodes_on(of_all_, static_cast<int>(run.processes.size())));
  for (std::size_t k = 0; k < run.operations.size(); ++k) {
    const operation& o = run.operations[k];
    layout& l = layouts_.of(run.communicators[o.communicator].members, crowds[k]);
    std::unique_ptr<place>& p = places_[{o.of, &l}];
    if (!p) p = std::make_unique<place>(run.classes[o.of], l);
    ++p->operations;
    place_of_.push_back(p.get());
  }
  for (auto& [key, p] : places_) {
    if (p->on.p() == 1) continue;
    const std::uint64_t calls = p->operations * static_cast<std::uint64_t>(p->on.p());
    const call_class& c = p->of;
    p->native = way_if_it_runs(
        *p, usual_algorithm(run.mpi, c.of, p->on.p(), c.bytes, c.op != operator_class::ordered));
    p->ran = c.ran ? way_if_it_runs(*p, {c.ran}) : p->native;
    if (!p->ran) as_measured_ += calls;
    if (p->ran && !c.ran) guessed_ += calls;
    if (!c.ran) continue;
    served_ += calls;
    if (!p->native) p->native = p->ran, unknown_natively_ += calls;
  }
}

virtual_machine::~virtual_machine() = default;

virtual_machine::place& virtual_machine::at(std::size_t operation) { return *place_of_[operation]; }

virtual_machine::way& virtual_machine::way_of(place& here, const algorithm& a, std::size_t piece) {
  const call_class& c = here.of;
  const auto p = static_cast<std::size_t>(here.on.p());
  const std::size_t parts = of_vectors(c.of) ? c.bytes : c.bytes / p;  // at least a byte each
  const std::size_t most =
      std::clamp<std::size_t>(parts, 1, std::max<std::size_t>(most_pieces_of_all / p, 1));
  const int pieces = here.on.chooser().pieces({.use = &a, .piece = piece}, c.bytes, most);
  for (const auto& known : here.ways)
    if (&known->use == &a && known->pieces == pieces) return *known;
  const surroundings& around = here.on.around();
  shape s{.p = here.on.p(), .bytes = static_cast<double>(c.bytes), .pieces = pieces, .logp = &here.on.logp()};
  if (around.nodes > 0)
    s.nodes = around.nodes, s.per_node = around.per_node, s.consecutive = around.consecutive;
  if (!c.lengths.empty()) s.longest = std::ranges::max(c.lengths);
  std::vector<std::span<const std::int64_t>> received;
  for (const std::int32_t t : c.tables) received.push_back(run_.tables[static_cast<std::size_t>(t)]);
  const auto simulate = [&a, &here, s, received](const std::vector<double>& entries,
                                                 std::vector<program>* into) {
    exit_times::simulated found;
    const call_class& of = here.of;
    found.messages = predict(a, s, here.on.on(),
                             {.root = of.root,
                              .skews = entries,
                              .lengths = of.lengths,
                              .received = received,
                              .logp = s.logp,
                              .programs = into,
                              .ends = &found.exits})
                         .messages;
    return found;
  };
  here.ways.push_back(std::make_unique<way>(a, pieces, p, here.operations, simulate));
  return *here.ways.back();
}

// Null if there is no such algorithm, or if it cannot be simulated here.
virtual_machine::way* virtual_machine::way_if_it_runs(place& here, native_algorithm by) {
  if (!here.simulated() || !by.use || !can_be_simulated(*by.use, here.on.p())) return nullptr;
  return &way_of(here, *by.use, by.piece);
}

void virtual_machine::find_candidates(place& here) {
  here.decided = true;
  const call_class& c = here.of;
  call_kind kind{c.of, c.op, imbalance::equal};
  if (has_known_lengths(c.of) && !c.lengths.empty())
    kind.lengths = unequal_by(static_cast<std::size_t>(std::ranges::max(c.lengths)), c.bytes, here.on.p());
  const choices& by = here.on.chooser().deciding(kind);
  const reasoning r = by.reason(kind, c.bytes);
  if (r.decided.use && can_be_simulated(*r.decided.use, here.on.p()))
    here.chosen = &way_of(here, *r.decided.use, r.decided.piece);
  std::vector<const candidate*> others;
  for (const candidate& x : r.candidates)
    if (!x.excluded && can_be_simulated(*x.use, here.on.p())) others.push_back(&x);
  std::ranges::stable_sort(others, {}, [](const candidate* x) {
    return std::pair(x->simulated ? *x->simulated : HUGE_VAL, x->mean_slowdown + x->predicted);
  });
  if (c.ran && here.chosen && &here.chosen->use == c.ran) here.ran = here.chosen;
  const auto add = [&here](way* w) {
    if (w && std::ranges::find(here.candidates, w) == here.candidates.end()) here.candidates.push_back(w);
  };
  add(here.chosen);
  add(here.ran);
  for (const candidate* x : others) {
    if (here.candidates.size() == most_candidates) break;
    const auto pieces = static_cast<std::size_t>(std::max(1, x->pieces));
    add(&way_of(here, *x->use, x->use->stages ? (c.bytes + pieces - 1) / pieces : 0));
  }
}

virtual_machine::way* virtual_machine::chosen_way(place& here) {
  if (!here.simulated()) return here.ran;
  if (!here.decided) find_candidates(here);
  return here.chosen ? here.chosen : here.ran;
}

// A pipelined algorithm that tutti has served and would choose again has the pieces of this choice.
virtual_machine::way* virtual_machine::ran_way(place& here) {
  if (here.ran && here.of.ran && here.of.ran->stages && !here.decided) find_candidates(here);
  return here.ran;
}

// The way of a variant that names one algorithm.
virtual_machine::way* virtual_machine::way_by(variant v, place& here) {
  return v == variant::ran ? ran_way(here) : v == variant::native ? here.native : chosen_way(here);
}

void virtual_machine::by_way(way& w, std::span<const double> entries, std::span<double> exits) {
  try {
    w.times.find(entries, exits);
  } catch (const std::exception&) {  // an algorithm of a plugin, or one that needs what a trace does not have
    w.fails = true;
  }
}

void virtual_machine::as_measured(std::size_t operation, std::span<const double> entries,
                                  std::span<double> exits) const {
  const std::span<const presence> was = run_.presences(run_.operations[operation]);
  const double last = last_entry(was), last_now = last_of(entries);
  for (std::size_t r = 0; r < entries.size(); ++r) {
    const remaining_time left = remaining(was[r], last);
    exits[r] = (left.after_all ? last_now : entries[r]) + left.seconds;
  }
}

void virtual_machine::by_best(place& here, std::size_t operation, std::span<const double> entries,
                              std::span<double> exits) {
  (void)chosen_way(here);
  way* best = nullptr;
  std::pair<double, double> least{HUGE_VAL, HUGE_VAL};
  scratch_.resize(entries.size());
  for (way* const w : here.candidates) {
    if (!w->fails) by_way(*w, entries, scratch_);
    if (w->fails) continue;
    const std::pair took{last_of(scratch_), mean_of(scratch_)};
    if (best && !(took < least)) continue;
    best = w, least = took;
    std::ranges::copy(scratch_, exits.begin());
  }
  if (!best) return as_measured(operation, entries, exits);
  ++best->taken;
}

void virtual_machine::by_bound(place& here, std::span<const double> entries, std::span<double> exits) {
  const call_class& c = here.of;
  if (!here.bound) {
    here.bound = 0;
    if (c.sized && here.on.p() > 1 && why_without_bounds().empty()) {
      // With unequal blocks, only the bound for no bytes holds for all lengths.
      const double bytes = c.lengths.empty() && !is_irregular(c.of) ? static_cast<double>(c.bytes) : 0;
      const std::vector<stated_bound> all = lower_bounds(c.of, here.on.p(), bytes, here.on.alone(), c.root);
      const stated_bound* const b = binding(all);
      here.bound =
          b ? b->seconds : least_time_with_overheads(c.of, here.on.p(), bytes, here.on.alone(), c.root);
    }
  }
  wait_for_data(c.of, c.root, entries, exits);
  const double earliest = *std::ranges::min_element(entries) + *here.bound;
  for (std::size_t r = 0; r < exits.size(); ++r) {
    const bool receives =
        c.of == collective::barrier || has(traits(c.of).receives, static_cast<int>(r) == c.root);
    if (receives && !(traits(c.of).one_buffer && static_cast<int>(r) == c.root))
      exits[r] = std::max(exits[r], earliest);
  }
}

void virtual_machine::together(place& here, std::size_t operation, std::span<const double> entries,
                               std::span<double> exits) {
  const double now = mean_of(entries);
  std::ranges::fill(exits, now);
  if (way* const w = ran_way(here); w && !w->fails) try {
      const std::vector<double>& after = w->times.together();
      for (std::size_t r = 0; r < exits.size(); ++r) exits[r] = now + after[r];
      return;
    } catch (const std::exception&) {
      w->fails = true;
    }
  const std::span<const presence> was = run_.presences(run_.operations[operation]);
  const double last = last_entry(was);
  for (std::size_t r = 0; r < exits.size(); ++r) exits[r] = now + remaining(was[r], last).seconds;
}

void virtual_machine::exits(variant v, std::size_t operation, std::span<const double> entries,
                            std::span<double> exits) {
  place& here = at(operation);
  if (entries.size() == 1) {
    std::ranges::copy(entries, exits.begin());
    return;
  }
  if (v == variant::bound) return by_bound(here, entries, exits);
  if (v == variant::free) return wait_for_data(here.of.of, here.of.root, entries, exits);
  if (v == variant::together) return together(here, operation, entries, exits);
  if (v == variant::best && here.simulated()) return by_best(here, operation, entries, exits);
  way* const w = way_by(v, here);
  if (w && !w->fails) by_way(*w, entries, exits);
  if (!w || w->fails) as_measured(operation, entries, exits);
}

const std::vector<program>* virtual_machine::programs(variant v, std::size_t operation) {
  place& here = at(operation);
  if (here.on.p() == 1) return nullptr;
  way* const w = way_by(v, here);
  if (!w || w->fails) return nullptr;
  if (w->programs.empty()) try {
      (void)w->simulate({}, &w->programs);
    } catch (const std::exception&) {  // see by_way()
      w->fails = true;
      return nullptr;
    }
  return &w->programs;
}

std::vector<std::string> virtual_machine::algorithms(variant v, std::uint32_t class_number) const {
  std::map<std::string, std::uint64_t> taken;
  for (const auto& [key, p] : places_) {
    if (key.first != class_number) continue;
    const way* const one = v == variant::ran || v == variant::together ? p->ran
                           : v == variant::native                      ? p->native
                                                                       : p->chosen;
    if (v == variant::best) {
      for (const auto& w : p->ways)
        if (w->taken > 0) taken[std::string(w->use.name)] += w->taken;
    } else if (one && v != variant::bound && v != variant::free) {
      taken[std::string(one->use.name)] += p->operations;
    }
  }
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  for (const auto& [name, n] : taken) sorted.emplace_back(n, name);
  std::ranges::stable_sort(sorted, std::greater<>(), [](const auto& x) { return x.first; });
  std::vector<std::string> names;
  for (const auto& [n, name] : sorted) names.push_back(name);
  return names;
}

bool virtual_machine::has_simple_bounds() const {
  return of_all_.has_protocols() || of_all_.model->overheads() != nullptr;
}

std::string virtual_machine::why_without_bounds() const {
  return has_simple_bounds() ? "" : tutti::why_without_bounds(of_all_);
}

void wait_for_data(collective of, int root, std::span<const double> entries, std::span<double> exits) {
  std::ranges::copy(entries, exits.begin());
  if (is_neighbourhood(of)) return;
  const combining op = traits(of).op;
  if (op == combining::up_to || op == combining::before) {
    std::partial_sum(entries.begin(), entries.end(), exits.begin(),
                     [](double x, double y) { return std::max(x, y); });
  } else if (waits_for_all(of)) {
    std::ranges::fill(exits, last_of(entries));
  } else if (traits(of).sends.at == holder::root) {
    const double sent = entries[static_cast<std::size_t>(root)];
    for (double& t : exits) t = std::max(t, sent);
  } else {
    exits[static_cast<std::size_t>(root)] = last_of(entries);
  }
}

}  // namespace tutti::replay
