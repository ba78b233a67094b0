#include "record/roll.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "text/counted.hpp"
#include "text/quantity.hpp"

namespace tutti::record {
namespace {

using process = roll::process;
using call = roll::call;

bool waits_for_request(const process& p) noexcept {
  return p.in >= message::wait && p.in <= message::waitsome;
}

// The collective that blocks a process: a blocking one, or a posted one that it waits for in MPI_Wait*. Null
// if there is none.
const call* waits_in(const process& p) noexcept {
  for (const call& c : p.calls)
    if (c.at == progress::begun) return &c;
  if (!waits_for_request(p) || p.peer >= 0) return nullptr;  // with a peer: for a send
  const call* oldest = nullptr;
  for (const call& c : p.calls)
    if (c.at == progress::posted) oldest = &c;
  return oldest ? oldest : !p.calls.empty() && p.calls[0].at == progress::passed_on ? &p.calls[0] : nullptr;
}

bool does_not_run(const process& p) noexcept {
  return p.is == condition::stopped || p.is == condition::died || p.is == condition::exited;
}

unsigned entered(const process& p, int communicator) noexcept {
  for (const auto& s : p.on)
    if (s.communicator == communicator) return s.entered;
  return 0;
}

// A problem on one communicator.
struct finding {
  int communicator = none;
  unsigned number = 0;
  std::vector<int> waiting, missing;  // ranks
  bool others_missing = false;        // missing processes whose ranks are unknown
  bool differs = false;               // the processes have called different operations
  bool secondary = false;             // every missing process itself waits in a collective
};

class roll_call_writer {
 public:
  roll_call_writer(const roll& all, const site_names& name, std::size_t most)
      : all_(all), name_(name), most_(most) {
    for (const process& p : all_.processes) by_rank_.emplace(p.rank, &p);
    dead_ = !all_.processes.empty() && std::ranges::all_of(all_.processes, [](const process& p) {
      return p.is == condition::died || p.is == condition::exited || p.is == condition::ended;
    });
  }

  std::string text() {
    heading();
    waiting_circles();
    std::vector<finding> found = findings();
    crossings(found);
    std::ranges::stable_sort(found, {}, [](const finding& f) { return std::pair(f.secondary, !f.differs); });
    for (const finding& f : found) {
      if (lines_.size() + 1 >= most_) break;
      report(f);
    }
    if (found.empty()) {
      nobody_waits();
      if (dead_)
        for (const finding& f : last_calls_that_differ()) report(f);
    }
    if (!dead_) halted_elsewhere();
    if (lines_.size() > most_) {
      lines_.resize(most_ - 1);
      lines_.emplace_back("...");
    }
    std::string text;
    for (const std::string& l : lines_) text += l + '\n';
    return text;
  }

  std::vector<finding> findings() const {
    std::map<int, finding> on;
    for (const process& p : all_.processes)
      if (const call* c = waits_in(p); c && c->communicator != none) {
        finding& f =
            on.try_emplace(c->communicator, finding{c->communicator, c->number, {}, {}}).first->second;
        f.number = std::min(f.number, c->number);
        f.waiting.push_back(p.rank);
      }
    std::vector<finding> found;
    for (auto& [k, f] : on) {
      who_is_missing(f);
      f.differs = statements(f).size() > 1;
      found.push_back(std::move(f));
    }
    for (finding& f : found)
      f.secondary = !f.differs && !f.missing.empty() && std::ranges::all_of(f.missing, [&](int r) {
        const process* p = find(r);
        return p && p->is == condition::running && waits_in(*p);
      });
    return found;
  }

 private:
  // Communicators whose processes differ in their last calls: a program may have died of that.
  std::vector<finding> last_calls_that_differ() const {
    std::vector<finding> found;
    for (std::size_t k = 0; k < all_.communicators.size(); ++k) {
      finding f{static_cast<int>(k), 0, {}, {}};
      for (const process& p : all_.processes) f.number = std::max(f.number, entered(p, f.communicator));
      f.differs = f.number > 0 && statements(f).size() > 1;
      if (f.differs) found.push_back(std::move(f));
    }
    return found;
  }

