#include "replay/recorded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "text/counted.hpp"
#include "text/quantity.hpp"

namespace tutti::replay {
namespace {

using record::none;
using record::roll;

// Two readings of a clock may differ by this much, seconds, and still count as one moment.
constexpr double clock_tolerance = 1e-6;

// The comparison of two nodes' clocks errs by less than most_clock_error, seconds. A trace whose times
// contradict each other by more than that, and by more than this share of the run, is refused.
constexpr double most_clock_error = 1e-3, most_of_run = 0.1;

// True if every other process surely needs data of this one, so that no process leaves before this one has
// entered. A call without data waits for no process. For some irregular calls, the trace has only the bytes
// that a process receives.
bool is_awaited_by_all(const roll::call& c) {
  const collective of = c.of.of;
  if (!waits_for_all(of)) return false;
  if (of == collective::barrier) return true;
  if (of == collective::alltoallv || of == collective::alltoallw || of == collective::reduce_scatter)
    return false;
  return c.facts.data >= 0 ? c.facts.data > 0 : !is_irregular(of) && c.bytes > 0;
}

// The calls of all processes with the same number on the same communicator.
struct gathered {
  std::vector<std::pair<int, const roll::call*>> by;  // rank in MPI_COMM_WORLD
};

class building {
 public:
  explicit building(const roll& trace) : trace_(trace) {}

  recorded_run build() {
    run_.program = trace_.program;
    run_.mpi = trace_.mpi;
    run_.tables = trace_.tables;
    require_processes();
    find_length();
    number_nodes();
    count_left_out();
    gather();
    take_communicators();
    for (const auto& [key, all] : calls_) take_operation(key.first, key.second, all);
    lay_out_processes();
    return std::move(run_);
  }

 private:
  [[nodiscard]] bool is_between_groups(const roll::call& c) const {
    return c.communicator != none && trace_.communicators[static_cast<std::size_t>(c.communicator)].inter;
  }
  [[nodiscard]] bool is_replayed(const roll::call& c) const {
    return c.timed && c.communicator != none && c.number != 0 && c.of.as != form::persistent &&
           c.at == record::progress::ended && !is_between_groups(c);
  }

  void require_processes() const {
    if (trace_.size < 1 || trace_.processes.empty()) refuse("no process is in this trace");
    if (static_cast<int>(trace_.processes.size()) != trace_.size)
      refuse(fmt::format("the trace has {} of {} processes: a part of it is missing", trace_.processes.size(),
                         trace_.size));
    for (const roll::process& p : trace_.processes)
      if (!std::isfinite(p.started) || !std::isfinite(p.ended) || p.ended < p.started)
        refuse(fmt::format("rank {} ends before it begins", p.rank));
  }

  void find_length() {
    begun_ = trace_.processes.front().started;
    double last = begun_;
    for (const roll::process& p : trace_.processes)
      begun_ = std::min(begun_, p.started), last = std::max(last, p.ended);
    run_.whole = last - begun_;
  }

  void number_nodes() {
    std::map<int, int> nodes;
    run_.node_of.resize(static_cast<std::size_t>(trace_.size));
    for (const roll::process& p : trace_.processes)
      run_.node_of[static_cast<std::size_t>(p.rank)] =
          nodes.try_emplace(p.host, static_cast<int>(nodes.size())).first->second;
  }

  void count_left_out() {
    all_calls_known_.resize(static_cast<std::size_t>(trace_.size));
    for (const roll::process& p : trace_.processes) {
      run_.missed += p.missed;
      bool known = p.missed == 0;
      for (const roll::call& c : p.calls) {
        if (c.communicator == none || c.number == 0)
          known = false;
        else if (!is_replayed(c))
          not_replayed_.emplace(p.rank, c.communicator, c.number);
        if (c.of.as == form::persistent)
          ++run_.without.persistent;
        else if (!c.timed || c.at != record::progress::ended)
          ++run_.without.unended;
        else if (is_between_groups(c))
          ++run_.without.between_groups;
        else if (!is_replayed(c))
          ++run_.without.incomplete;
      }
      all_calls_known_[static_cast<std::size_t>(p.rank)] = known;
    }
  }

