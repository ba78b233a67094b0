// The message for a deadlock.

#include <algorithm>
#include <map>
#include <set>

#include "engine/engine.hpp"
#include "engine/place.hpp"

namespace tutti {
namespace {

struct unmatched_side {  // a send or a receive that found no partner
  bool sends;
  int partner;
  std::size_t bytes;
};

constexpr std::size_t shown_processes = 12, shown_sides = 3, shown_cycle = 16;

template <class Name>
std::string cycle_in(const std::map<int, std::vector<unmatched_side>>& unmatched, Name name) {
  std::set<int> seen;  // processes of earlier walks; a walk that reaches one of them closes no cycle
  for (const auto& [first, unused] : unmatched) {
    std::vector<int> walk;
    for (int at = first; !seen.contains(at) && unmatched.contains(at);
         at = unmatched.at(at).front().partner) {
      seen.insert(at);
      walk.push_back(at);
      const int next = unmatched.at(at).front().partner;
      const auto closes = std::ranges::find(walk, next);
      if (closes == walk.end()) continue;
      std::string text;
      const auto length = static_cast<std::size_t>(walk.end() - closes);
      for (std::size_t k = 0; k < std::min(length, shown_cycle); ++k)
        text += name(closes[static_cast<std::ptrdiff_t>(k)]) + " -> ";
      if (length > shown_cycle) text += "... -> ";
      return text + name(next) + " (" + std::to_string(length) + (length == 1 ? " process)" : " processes)");
    }
  }
  return {};
}

}  // namespace

std::string engine::why_not_there(int index) const {
  if (index < p_) return tasks_[static_cast<std::size_t>(index)].done() ? " (which has ended)" : "";
  const under_way& u = under_way_[static_cast<std::size_t>(index - p_)];
  return !u.run ? " (which has not begun that)" : u.ended ? " (which has ended that)" : "";
}

std::string engine::deadlock() const {
  std::map<int, std::vector<unmatched_side>> unmatched;
  sends_.each([&](int from, int to, std::uint32_t at) {
    if (!ahead_)
      unmatched[from].push_back({true, to, members_[from].batch_[at].out.bytes()});
    else if (ahead_->messages[at].rendezvous)
      unmatched[from].push_back({true, to, active_[at].bytes});
  });
  receives_.each([&](int from, int to, std::uint32_t at) {
    unmatched[to].push_back({false, from, members_[to].batch_[at].in.bytes()});
  });

  std::string text = "deadlock: " + std::to_string(unmatched.size()) + " of " +
                     std::to_string(p_ * (1 + operations_)) +
                     (operations_ > 0 ? " programs and operations"
                      : p_ == 1       ? " process"
                                      : " processes") +
                     (unmatched.size() == 1 ? " waits for ever" : " wait for ever");
  std::size_t shown = 0;
  for (auto& [rank, list] : unmatched) {
    if (++shown > shown_processes) break;
    std::ranges::sort(list, [](const unmatched_side& a, const unmatched_side& b) {
      return std::pair(a.partner, a.sends) < std::pair(b.partner, b.sends);
    });
    text += "\n  process " + std::to_string(process_of(rank));
    if (rank >= p_) text += ", operation " + std::to_string(rank / p_ - 1) + ",";
    text += " waits";
    for (std::size_t k = 0; k < std::min(list.size(), shown_sides); ++k) {
      const unmatched_side& w = list[k];
      text += std::string(k > 0 ? " and" : "") + (w.sends ? " to send " : " to receive ") +
              std::to_string(w.bytes) + " bytes " + (w.sends ? "to " : "from ") +
              std::to_string(process_of(w.partner));
      if (!unmatched.contains(w.partner)) text += why_not_there(w.partner);
    }
    if (list.size() > shown_sides) text += " and for " + std::to_string(list.size() - shown_sides) + " more";
    text += ", in " + tutti::place_of(members_[rank].where_);
  }
  if (unmatched.size() > shown_processes)
    text += "\n  ... and " + std::to_string(unmatched.size() - shown_processes) + " more";
  if (const std::string cycle = cycle_in(unmatched, [this](int k) { return std::to_string(process_of(k)); });
      !cycle.empty())
    text += "\n  a cycle: " + cycle;
  return text;
}

}  // namespace tutti