  const process* find(int rank) const {
    const auto found = by_rank_.find(rank);
    return found == by_rank_.end() ? nullptr : found->second;
  }
  const roll::communicator& of(const finding& f) const {
    return all_.communicators[static_cast<std::size_t>(f.communicator)];
  }
  std::string name_of_communicator(int k) const {
    if (k == none) return "a communicator";
    const roll::communicator& c = all_.communicators[static_cast<std::size_t>(k)];
    if (c.name == "MPI_COMM_WORLD") return c.name;
    return c.name.empty() ? fmt::format("a communicator of {}", c.size)
                          : fmt::format("communicator \"{}\"", c.name);
  }
  std::string site(int k) const { return k == none ? "" : name_(all_.sites[static_cast<std::size_t>(k)]); }
  std::string text_of(int k) const { return k == none ? "" : all_.texts[static_cast<std::size_t>(k)]; }

  void who_is_missing(finding& f) const {
    std::size_t there = 0, known = 0;
    for (const process& p : all_.processes)
      if (entered(p, f.communicator) >= f.number) ++there;
    for (const run& r : of(f).runs)
      for (int rank = r.first; rank <= r.last; rank += std::max(r.stride, 1)) {
        ++known;
        const process* p = find(rank);
        if (!p || entered(*p, f.communicator) < f.number) f.missing.push_back(rank);
      }
    f.others_missing = known < static_cast<std::size_t>(of(f).size) &&
                       there + f.missing.size() < static_cast<std::size_t>(of(f).size);
  }

  // The parts of a call that must be equal on all processes: collective and form, root, operator, and the
  // bytes if all processes know them. On an inter-communicator the root's own group does not name the root,
  // and most of its processes need no operator.
  using statement = std::tuple<call_name, int, int, std::uint64_t>;  // the operator: index of its name
  struct callers {
    std::vector<int> ranks;
    const call* one = nullptr;
    std::map<int, std::size_t> sites;
  };
  std::map<statement, callers> statements(const finding& f) const {
    std::map<statement, callers> all;
    const bool inter = of(f).inter;
    for (const process& p : all_.processes) {
      if (entered(p, f.communicator) < f.number) continue;
      const auto c = std::ranges::find_if(
          p.calls, [&](const call& x) { return x.communicator == f.communicator && x.number == f.number; });
      if (c == p.calls.end()) continue;
      callers& s = all[{c->of, inter ? none : c->root, inter ? none : c->op, c->bytes}];
      s.ranks.push_back(p.rank);
      s.one = &*c;
      ++s.sites[c->site];
    }
    // Bytes are ignored if some process has not counted them, or if they may legally differ.
    const bool counted = std::ranges::none_of(all, [](const auto& s) { return std::get<3>(s.first) == 0; });
    if (counted && all.size() > 1) return all;
    std::map<statement, callers> merged;
    for (auto& [key, s] : all) {
      statement short_key = key;
      std::get<3>(short_key) = 0;
      callers& into = merged[short_key];
      into.ranks.insert(into.ranks.end(), s.ranks.begin(), s.ranks.end());
      if (!into.one || s.one->bytes > 0) into.one = s.one;
      for (const auto& [k, n] : s.sites) into.sites[k] += n;
    }
    for (auto& [key, s] : merged) std::ranges::sort(s.ranks);
    return merged;
  }