  // Throws unless the times of a process's calls follow each other.
  void require_order(const roll::process& p) const {
    double left = -HUGE_VAL;  // the last blocking call
    for (auto c = p.calls.rbegin(); c != p.calls.rend(); ++c) {
      if (!is_replayed(*c)) continue;
      const auto jumped = [&](const char* what, const char* or_else = "") {
        refuse(fmt::format("{} of rank {} {}: its clock has jumped{}", tutti::name_of(c->of), p.rank, what,
                           or_else));
      };
      if (!std::isfinite(c->begin) || !std::isfinite(c->end) || c->end < c->begin - clock_tolerance)
        jumped("ends before it begins");
      const bool blocking = c->of.as == form::blocking;
      if (c->begin < p.started - clock_tolerance ||
          (blocking ? c->end : c->begin) > p.ended + clock_tolerance)
        jumped("is not between MPI_Init and MPI_Finalize");
      if (!blocking) continue;
      if (c->begin < left - clock_tolerance)
        jumped("begins before its last collective has ended",
               ", or several threads call collectives, which cannot be replayed");
      left = c->end;
    }
  }

  void gather() {
    for (const roll::process& p : trace_.processes) require_order(p);
    places_.resize(static_cast<std::size_t>(trace_.size));
    for (const roll::process& p : trace_.processes) {
      places_[static_cast<std::size_t>(p.rank)] = {p.calls.data(), std::vector<place>(p.calls.size())};
      for (const roll::call& c : p.calls)
        if (is_replayed(c)) calls_[{c.communicator, c.number}].by.emplace_back(p.rank, &c);
    }
  }

  // A trace of an earlier version names the processes of no communicator. Then these are the processes that
  // have made a call on it, if their number is that of its members. A later trace lacks the processes of a
  // communicator only if it is an inter-communicator, or if not all of them are known.
  void take_communicators() {
    run_.communicators.resize(trace_.communicators.size());
    for (std::size_t k = 0; k < trace_.communicators.size(); ++k) {
      run_.communicators[k].name = trace_.communicators[k].name;
      run_.communicators[k].members = trace_.communicators[k].members;
    }
    if (std::ranges::any_of(trace_.communicators, [](const auto& c) { return !c.members.empty(); })) return;
    for (const auto& [key, all] : calls_) {
      const auto k = static_cast<std::size_t>(key.first);
      std::vector<int>& members = run_.communicators[k].members;
      if (!members.empty() || static_cast<int>(all.by.size()) != trace_.communicators[k].size) continue;
      for (const auto& [rank, c] : all.by) members.push_back(rank);
      std::ranges::sort(members);
    }
  }

  void take_operation(int communicator, unsigned number, gathered all) {
    const auto k = static_cast<std::size_t>(communicator);
    const std::vector<int>& members = run_.communicators[k].members;
    std::map<int, std::size_t> ranks;  // on the communicator
    for (std::size_t m = 0; m < members.size(); ++m) ranks[members[m]] = m;
    std::vector<const roll::call*> by(members.size());
    for (const auto& [rank, c] : all.by) {
      const auto at = ranks.find(rank);
      if (at == ranks.end() && trace_.communicators[k].members.empty()) continue;  // see take_communicators()
      if (at == ranks.end())
        refuse(fmt::format("rank {} calls {} on {}, of which it is no member", rank, tutti::name_of(c->of),
                           name_of_communicator(k)));
      if (by[at->second])
        refuse(fmt::format("rank {} makes call {} on {} twice", rank, number, name_of_communicator(k)));
      by[at->second] = c;
    }
    const auto missing = std::ranges::find(by, nullptr);
    if (missing != by.end() && !trace_.communicators[k].members.empty())
      require_reason(members[static_cast<std::size_t>(missing - by.begin())], communicator, number, all);
    if (missing != by.end() || members.empty()) {
      run_.without.incomplete += all.by.size();
      return;
    }
    const roll::call& first = *by.front();
    for (std::size_t m = 1; m < by.size(); ++m)
      if (by[m]->of != first.of)
        refuse(fmt::format(
            "call {} on {} is {} on rank {} and {} on rank {}: these are not processes of one run", number,
            name_of_communicator(k), tutti::name_of(first.of), members[0], tutti::name_of(by[m]->of),
            members[m]));
    require_alike(by, number, k);
    operation o{.communicator = static_cast<std::uint32_t>(k),
                .posted = first.of.as == form::nonblocking,
                .first = run_.measured.size()};
    if (lacks_tables(by)) run_.with_equal_blocks += by.size();
    o.of = class_number(class_of_calls(by, trace_));
    const auto earliest = std::ranges::min_element(by, {}, [](const roll::call* c) { return c->begin; });
    o.site = (*earliest)->site;
    for (std::size_t m = 0; m < by.size(); ++m) {
      place_of(members[m], *by[m]) = {static_cast<std::uint32_t>(run_.operations.size()),
                                      static_cast<std::uint32_t>(m)};
      run_.measured.push_back({by[m]->begin, by[m]->end});
    }
    note_clocks(o, by);
    run_.calls += by.size();
    run_.operations.push_back(o);
  }

