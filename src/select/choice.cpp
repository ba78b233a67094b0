#include "select/choice.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "select/assumed_blocks.hpp"
#include "select/unfit.hpp"
#include "tutti/plugin.hpp"
#include "tutti/rounding.hpp"

namespace tutti {
namespace {

// The number of pieces is an int.
double most_pieces(double bytes) {
  return std::clamp(bytes / static_cast<double>(smallest_piece), 1.0, 0x1p30);
}

// Bytes. No call has more pieces than elements, but a choice does not know the size of an element.
constexpr double likely_element = sizeof(double);

// True if the collective has algorithms that depend on lengths that only some processes know.
bool adapts(collective c) { return !size_known(c); }

// If each process has a block for each other one, a run in virtual time stores p^2 entries of some ten bytes,
// at once on every process of a node. This limit keeps them a small part of the node's memory. By default, p
// is at most 2048.
bool too_many_blocks(collective c, int p, std::size_t messages) {
  constexpr double of_a_message = 32;
  return has_blocks(c) && !is_rooted(c) && 1.0 * p * p > of_a_message * static_cast<double>(messages);
}

// The number of blocks in the bytes that a collective counts.
double blocks_of(collective c, const surroundings& around) { return is_neighbourhood(c) ? 1 : around.p; }

// For unknown lengths: among the algorithms with (almost) the smallest worst-case slowdown, returns the one
// that is usually the fastest. The catalogue's order, simplest first, breaks ties. Null if no worst cases
// were computed.
const candidate* usually_fastest(const std::vector<candidate>& all) {
  double worst = std::numeric_limits<double>::infinity(), least = worst;
  for (const candidate& c : all)
    if (!c.excluded && c.worst_slowdown > 0) worst = std::min(worst, c.worst_slowdown);
  const auto never_slow = [&](const candidate& c) {
    return !c.excluded && c.worst_slowdown > 0 && c.worst_slowdown <= tie_factor * std::max(1.0, worst);
  };
  for (const candidate& c : all)
    if (never_slow(c)) least = std::min(least, c.mean_slowdown);
  const auto found = std::ranges::find_if(
      all, [&](const candidate& c) { return never_slow(c) && c.mean_slowdown <= tie_factor * least; });
  return found == all.end() ? nullptr : &*found;
}

// The factor within which candidates that send to neighbours only count as equally fast as the fastest one.
double neighbours_tie(const settings& user) {
  return user.unknown_machine() && !user.clocked ? guessed_tie_factor : tie_factor;
}

// Returns the fastest candidate. Between nodes, a tie goes to a candidate that sends to neighbours only.
// Within a node, where all links are alike, a tie goes to one that copies less. If processes do not arrive at
// once, often only the last message remains after the last arrival: then a tie goes to the candidate that
// keeps processes for the shortest time.
const candidate& fastest(const std::vector<candidate>& all, bool between_nodes, bool apart, double tie) {
  const candidate* best = nullptr;
  // A candidate that needs too many messages for a run is judged by its price, which must be clearly better.
  const auto judged = [](const candidate& c) {
    return std::pair(c.simulated.value_or(may_win_factor * c.predicted), c.predicted);
  };
  for (const candidate& c : all)
    if (!c.excluded && (!best || judged(c) < judged(*best))) best = &c;
  const double least = judged(*best).first;
  const auto preferred = [&](const candidate& c) {
    const double here = judged(c).first;
    if (apart) return c.inside < best->inside && here <= tie_factor * least;
    return between_nodes ? goes_to_neighbours(c) && !goes_to_neighbours(*best) && here <= tie * least
                         : c.copied < best->copied && here <= rounding_factor * least;
  };
  for (const candidate& c : all)
    if (!c.excluded && c.simulated && preferred(c)) best = &c;
  return *best;
}

// The decision for a candidate, at the size that it was computed for.
decision decision_for(const candidate& c, double assumed) {
  const auto bytes = static_cast<std::size_t>(assumed), pieces = static_cast<std::size_t>(c.pieces);
  return {.use = c.use, .piece = pieces > 1 && c.simulated ? (bytes + pieces - 1) / pieces : 0};
}

// The decision, then the decisions for the other candidates that may be the fastest in reality, the most
// likely first: candidates that virtual time has run to their ends precede the others, which are in order of
// price.
std::vector<decision> contenders_of(const reasoning& r) {
  constexpr std::size_t most = 3;
  constexpr double not_much_slower = 2;  // by the price. A judgement: prices are seldom wrong by more
  if (r.decided_by < authority::plan || !r.decided.use) return {};
  const auto stopped = [](const candidate& c) { return !c.simulated || !std::isfinite(*c.simulated); };
  const auto slowdown = [](const candidate& c) { return std::max(c.mean_slowdown, 1.0); };
  const auto key = [&](const candidate& c) {
    return std::tuple(slowdown(c), stopped(c), stopped(c) ? c.predicted : *c.simulated);
  };
  double least = std::numeric_limits<double>::infinity();
  std::vector<const candidate*> others;
  for (const candidate& c : r.candidates) {
    if (c.excluded) continue;
    least = std::min(least, c.predicted);
    if (c.use != r.decided.use) others.push_back(&c);
  }
  std::ranges::stable_sort(others, {}, [&](const candidate* c) { return key(*c); });
  std::vector<decision> all{r.decided};
  for (const candidate* c : others)
    if (all.size() < most && c->predicted <= not_much_slower * least)
      all.push_back(decision_for(*c, r.assumed));
  return all;
}

constexpr shared_choices::answer no_answer;

shared_choices::question question_of(const call_kind& of, std::size_t slot, const settings& user,
                                     const surroundings& around) {
  return {.p = around.p,
          .per_node = around.per_node,
          .nodes = around.nodes,
          .consecutive = around.consecutive,
          .of = static_cast<std::uint8_t>(of.of),
          .op = static_cast<std::uint8_t>(of.op),
          .lengths = static_cast<std::uint8_t>(of.lengths),
          .slot = static_cast<std::uint8_t>(slot),
          .posted = user.posted,
          .repeatable = user.repeatable};
}

shared_choices::answer answer_of(const std::vector<decision>& found, collective of) {
  const auto all = catalogue(of);
  shared_choices::answer a;
  for (const decision& d : found) {
    a.place[a.count] = static_cast<std::uint32_t>(std::ranges::find(all, d.use) - all.begin());
    a.piece[a.count++] = d.piece;
  }
  return a;
}

std::vector<decision> decisions_in(const shared_choices::answer& a, collective of) {
  std::vector<decision> found;
  for (std::size_t i = 0; i < a.count; ++i)
    found.push_back({.use = catalogue(of)[a.place[i]], .piece = static_cast<std::size_t>(a.piece[i])});
  return found;
}

std::atomic<std::size_t> simulations{0};

// For a class of calls, the number of first calls on a communicator that prices decide. It is 0 if the
// simulation is short, or if one call is predicted to take longer than the simulation. Otherwise, that many
// calls of this class are predicted to take at least as long as the simulation. The number is a power of
// four, so that most classes of a collective have the same one. A call whose size is unknown may take far
// longer than predicted.
unsigned calls_that_pay(collective of, double simulating, double call) {
  constexpr double short_time = 100e-6;
  constexpr unsigned of_unknown_size = 64;
  if (simulating <= short_time) return 0;
  if (!size_known(of)) return of_unknown_size;
  unsigned calls = 1;
  while (calls < choice_settings::most_early_calls && calls * call < simulating) calls *= 4;
  return calls > 1 ? calls : 0;
}

// Stores `fresh` if nothing is stored yet. Otherwise returns what another thread has stored.
template <class T>
T& first_one(std::atomic<T*>& place, std::unique_ptr<std::remove_const_t<T>> fresh) {
  T* there = nullptr;
  return place.compare_exchange_strong(there, fresh.get(), std::memory_order_acq_rel) ? *fresh.release()
                                                                                      : *there;
}

}  // namespace

std::size_t simulations_so_far() noexcept { return simulations.load(std::memory_order_relaxed); }

std::size_t segment_for(const settings& user, const surroundings& around) noexcept {
  if (user.segment > 0) return user.segment;
  constexpr double eager = 48 * 1024;  // below the limit of Open MPI's TCP, 64 KiB
  constexpr double hardly = 0.02;      // share of the start-up in a segment's time. A judgement
  const bool whole = one_node(around) || rounded_to_nearest([&user] {
                       const machine link = user.costs.at(eager).between;
                       return link.alpha > hardly * link.beta * eager;
                     });
  return whole ? SIZE_MAX : static_cast<std::size_t>(eager);
}

choices::choices(const settings& user, const surroundings& around, shared_choices* node)
    : user_(user),
      around_(around),
      node_(node),
      repeats_(user.has_repeatable()),
      prices_(rounded_to_nearest([this] { return pricing(user_, around_); })),
      trials_(rounded_to_nearest([this] { return affordable_trials(); })) {}

std::optional<virtual_trials> choices::affordable_trials() const {
  // There must be enough messages to run even the trees, which send p - 1 messages.
  constexpr std::size_t algorithms = 16;
  if (around_.p < 2 || static_cast<std::size_t>(around_.p) > user_.simulated_messages / algorithms) return {};
  try {
    return virtual_trials(user_.platform, around_, user_.skews, user_.pieces > 0, neighbours_tie(user_));
  } catch (const std::invalid_argument&) {  // the description is of one network, for other processes
    return {};
  }
}

struct choices::for_other_machine {
  for_other_machine(settings u, const surroundings& around, shared_choices* node)
      : user(std::move(u)), chooser(user, around, node) {}
  settings user;
  choices chooser;
};

choices::~choices() {
  delete repeatable_.load();
  delete all_sending_.load();
  for (auto& row : tables_)
    for (auto& place : row) {
      const table* const t = place.load();
      for (std::size_t s = 0; t && s < size_slots; ++s) {
        delete t->made[s].load();
        delete t->early[s].load();
      }
      delete t;
    }
}

int choices::pieces(decision d, std::size_t bytes, std::size_t most) const {
  const algorithm& a = *d.use;
  if (!a.stages || most <= 1) return 1;
  if (user_.pieces > 0) return static_cast<int>(std::min(static_cast<std::size_t>(user_.pieces), most));
  constexpr std::size_t countable = INT_MAX;
  if (d.piece > 0)
    return static_cast<int>(
        std::clamp((bytes + d.piece - 1) / d.piece, std::size_t{1}, std::min(most, countable)));
  const double data = static_cast<double>(bytes);
  return rounded_to_nearest([&] {
    return prices_.best_pieces_of(a, data, std::min(static_cast<double>(most), most_pieces(data)));
  });
}

candidate choices::consider(const algorithm& a, const call_kind& of, double bytes) const {
  const bool asked_for = user_.of(of.of).use == &a && built_in(a);
  if (const char* why =
          asked_for ? lacks(a, of.op, around_, user_.reductions) : unfit(a, of.op, around_, user_.reductions))
    return {.use = &a, .excluded = why};
  if (a.needs.ports && !asked_for && user_.platform.ports < 2)
    return {.use = &a, .excluded = "needs processes with several ports"};
  return priced(a, of, bytes);
}

candidate choices::priced(const algorithm& a, const call_kind& of, double bytes) const {
  candidate c{.use = &a};
  if (a.stages)
    c.pieces = user_.pieces > 0
                   ? static_cast<int>(std::clamp(bytes / likely_element, 1.0, 1.0 * user_.pieces))
                   : prices_.best_pieces_of(a, bytes, most_pieces(bytes));
  const shape s = prices_.shape_of(a, bytes, c.pieces, of.lengths);
  c.predicted = prices_.seconds(a, s);
  // In a broadcast or reduction, every process but the root receives (or sends) each piece once.
  const bool once = of.of == collective::bcast || of.of == collective::reduce;
  c.messages = around_.p * (!a.stages ? a.price(s).rounds : once ? 1 : a.stages(around_.p).interval);
  if (a.needs.ports) c.messages *= std::min(user_.platform.ports, around_.p);  // in each round
  return c;
}

void choices::decide_by_model(reasoning& r) const {
  const auto take_least = [&r](auto measure) {
    double least = std::numeric_limits<double>::infinity();
    for (const candidate& c : r.candidates)
      if (!c.excluded && measure(c) < least) least = measure(c), r.decided.use = c.use;
    return least;
  };
  const double least = take_least([](const candidate& c) { return c.predicted; });
  if (!adapts(r.kind.of) || !(least > 0)) return;
  // The lengths are unknown, so one algorithm must serve small blocks and large ones: the one with the
  // smallest worst-case slowdown.
  for (const double block : priced_blocks) {
    std::vector<double> seconds(r.candidates.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < seconds.size(); ++i)
      if (!r.candidates[i].excluded)
        seconds[i] = consider(*r.candidates[i].use, r.kind, block * blocks_of(r.kind.of, around_)).predicted;
    const double best = *std::ranges::min_element(seconds);
    for (std::size_t i = 0; i < seconds.size(); ++i)
      r.candidates[i].worst_slowdown = std::max(r.candidates[i].worst_slowdown, seconds[i] / best);
  }
  take_least([](const candidate& c) { return c.worst_slowdown; });
}

bool choices::runs_in_virtual_time(collective of) const {
  if (is_neighbourhood(of)) return false;  // a run would need the whole graph
  return trials_ && !too_many_blocks(of, around_.p, user_.simulated_messages);
}

// False if virtual time cannot decide.
bool choices::run_in_virtual_time(reasoning& r) const {
  if (!runs_in_virtual_time(r.kind.of)) return false;
  predict_options as;
  as.straight_beyond = straight_beyond(r.kind.of);
  as.busy = busy();
  as.logp = logp();
  simulations.fetch_add(1, std::memory_order_relaxed);
  return trials_->run(r.kind, static_cast<std::size_t>(r.assumed), as, r.candidates,
                      user_.simulated_messages);
}

void choices::decide_by_virtual_time(reasoning& r) const {
  const candidate* best = usually_fastest(r.candidates);
  if (!best)
    best = &fastest(r.candidates, around_.nodes != 1, arrivals_differ(user_.skews), neighbours_tie(user_));
  r.decided_by = authority::virtual_time;
  const decision d = decision_for(*best, r.assumed);
  r.decided.use = d.use;
  r.decided.piece = d.piece;
}

// False if the profile or plan has no usable advice.
bool choices::decide_by(authority whose, const std::optional<advice>& said, reasoning& r) const {
  if (!said) return false;
  r.decided_by = whose;
  const bool demands =
      combines(r.kind.of) && r.kind.op != operator_class::exact && user_.reductions.demanding();
  if (!said->use && demands) {
    r.advice_refused = "it is unknown how the MPI library brackets (TUTTI_REDUCTIONS)";
    return false;
  }
  if (!said->use) {
    if (!r.decided.refused)
      r.decided.refused = whose == authority::learned
                              ? "no algorithm was faster in earlier runs (TUTTI_LEARN_CACHE)"
                              : "no algorithm was measured to be faster (TUTTI_PROFILE)";
    return true;
  }
  r.advice_refused = unfit(*said->use, r.kind.op, around_, user_.reductions);
  if (r.advice_refused) return false;
  r.decided.use = said->use;
  r.decided.piece = said->piece;
  return true;
}

reasoning choices::considered(const call_kind& of, std::size_t s) const {
  reasoning r{.kind = of, .on = around_, .least = least_in(s), .most = most_in(s)};
  // The decision is made for the smallest size of the slot: many sizes are powers of two, and so are eager
  // limits. But data made up of blocks have at least a byte for each block.
  const double least = s > 0 && has_blocks(of.of) ? around_.p : 0;
  r.assumed = size_known(of.of) ? std::max(least, static_cast<double>(least_in(s)))
                                : assumed_block_bytes * blocks_of(of.of, around_);
  for (const algorithm* a : catalogue(of.of)) r.candidates.push_back(consider(*a, of, r.assumed));
  return r;
}

// True if the user, a profile or a plan decides.
bool choices::decide_without_machine(reasoning& r) const {
  const requested_algorithm& w = user_.of(r.kind.of);
  r.decided_by = authority::user;
  r.requested = w.use;
  if (w.native || user_.off) return true;
  if (w.use) {
    r.decided.refused = lacks(*w.use, r.kind.op, around_, user_.reductions);
    if (!r.decided.refused) {
      r.decided.use = w.use;
      return true;
    }
  }
  if (is_neighbourhood(r.kind.of)) return false;  // profiles and plans do not know the graph
  const auto bytes = static_cast<std::size_t>(middle_of(slot_of(r.least)));
  if (user_.measured) r.measured = advise(*user_.measured, r.kind, around_, bytes);
  if (decide_by(authority::profile, r.measured, r)) return true;
  if (user_.learned) r.learned = advise_learned(*user_.learned, r.kind, around_, bytes);
  // It is unknown whether the MPI library can read the memory of GPUs.
  if (user_.buffers_on_gpus && r.learned && !r.learned->use) r.learned.reset();
  if (decide_by(authority::learned, r.learned, r)) return true;
  if (user_.planned) r.planned = advise(*user_.planned, r.kind, around_, bytes);
  return decide_by(authority::plan, r.planned, r);
}

void choices::decide_by_machine(reasoning& r) const {
  if (run_in_virtual_time(r)) {
    decide_by_virtual_time(r);
  } else {
    r.decided_by = authority::model;
    decide_by_model(r);
  }
}

reasoning choices::decide(const call_kind& of, std::size_t s) const {
  reasoning r = considered(of, s);
  if (!decide_without_machine(r)) decide_by_machine(r);
  return r;
}

// Takes the decision that another process of the node has found in virtual time, or finds it for all
// processes.
choices::made_decision choices::decide_with_node(const call_kind& of, std::size_t s) const {
  reasoning r = considered(of, s);
  if (decide_without_machine(r)) return {r.decided, contenders_of(r)};
  if (!node_ || !runs_in_virtual_time(of.of)) {
    decide_by_machine(r);
    return {r.decided, contenders_of(r)};
  }
  const auto about = question_of(of, s, user_, around_);
  constexpr double times = 4, more = 10e-3;  // for a process that shares its processor
  const double patience = more + times * trials_->seconds_of_run(of, r.candidates, user_.simulated_messages);
  if (const auto found = node_->ask(about, patience); found && found->count > 0) {
    std::vector<decision> all = decisions_in(*found, of.of);
    all.front().refused = r.decided.refused;
    return {all.front(), all};
  }
  decide_by_machine(r);
  std::vector<decision> all = contenders_of(r);
  node_->tell(about, r.decided_by == authority::virtual_time ? answer_of(all, of.of) : no_answer);
  return {r.decided, std::move(all)};
}

early_decision choices::decide_early(const call_kind& of, std::size_t s) const {
  const bool rounds = combines(of.of) && of.op != operator_class::exact;
  if (user_.simulate_after == 0u || rounds || !runs_in_virtual_time(of.of)) return {};
  reasoning r = considered(of, s);
  if (decide_without_machine(r)) return {};
  const double simulating = trials_->seconds_of_run(of, r.candidates, user_.simulated_messages);
  decide_by_model(r);
  if (user_.simulate_after) return {r.decided, *user_.simulate_after};
  const auto chosen = std::ranges::find(r.candidates, r.decided.use, &candidate::use);
  return {r.decided, calls_that_pay(of.of, simulating, chosen->predicted)};
}

const choices& choices::for_nominal(collective c) const {
  if (!combines(c)) return *this;
  if (const for_other_machine* made = repeatable_.load(std::memory_order_acquire)) return made->chooser;
  const surroundings on = user_.reductions.placements ? surroundings{.p = around_.p} : around_;
  return first_one(repeatable_, std::make_unique<for_other_machine>(user_.for_repeatable(), on, node_))
      .chooser;
}

const choices& choices::for_all_sending() const {
  if (const for_other_machine* made = all_sending_.load(std::memory_order_acquire)) return made->chooser;
  return first_one(all_sending_, std::make_unique<for_other_machine>(user_.for_all_sending(), around_, node_))
      .chooser;
}

reasoning choices::reason(const call_kind& of, std::size_t bytes) const {
  return deciding(of).reason_here(of, bytes);
}

reasoning choices::reason_here(const call_kind& of, std::size_t bytes) const {
  return rounded_to_nearest([&] {
    reasoning r = decide(of, slot_of(bytes));
    r.early = decide_early(of, slot_of(bytes));
    // A choice ignores the prices of plugins. But a user who has set such an algorithm wants to compare its
    // price.
    for (candidate& c : r.candidates)
      if (c.use == r.decided.use && c.excluded) c = priced(*c.use, of, r.assumed);
    // for comparison with the source that decided
    if (r.decided_by < authority::virtual_time) run_in_virtual_time(r);
    return r;
  });
}

choices::table& choices::table_of(const call_kind& of) {
  std::atomic<table*>& place = place_of(of);
  table* const t = place.load(std::memory_order_acquire);
  return t ? *t : first_one(place, std::make_unique<table>());
}

const choices::made_decision& choices::make(call_kind of, std::size_t s) {
  const choices& by = deciding(of);
  return first_one(table_of(of).made[s], std::make_unique<made_decision>(
                                             rounded_to_nearest([&] { return by.decide_with_node(of, s); })));
}

const early_decision& choices::make_early(call_kind of, std::size_t s) {
  return first_one(
      table_of(of).early[s],
      std::make_unique<early_decision>(rounded_to_nearest([&] { return deciding(of).decide_early(of, s); })));
}

const early_decision& choices::early(const call_kind& of, std::size_t s) {
  const table* const t = place_of(of).load(std::memory_order_acquire);
  const early_decision* const made = t ? t->early[s].load(std::memory_order_acquire) : nullptr;
  return made ? *made : make_early(of, s);
}

decision choices::choose_early(const call_kind& of, std::size_t bytes, unsigned call) {
  const early_decision& first = early(of, slot_of(bytes));
  return call <= first.calls ? first.is : choose(of, bytes);
}

std::vector<decision> choices::contenders(const call_kind& of, std::size_t bytes) {
  const std::size_t s = slot_of(bytes);
  const table* const t = place_of(of).load(std::memory_order_acquire);
  const made_decision* const made = t ? t->made[s].load(std::memory_order_acquire) : nullptr;
  return made ? made->contenders : make(of, s).contenders;
}

}  // namespace tutti