  // "allreduce #182 on communicator "rows" (8 B, MPI_SUM, called at solver.c:231)"
  std::string described(const call& c, std::string_view by = "") const {
    std::string details;
    const auto add = [&details](const std::string& one) {
      if (!one.empty()) details += (details.empty() ? "" : ", ") + one;
    };
    if (c.bytes > 0)
      add(in_bytes(static_cast<double>(c.bytes)));
    else if (c.count >= 0 && c.type != none)
      add(fmt::format("{} {}", c.count, text_of(c.type)));
    add(text_of(c.op));
    if (c.root >= 0) add(fmt::format("root {}", c.root));
    if (c.site != none) add(fmt::format("called at {}{}", site(c.site), by));
    return fmt::format("{} #{} on {}{}", name_of(c.of), c.number, name_of_communicator(c.communicator),
                       details.empty() ? "" : " (" + details + ")");
  }

  std::string in_message(const process& p) const {
    std::string text(message_names[static_cast<std::size_t>(p.in)]);
    const bool sends = p.in == message::send || p.in == message::ssend || p.in == message::rsend;
    const std::string peer = fmt::format("rank {}{}", p.peer, p.peer_in_world ? "" : " of its communicator");
    if (waits_for_request(p) && p.peer >= 0)
      text += " for a send to " + peer;
    else if (p.in < message::wait && p.in != message::mrecv)
      text += p.peer < 0 ? " from anybody" : (sends ? " to " : " from ") + peer;
    if (p.tag >= 0) text += fmt::format(" (tag {})", p.tag);
    if (p.site != none) text += fmt::format(", called at {}", site(p.site));
    return text;
  }

  // Verb forms for one process or for several.
  struct verbs {
    std::string is = "is", has = "has", was = "was", it = "it", runs = "runs", lives = "lives";
  };
  static verbs of_several() {
    return {.is = "are", .has = "have", .was = "were", .it = "they", .runs = "run", .lives = "live"};
  }

  // Describes the place of a process. Processes in the same place get the same text.
  std::string whereabouts(int rank, const verbs& v) const {
    const process* p = find(rank);
    if (!p)
      return fmt::format("{0} no record here: {1} {0} ended, or {2} on another node", v.has, v.it, v.runs);
    std::string text;
    if (p->is == condition::ended) return v.has + " ended";
    if (p->is == condition::finalizing) return v.is + " in MPI_Finalize";
    if (p->is == condition::exited)
      text = fmt::format("{} ended without MPI_Finalize; {} {} ", v.has, v.it, v.was);
    else if (p->is == condition::died && !dead_)
      text = fmt::format("{} died; {} {} ", v.has, v.it, v.was);
    else if (p->is == condition::unknown)
      text = fmt::format("{} in another PID namespace (a container): not known whether {} {}; {} {} ", v.is,
                         v.it, v.lives, v.it, v.was);
    else if (p->is == condition::stopped)
      text = fmt::format("{0} stopped; {1} {0} ", v.is, v.it);
    else
      text = (dead_ ? v.was : v.is) + " ";
    if (p->in != message::none && !(waits_for_request(*p) && waits_in(*p)))
      return text + "in " + in_message(*p);
    if (const call* c = waits_in(*p))
      return fmt::format("{}{} {}", text, c->at == progress::begun ? "in" : "waiting for", described(*c));
    text += "not in MPI";
    if (!p->calls.empty()) text += fmt::format(", after {}", described(p->calls[0]));
    return text;
  }

  void line(std::string text) { lines_.push_back(std::move(text)); }

  void where_they_are(const std::vector<int>& ranks) {
    reported_ranks_.insert(ranks.begin(), ranks.end());
    std::vector<std::pair<std::string, std::vector<int>>> groups;
    std::unordered_map<std::string, std::size_t> at;
    for (const int r : ranks) {
      std::string text = whereabouts(r, {});
      const auto [found, is_new] = at.try_emplace(text, groups.size());
      if (is_new) groups.emplace_back(std::move(text), std::vector<int>{});
      groups[found->second].second.push_back(r);
    }
    std::ranges::stable_sort(groups, std::greater<>(), [](const auto& g) { return g.second.size(); });
    constexpr std::size_t most = 6;
    for (std::size_t k = 0; k < groups.size() && k < most; ++k) {
      const std::vector<int>& these = groups[k].second;
      line(fmt::format("  {}: {}", in_ranges(these),
                       these.size() == 1 ? groups[k].first : whereabouts(these[0], of_several())));
    }
    if (groups.size() > most) {
      std::vector<int> rest;
      for (std::size_t k = most; k < groups.size(); ++k)
        rest.insert(rest.end(), groups[k].second.begin(), groups[k].second.end());
      std::ranges::sort(rest);
      line(fmt::format("  {}: elsewhere, in {} more places", in_ranges(rest), groups.size() - most));
    }
  }