  // Throws unless the trace may lack a call of this process that others have made.
  void require_reason(int rank, int communicator, unsigned number, const gathered& all) const {
    if (!all_calls_known_[static_cast<std::size_t>(rank)] ||
        not_replayed_.contains({rank, communicator, number}))
      return;
    const auto& [other, call] = all.by.front();
    refuse(fmt::format("rank {} lacks call {} on {}, the {} of rank {}: these are not processes of one run",
                       rank, number, name_of_communicator(static_cast<std::size_t>(communicator)),
                       tutti::name_of(call->of), other));
  }

  // All processes have the same root, and, if their blocks are equally long, the same bytes.
  void require_alike(const std::vector<const roll::call*>& by, unsigned number, std::size_t k) const {
    const roll::call& first = *by.front();
    const auto differ = [&](const std::string& mine, const std::string& theirs, std::size_t m) {
      const std::vector<int>& members = run_.communicators[k].members;
      refuse(fmt::format(
          "call {} on {} is {} with {} on rank {} and {} on rank {}: these are not processes of "
          "one run, or their calls do not match (tutti run --check)",
          number, name_of_communicator(k), tutti::name_of(first.of), mine, members[0], theirs, members[m]));
    };
    const auto root = [](int rank) { return fmt::format("root {}", rank); };
    const collective of = first.of.of;
    for (std::size_t m = 1; m < by.size(); ++m) {
      if (is_rooted(of) && by[m]->root >= 0 && by[m]->root != first.root)
        differ(root(first.root), root(by[m]->root), m);
      if (!is_irregular(of) && !is_neighbourhood(of) && first.bytes > 0 && by[m]->bytes > 0 &&
          by[m]->bytes != first.bytes)
        differ(counted(first.bytes, "byte"), counted(by[m]->bytes, "byte"), m);
    }
  }

  void note_clocks(const operation& o, const std::vector<const roll::call*>& by) {
    if (o.posted) return;
    const std::vector<int>& members = run_.communicators[o.communicator].members;
    std::size_t last = by.size(), gone = 0;
    for (std::size_t m = 0; m < by.size(); ++m) {
      if (is_awaited_by_all(*by[m]) && (last == by.size() || by[m]->begin > by[last]->begin)) last = m;
      if (by[m]->end < by[gone]->end) gone = m;
    }
    if (last == by.size()) return;
    const double error = by[last]->begin - by[gone]->end;
    run_.clock_error = std::max(run_.clock_error, error);
    if (error > most_clock_error && error > most_of_run * run_.whole)
      refuse(fmt::format(
          "rank {} has left call {} on {}, {}, {} before rank {} enters it: a clock has jumped, or these are "
          "not processes of one run",
          members[gone], by[gone]->number, name_of_communicator(o.communicator), tutti::name_of(by[gone]->of),
          in_seconds(error), members[last]));
  }

  [[nodiscard]] std::string name_of_communicator(std::size_t k) const {
    const communicator& c = run_.communicators[k];
    return c.name.empty() ? fmt::format("a communicator of {} processes", c.members.size()) : c.name;
  }

