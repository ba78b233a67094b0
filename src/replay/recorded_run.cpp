#include "replay/recorded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace tutti::replay {
namespace {

using record::none;
using record::roll;

// Two readings of a clock may differ by this much, seconds, and still count as one moment.
constexpr double clock_tolerance = 1e-6;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// The calls of all processes with the same number on the same communicator.
struct gathered {
  std::vector<std::pair<int, const roll::call*>> by;  // rank in MPI_COMM_WORLD
};

bool is_replayed(const roll::call& c) {
  return c.timed && c.communicator != none && c.number != 0 && c.of.as != form::persistent &&
         c.at == record::progress::ended;
}

// The algorithm "allreduce.ring" of the catalogue; null if there is none of that name.
const algorithm* algorithm_named(collective of, const std::string& name) {
  const std::size_t dot = name.find('.');
  return name.substr(0, dot) == name_of(of) && dot != std::string::npos ? find(of, name.substr(dot + 1))
                                                                        : nullptr;
}

class building {
 public:
  explicit building(const roll& trace) : trace_(trace) {}

  recorded_run build() {
    run_.program = trace_.program;
    run_.mpi = trace_.mpi;
    require_processes();
    number_nodes();
    count_left_out();
    gather();
    take_communicators();
    for (const auto& [key, all] : calls_) take_operation(key.first, key.second, all);
    lay_out_processes();
    return std::move(run_);
  }

 private:
  void require_processes() const {
    if (trace_.size < 1 || trace_.processes.empty()) refuse("no process is in this trace");
    if (static_cast<int>(trace_.processes.size()) != trace_.size)
      refuse(fmt::format("the trace has {} of {} processes: a part of it is missing", trace_.processes.size(),
                         trace_.size));
    for (const roll::process& p : trace_.processes)
      if (!std::isfinite(p.started) || !std::isfinite(p.ended) || p.ended < p.started)
        refuse(fmt::format("rank {} ends before it begins", p.rank));
  }

  void number_nodes() {
    std::map<int, int> nodes;
    run_.node_of.resize(static_cast<std::size_t>(trace_.size));
    for (const roll::process& p : trace_.processes)
      run_.node_of[static_cast<std::size_t>(p.rank)] =
          nodes.try_emplace(p.host, static_cast<int>(nodes.size())).first->second;
  }

  void count_left_out() {
    for (const roll::process& p : trace_.processes) {
      run_.missed += p.missed;
      for (const roll::call& c : p.calls) {
        if (c.of.as == form::persistent)
          ++run_.without.persistent;
        else if (!c.timed || c.at != record::progress::ended)
          ++run_.without.unended;
        else if (!is_replayed(c))
          ++run_.without.incomplete;
      }
    }
  }

  void gather() {
    for (const roll::process& p : trace_.processes)
      for (const roll::call& c : p.calls)
        if (is_replayed(c)) calls_[{c.communicator, c.number}].by.emplace_back(p.rank, &c);
  }

  // A trace of an earlier version does not name the processes of a communicator. Then they are those that
  // have made a call on it, if they are as many as it has members.
  void take_communicators() {
    run_.communicators.resize(trace_.communicators.size());
    for (std::size_t k = 0; k < trace_.communicators.size(); ++k) {
      run_.communicators[k].name = trace_.communicators[k].name;
      run_.communicators[k].members = trace_.communicators[k].members;
    }
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
      if (at == ranks.end()) continue;
      if (by[at->second])
        refuse(fmt::format("rank {} makes call {} on {} twice", rank, number, name_of_communicator(k)));
      by[at->second] = c;
    }
    const auto missing = static_cast<std::size_t>(std::ranges::count(by, nullptr));
    if (members.empty() || missing > 0) {
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
    operation o{.communicator = static_cast<std::uint32_t>(k),
                .posted = first.of.as == form::nonblocking,
                .first = run_.measured.size()};
    o.of = class_number(class_of(by));
    const auto earliest = std::ranges::min_element(by, {}, [](const roll::call* c) { return c->begin; });
    o.site = (*earliest)->site;
    for (std::size_t m = 0; m < by.size(); ++m) {
      operation_of_[by[m]] = {static_cast<std::uint32_t>(run_.operations.size()),
                              static_cast<std::uint32_t>(m)};
      run_.measured.push_back({by[m]->begin, by[m]->end});
    }
    note_clocks(o, by);
    run_.calls += by.size();
    run_.operations.push_back(o);
  }

  void note_clocks(const operation& o, const std::vector<const roll::call*>& by) {
    if (o.posted || !waits_for_all(run_.classes[o.of].of)) return;
    double last = by.front()->begin, left = by.front()->end;
    for (const roll::call* c : by) last = std::max(last, c->begin), left = std::min(left, c->end);
    run_.clock_error = std::max(run_.clock_error, last - left);
  }

  [[nodiscard]] std::string name_of_communicator(std::size_t k) const {
    const communicator& c = run_.communicators[k];
    return c.name.empty() ? fmt::format("a communicator of {} processes", c.members.size()) : c.name;
  }

  std::uint32_t class_number(call_class c) {
    const auto [found, is_new] =
        class_numbers_.try_emplace(std::move(c), static_cast<std::uint32_t>(run_.classes.size()));
    if (is_new) run_.classes.push_back(found->first);
    return found->second;
  }