  void heading() {
    std::map<condition, std::size_t> how;
    for (const process& p : all_.processes) ++how[p.is];
    std::string text = fmt::format("job {}, {}", all_.job, counted(all_.size, "process"));
    const std::pair<condition, const char*> words[] = {{condition::stopped, "stopped"},
                                                       {condition::finalizing, "in MPI_Finalize"},
                                                       {condition::ended, "ended"},
                                                       {condition::exited, "ended without MPI_Finalize"},
                                                       {condition::died, "died"}};
    for (const auto& [c, word] : words)
      if (how.contains(c)) text += fmt::format(", {} {}", how[c], word);
    if (all_.processes.size() < static_cast<std::size_t>(all_.size))
      text += fmt::format(", {} without a record here",
                          static_cast<std::size_t>(all_.size) - all_.processes.size());
    line(text + (all_.program.empty() ? "" : ": " + all_.program));
    for (const process& p : all_.processes)
      if (p.in == message::abort) {
        line(fmt::format("rank {} has called {}", p.rank, in_message(p)));
        break;
      }
  }

  // Two communicators, each with a waiting process that is missing on the other one.
  void crossings(const std::vector<finding>& found) {
    std::unordered_map<int, int> waits_on;  // rank, communicator
    for (const finding& f : found)
      for (const int r : f.waiting) waits_on[r] = f.communicator;
    std::set<std::pair<int, int>> waits_for;
    for (const finding& f : found)
      for (const int r : f.missing)
        if (const auto w = waits_on.find(r); w != waits_on.end())
          waits_for.emplace(f.communicator, w->second);
    for (const auto& [a, b] : waits_for) {
      if (a >= b || !waits_for.contains({b, a}) || lines_.size() + 2 >= most_) continue;
      const auto on = [&](int k) {
        return in_ranges(std::ranges::find(found, k, &finding::communicator)->waiting);
      };
      line(fmt::format("the order of calls differs: {} call on {} first, {} on {}", on(a),
                       name_of_communicator(a), on(b), name_of_communicator(b)));
    }
  }

  void report(const finding& f) {
    const auto said = statements(f);
    if (said.size() > 1) return report_different(f, said);
    const call* c = said.empty() ? nullptr : said.begin()->second.one;
    std::string what;
    if (c) {
      call shown = *c;
      const auto& sites = said.begin()->second.sites;
      shown.site = std::ranges::max_element(sites, {}, [](const auto& s) { return s.second; })->first;
      what = described(shown, f.missing.empty() ? "" : " by the others");
    } else {
      what = fmt::format("#{} on {}", f.number, name_of_communicator(f.communicator));
    }
    const int size = of(f).size;
    if (f.missing.empty() && !f.others_missing) {
      line(fmt::format("{} {} in {}, which all have entered", in_ranges(f.waiting),
                       f.waiting.size() == 1 ? "is" : "are", what));
      return;
    }
    if (f.missing.empty())
      return line(fmt::format(
          "some of {} processes have not entered {}: not among those whose records are here", size, what));
    line(fmt::format("{} of {} processes {} not entered {}: {}", f.missing.size(), size,
                     f.missing.size() == 1 ? "has" : "have", what, in_ranges(f.missing)));
    where_they_are(f.missing);
  }