  // True if the trace has tables of counts, but not those of all processes for this alltoallv or alltoallw.
  [[nodiscard]] bool lacks_tables(const std::vector<const roll::call*>& by) const {
    const collective of = by.front()->of.of;
    if (trace_.tables.size() == 0 || !is_personal(of) || !is_irregular(of) || is_rooted(of)) return false;
    return std::ranges::any_of(by, [](const roll::call* c) { return c->facts.table == record::none; });
  }

  // Operations with tables of their own are simulated separately. So the sum of the pairs of processes in
  // their tables is limited. Few processes count as `least_pairs`, since their simulation takes as long as
  // that of some more.
  static constexpr std::size_t most_pairs = std::size_t{1} << 23U, least_pairs = 256;

  std::uint32_t class_number(call_class c) {
    if (!c.tables.empty() && !class_numbers_.contains(c)) {
      const std::size_t pairs = std::max(c.tables.size() * c.tables.size(), least_pairs);
      if (pairs > most_pairs - pairs_) {
        run_.with_equal_blocks += c.tables.size();
        c.tables.clear();
      } else {
        pairs_ += pairs;
      }
    }
    const auto [found, is_new] =
        class_numbers_.try_emplace(std::move(c), static_cast<std::uint32_t>(run_.classes.size()));
    if (is_new) run_.classes.push_back(found->first);
    return found->second;
  }

  // An event of a process: a call from its entry to its exit, or one moment.
  struct event {
    double begin, end;
    step of;
  };

  void lay_out_processes() {
    run_.processes.resize(static_cast<std::size_t>(trace_.size));
    for (const roll::process& p : trace_.processes) {
      timeline& t = run_.processes[static_cast<std::size_t>(p.rank)];
      t.begins = p.started - begun_;
      double now = p.started;
      for (event& e : events_of(p)) {
        e.of.computes = std::max(0.0, e.begin - now);
        now = std::max(now, e.end);
        if (e.of.is == step::event::call) run_.inside += (e.end - e.begin) / trace_.size;
        t.steps.push_back(e.of);
      }
      t.computes_last = std::max(0.0, p.ended - now);
    }
  }

  std::vector<event> events_of(const roll::process& p) {
    std::vector<event> all;
    for (auto c = p.calls.rbegin(); c != p.calls.rend(); ++c) {
      const place at = place_of(p.rank, *c);
      if (at.operation == place::none) continue;
      step s{.operation = at.operation, .member = at.member};
      if (c->of.as == form::nonblocking) {
        s.is = step::event::start;
        all.push_back({c->begin, c->begin, s});
        s.is = step::event::completion;
        all.push_back({c->end, c->end, s});
        continue;
      }
      all.push_back({c->begin, c->end, s});
    }
    std::ranges::stable_sort(all, {}, &event::begin);
    return all;
  }

  // The operation of a call, and the process's rank there.
  struct place {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    std::uint32_t operation = none, member = 0;
  };
  struct places {
    const roll::call* first = nullptr;
    std::vector<place> of;  // the calls from the first one on
  };
  place& place_of(int rank, const roll::call& c) {
    places& mine = places_[static_cast<std::size_t>(rank)];
    return mine.of[static_cast<std::size_t>(&c - mine.first)];
  }

  const roll& trace_;
  recorded_run run_;
  double begun_ = 0;                                       // the first process, seconds
  std::vector<bool> all_calls_known_;                      // of each rank
  std::set<std::tuple<int, int, unsigned>> not_replayed_;  // rank, communicator and number of calls
  std::map<std::pair<int, unsigned>, gathered> calls_;
  std::map<call_class, std::uint32_t> class_numbers_;
  std::size_t pairs_ = 0;       // of processes in the tables of all classes
  std::vector<places> places_;  // of the calls of each rank
};

}  // namespace

bool waits_for_all(collective c) noexcept {
  if (is_rooted(c) || is_neighbourhood(c)) return false;
  const combining op = traits(c).op;
  return op != combining::up_to && op != combining::before;
}

double last_entry(std::span<const presence> all) noexcept {
  return std::ranges::max(all, {}, &presence::begin).begin;
}

remaining_time remaining(const presence& was, double last) noexcept {
  const bool after_all = was.end >= last;
  return {after_all, std::max(0.0, was.end - (after_all ? last : was.begin))};
}

recorded_run run_of(const record::roll& trace) { return building(trace).build(); }

}  // namespace tutti::replay