  call_class class_of(const std::vector<const roll::call*>& by) const {
    const roll::call& first = *by.front();
    const int p = static_cast<int>(by.size());
    call_class c{.of = first.of.of};
    if (is_rooted(c.of)) {
      c.root = first.root;
      if (c.root < 0 || c.root >= p)
        refuse(fmt::format("{} has no root {}", tutti::name_of(first.of), c.root));
    }
    c.op = class_of_operator(by);
    if (first.algorithm != none)
      c.ran = algorithm_named(c.of, trace_.texts[static_cast<std::size_t>(first.algorithm)]);
    size(c, by);
    return c;
  }

  [[nodiscard]] static operator_class class_of_operator(const std::vector<const roll::call*>& by) {
    if (!combines(by.front()->of.of)) return operator_class::exact;
    for (const roll::call* c : by)
      if (c->facts.op) return *c->facts.op;
    return operator_class::commutative;
  }

  // Sets the bytes, and the lengths of the blocks. Own parts are of the call's vector, or block; those of
  // alltoallv, alltoallw and reduce_scatter are of all blocks.
  static void size(call_class& c, const std::vector<const roll::call*>& by) {
    const std::size_t p = by.size();
    std::size_t total = 0, most = 0, counted = 0;
    bool known = true;
    for (const roll::call* b : by) {
      counted = std::max(counted, static_cast<std::size_t>(b->bytes));
      if (b->facts.data < 0) {
        known = false;
        continue;
      }
      const auto own = static_cast<std::size_t>(b->facts.data);
      if (own > SIZE_MAX / (p + 1) || total > SIZE_MAX / 2) refuse("a call has more bytes than there can be");
      total += own, most = std::max(most, own);
    }
    c.sized = known;
    c.bytes = counted;
    if (c.of == collective::barrier || is_neighbourhood(c.of)) {
      c.sized = c.of == collective::barrier;
      return;
    }
    if (counted > 0 && !is_irregular(c.of)) {  // all processes have counted them alike
      c.sized = true;
      return;
    }
    if (!known) {
      c.sized = counted > 0;
      return;
    }
    if (of_vectors(c.of) || c.of == collective::reduce_scatter) {
      c.bytes = most;
    } else if (is_personal(c.of) && is_irregular(c.of)) {
      c.bytes = total / p;
    } else if (!is_irregular(c.of)) {
      c.bytes = most * p;
    } else {
      c.bytes = total;
      set_lengths(c, by);
    }
  }

  static void set_lengths(call_class& c, const std::vector<const roll::call*>& by) {
    const auto length = [](const roll::call* b) { return b->facts.data; };
    const auto [least, longest] = std::ranges::minmax(by, {}, length);
    if (length(least) == length(longest) || length(longest) > INT_MAX) return;
    for (const roll::call* b : by) c.lengths.push_back(static_cast<int>(length(b)));
  }

  // An event of a process: a call from its entry to its exit, or one moment.
  struct event {
    double begin, end;
    step of;
  };

  void lay_out_processes() {
    double first = trace_.processes.front().started, last = first;
    for (const roll::process& p : trace_.processes)
      first = std::min(first, p.started), last = std::max(last, p.ended);
    run_.whole = last - first;
    run_.processes.resize(static_cast<std::size_t>(trace_.size));
    for (const roll::process& p : trace_.processes) {
      timeline& t = run_.processes[static_cast<std::size_t>(p.rank)];
      t.begins = p.started - first;
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

  std::vector<event> events_of(const roll::process& p) const {
    std::vector<event> all;
    double left = -HUGE_VAL;  // the last blocking call
    for (auto c = p.calls.rbegin(); c != p.calls.rend(); ++c) {
      const auto at = operation_of_.find(&*c);
      if (at == operation_of_.end()) continue;
      if (!std::isfinite(c->begin) || !std::isfinite(c->end) || c->end < c->begin - clock_tolerance)
        refuse(fmt::format("{} of rank {} ends before it begins: its clock has jumped", tutti::name_of(c->of),
                           p.rank));
      step s{.operation = at->second.first, .member = at->second.second};
      if (c->of.as == form::nonblocking) {
        s.is = step::event::start;
        all.push_back({c->begin, c->begin, s});
        s.is = step::event::completion;
        all.push_back({c->end, c->end, s});
        continue;
      }
      if (c->begin < left - clock_tolerance)
        refuse(
            fmt::format("{} of rank {} begins before its last collective has ended: its clock has jumped, or "
                        "several threads call collectives, which cannot be replayed",
                        tutti::name_of(c->of), p.rank));
      left = c->end;
      all.push_back({c->begin, c->end, s});
    }
    std::ranges::stable_sort(all, {}, &event::begin);
    return all;
  }

  const roll& trace_;
  recorded_run run_;
  std::map<std::pair<int, unsigned>, gathered> calls_;
  std::map<call_class, std::uint32_t> class_numbers_;
  std::unordered_map<const roll::call*, std::pair<std::uint32_t, std::uint32_t>> operation_of_;  // and member
};

}  // namespace

bool waits_for_all(collective c) noexcept {
  if (is_rooted(c) || is_neighbourhood(c)) return false;
  const combining op = traits(c).op;
  return op != combining::up_to && op != combining::before;
}

recorded_run run_of(const record::roll& trace) { return building(trace).build(); }

}  // namespace tutti::replay