  void report_different(const finding& f, const std::map<statement, callers>& all) {
    line(fmt::format("the {} processes have not called the same as #{} on {}:", of(f).size, f.number,
                     name_of_communicator(f.communicator)));
    std::vector<const callers*> by_count;
    for (const auto& [key, s] : all) by_count.push_back(&s);
    std::ranges::stable_sort(by_count, std::greater<>(), [](const callers* s) { return s->ranks.size(); });
    constexpr std::size_t most = 6;
    for (std::size_t k = 0; k < by_count.size() && k < most; ++k)
      line(fmt::format("  {}: {}", in_ranges(by_count[k]->ranks), described(*by_count[k]->one)));
    if (by_count.size() > most) line(fmt::format("  and {} more", by_count.size() - most));
    if (!f.missing.empty()) {
      line(fmt::format("{} of {} processes {} not entered it: {}", f.missing.size(), of(f).size,
                       f.missing.size() == 1 ? "has" : "have", in_ranges(f.missing)));
      where_they_are(f.missing);
    }
  }

  void waiting_circles() {
    if (dead_) return;
    constexpr std::size_t most = 3;
    const std::vector<std::vector<int>> every = circles(all_);
    for (std::size_t k = 0; k < every.size() && k < most; ++k) {
      line(every[k].size() == 1 ? fmt::format("rank {} waits for itself", every[k][0])
                                : fmt::format("{} processes wait in a circle, each for the next one: {}",
                                              every[k].size(), circle_in_words(every[k])));
      where_they_are(every[k]);
    }
    if (every.size() > most) line(fmt::format("and {} more circles", every.size() - most));
  }

  void nobody_waits() {
    std::vector<int> ranks;
    for (const process& p : all_.processes)
      if (!reported_ranks_.contains(p.rank)) ranks.push_back(p.rank);
    if (ranks.empty()) return;
    line(dead_                     ? "no process was in a collective:"
         : reported_ranks_.empty() ? "no process waits in a collective:"
                                   : "the other processes wait in no collective:");
    where_they_are(ranks);
  }

  // Reports processes that do not run, whatever they have entered: others may wait for their next call.
  void halted_elsewhere() {
    std::vector<int> ranks;
    for (const process& p : all_.processes)
      if (does_not_run(p) && !reported_ranks_.contains(p.rank)) ranks.push_back(p.rank);
    if (!ranks.empty()) where_they_are(ranks);
  }

  const roll& all_;
  const site_names& name_;
  std::size_t most_;
  std::unordered_map<int, const process*> by_rank_;
  bool dead_ = false;
  std::set<int> reported_ranks_;  // ranks whose place has been reported
  std::vector<std::string> lines_;
};

}  // namespace

std::string plain_name(const roll::site& s) {
  return fmt::format("{}+{:#x}", s.file.substr(s.file.rfind('/') + 1), s.offset);
}

std::string in_ranges(const std::vector<int>& ranks, std::size_t most) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  std::size_t shown = 0, ranges = 0;
  for (std::size_t k = 0; k < ranks.size();) {
    std::size_t end = k + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    if (ranges == most) return text + fmt::format(" and {} more", ranks.size() - shown);
    if (ranges++ > 0) text += ", ";
    text += std::to_string(ranks[k]);
    if (end - k > 1) text += (end - k == 2 ? ", " : "-") + std::to_string(ranks[end - 1]);
    shown += end - k;
    k = end;
  }
  return text;
}

std::string roll_call(const roll& all, const site_names& name, std::size_t most_lines) {
  return roll_call_writer(all, name, most_lines).text();
}

bool anybody_waits(const roll& all) {
  const auto& every = all.processes;
  if (std::ranges::any_of(every, [](const roll::process& p) { return waits_in(p) != nullptr; })) return true;
  // In MPI_Finalize, processes wait for those that have not called it yet or do not run.
  return std::ranges::count(every, condition::finalizing, &roll::process::is) > 0 &&
         std::ranges::any_of(
             every, [](const roll::process& p) { return p.is == condition::running || does_not_run(p); });
}

}  // namespace tutti::record
