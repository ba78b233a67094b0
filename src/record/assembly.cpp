#include "record/assembly.hpp"

#include <algorithm>
#include <numeric>

namespace tutti::record {
namespace {

// Sorts calls from the newest to the oldest.
template <class T>
void sort_from_newest(std::vector<T>& calls, const std::vector<std::uint32_t>& serials) {
  std::vector<std::size_t> order(calls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater<>(), [&serials](std::size_t k) { return serials[k]; });
  std::vector<T> sorted;
  sorted.reserve(calls.size());
  for (const std::size_t k : order) sorted.push_back(calls[k]);
  calls.swap(sorted);
}

// The record may hold any byte where a bool should be.
bool is_set(const bool& written) noexcept { return *reinterpret_cast<const unsigned char*>(&written) != 0; }

std::span<const communicator> used(const section& s) {
  return std::span(s.communicators)
      .first(std::min<std::size_t>(s.self.communicators, s.communicators.size()));
}

}  // namespace

roll::process& assembly::add(const section& s, std::span<const call> calls, const time_line& times,
                             std::span<const call_facts> facts, std::span<const communicator> former,
                             std::span<const std::int32_t> tables) {
  words_here_.clear(), sites_here_.clear();
  all_.size = std::max(all_.size, s.self.size);
  roll::process& p = all_.processes.emplace_back();
  p.rank = s.self.rank;
  std::vector<int> places(s.communicators.size() + former.size(), none);
  const auto add_communicator = [&](std::size_t k, const communicator& c) {
    if (c.key == 0) return;
    places[k] = place_of(c);
    p.on.push_back({places[k], c.entered});
    if (!facts.empty()) note_member(places[k], c, p.rank);
  };
  for (std::size_t k = 0; k < used(s).size(); ++k) add_communicator(k, s.communicators[k]);
  for (std::size_t k = 0; k < former.size(); ++k) add_communicator(s.communicators.size() + k, former[k]);
  read_current_call(p, s);
  std::vector<std::uint32_t> serials;
  for (std::size_t k = 0; k < calls.size(); ++k) {
    const call& c = calls[k];
    if (c.serial == 0 || c.of >= collectives || c.as > static_cast<unsigned>(form::persistent) ||
        c.at > static_cast<unsigned>(progress::ended))
      continue;
    p.calls.push_back(taken(c, s, places, times));
    if (k < facts.size()) {
      call_facts& known = p.calls.back().facts = facts[k];
      known.table = known.table >= 0 && static_cast<std::size_t>(known.table) < tables.size()
                        ? tables[static_cast<std::size_t>(known.table)]
                        : count_tables::none;
    }
    serials.push_back(c.serial);
  }
  sort_from_newest(p.calls, serials);
  return p;
}

void assembly::finish() {
  std::ranges::sort(all_.processes, {}, &roll::process::rank);
  for (roll::communicator& c : all_.communicators)
    if (std::ranges::find(c.members, none) != c.members.end()) c.members.clear();
}

// Each process knows its own rank on a communicator.
void assembly::note_member(int place, const communicator& c, int rank) {
  roll::communicator& one = all_.communicators[static_cast<std::size_t>(place)];
  if (is_set(c.inter) || c.size != one.size || c.rank < 0 || c.rank >= one.size || one.size > most_processes)
    return;
  one.members.resize(static_cast<std::size_t>(one.size), none);
  one.members[static_cast<std::size_t>(c.rank)] = rank;
}

int assembly::place_of(const communicator& c) {
  const auto [found, is_new] =
      communicators_.try_emplace({c.members, c.key}, static_cast<int>(all_.communicators.size()));
  if (is_new) {
    roll::communicator one{.name = printable(view(c.name)),
                           .size = c.size,
                           .complete = !is_set(c.more),
                           .inter = is_set(c.inter)};
    for (std::size_t k = 0; k < std::min<std::size_t>(c.runs_used, c.runs.size()); ++k)
      if (const run r = c.runs[k]; r.first >= 0 && r.first <= r.last && r.last < all_.size && r.stride > 0)
        one.runs.push_back({r.first, r.last, std::min(r.stride, all_.size)});
    all_.communicators.push_back(std::move(one));
  }
  return found->second;
}

void assembly::read_current_call(roll::process& p, const section& s) {
  const current_call now = s.self.now;
  if (now.in > message::abort) return;
  p.in = now.in;
  p.peer = now.peer;
  p.tag = now.tag;
  p.waits = s.self.waits;
  const bool one_thread = p.waits > 0;  // several threads share `now`: the others may be somewhere else
  p.peer_in_world = now.communicator == in_world || now.communicator == s.self.world;
  p.peer_known = one_thread && p.peer_in_world && now.peer >= 0 && now.peer < all_.size;
  p.site = site_of(now.site, s);
  if (p.peer_in_world || now.peer < 0) return;
  for (const communicator& c : used(s)) {
    if (c.handle != now.communicator || is_set(c.freed)) continue;
    // Translates the rank to MPI_COMM_WORLD if the record allows it.
    int left = now.peer;
    for (std::size_t r = 0; is_set(c.in_order) && r < std::min<std::size_t>(c.runs_used, c.runs.size());
         ++r) {
      const run run = c.runs[r];
      if (run.first < 0 || run.last < run.first || run.last >= all_.size || run.stride < 1) return;
      const int length = (run.last - run.first) / run.stride + 1;
      if (left < length) {
        p.peer = run.first + left * run.stride;
        p.peer_in_world = true;
        p.peer_known = one_thread;
        return;
      }
      left -= length;
    }
  }
}

roll::call assembly::taken(const call& c, const section& s, const std::vector<int>& places,
                           const time_line& times) {
  roll::call r;
  r.of = {static_cast<collective>(c.of), static_cast<form>(c.as)};
  r.at = static_cast<progress>(c.at);
  if (c.communicator < places.size()) r.communicator = places[c.communicator];
  r.number = c.number;
  r.count = c.count;
  r.root = c.root;
  r.bytes = c.bytes;
  r.type = word_of(c.type, s, "of a derived datatype");
  r.op = combines(r.of.of) ? word_of(c.op, s, "an operator of the program's") : none;
  r.algorithm = word_of(c.algorithm, s, "");
  r.site = site_of(c.site, s);
  r.timed = c.begin != 0;
  if (!r.timed) return r;
  r.begin = times.at(c.begin);
  // A call that is being written may have an end before its begin.
  r.end = c.end == 0 ? r.begin : std::max(r.begin, times.at(c.end));
  return r;
}

int assembly::word_of(std::uint32_t number, const section& s, const char* otherwise) {
  if (number == 0) return none;
  const auto [found, is_new] = words_here_.try_emplace(number, none);
  if (is_new) found->second = name_of_word(number, s, otherwise);
  return found->second;
}

int assembly::name_of_word(std::uint32_t number, const section& s, const char* otherwise) {
  const auto end = s.words.begin() + std::min<std::size_t>(s.self.words, s.words.size());
  const auto w = std::find_if(s.words.begin(), end, [number](const word& x) { return x.number == number; });
  return text_of(w == end ? std::string_view(otherwise) : view(w->name));
}

int assembly::text_of(std::string_view t) {
  const auto [found, is_new] = texts_.try_emplace(printable(t), static_cast<int>(all_.texts.size()));
  if (is_new) all_.texts.push_back(found->first);
  return found->second;
}

int assembly::site_of(std::uint64_t address, const section& s) {
  if (address == 0) return none;
  const auto [found, is_new] = sites_here_.try_emplace(address, none);
  if (is_new) found->second = place_of_site(address, s);
  return found->second;
}

int assembly::place_of_site(std::uint64_t address, const section& s) {
  const auto end = s.modules.begin() + std::min<std::size_t>(s.self.modules, s.modules.size());
  const auto m = std::find_if(s.modules.begin(), end,
                              [address](const module& x) { return address >= x.from && address < x.to; });
  const roll::site where =
      m == end ? roll::site{"", address} : roll::site{printable(view(m->file)), address - m->base};
  const auto [found, is_new] = sites_.try_emplace(where, static_cast<int>(all_.sites.size()));
  if (is_new) all_.sites.push_back(where);
  return found->second;
}

}  // namespace tutti::record
