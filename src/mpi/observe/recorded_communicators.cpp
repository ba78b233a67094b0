// The record's table of communicators: the entry of each, and the key by which its processes identify it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/hash.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/observe/trace.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi::recorder {
namespace {

using record::take;

using hash = std::uint64_t;
constexpr hash seed = 0xcbf29ce484222325;
hash mixed_with(hash h, std::string_view text) noexcept {
  for (const char c : text) h = mixed(h, static_cast<unsigned char>(c));
  return h;
}

struct known_communicators {
  std::mutex guard;  // for the members below, the table, and note_loaded()
  // number of communicators with the same members and name, or members and tag
  std::map<hash, std::uint32_t> seen;
};
known_communicators& known() {
  static never_destroyed<known_communicators> one;
  return *one;
}

hash hash_of(const std::vector<int>& ranks) noexcept {
  hash h = seed;
  for (const int r : ranks) h = mixed(h, static_cast<std::uint64_t>(r));
  return h;
}

// Covers the ranks by runs, greedily from left to right.
void take_runs(record::communicator& c, std::vector<int> ranks) {
  std::erase(ranks, MPI_UNDEFINED);
  std::ranges::sort(ranks);
  for (std::size_t k = 0; k < ranks.size();) {
    if (c.runs_used == c.runs.size()) return void(c.more = true);
    const int stride = k + 1 < ranks.size() ? ranks[k + 1] - ranks[k] : 1;
    std::size_t end = k + 1;
    while (end < ranks.size() && ranks[end] - ranks[end - 1] == stride) ++end;
    c.runs[c.runs_used++] = {ranks[k], ranks[end - 1], stride};
    k = end;
  }
}

record::communicator described(MPI_Comm comm) {
  record::communicator c{};
  int length = 0;
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  check(PMPI_Comm_rank(comm, &c.rank));
  check(PMPI_Comm_get_name(comm, name.data(), &length));
  c.inter = is_inter(comm);
  c.handle = static_cast<std::uint32_t>(number_of(comm));
  take(c.name, {name.data(), static_cast<std::size_t>(length)});
  std::vector<int> all = in_this_world(comm, PMPI_Comm_group);
  c.members = hash_of(all);
  c.in_order = !c.inter && std::ranges::is_sorted(all) && (all.empty() || all.front() >= 0);
  if (c.inter) {  // the hash is the same on both sides
    const std::vector<int> others = in_this_world(comm, PMPI_Comm_remote_group);
    c.members += hash_of(others);
    all.insert(all.end(), others.begin(), others.end());
  }
  c.members |= 1U;
  c.size = static_cast<int>(all.size());
  take_runs(c, std::move(all));
  return c;
}

// Returns the index of an unused entry, or of the first freed one. `nowhere` if the table is full.
std::uint16_t free_place(const record::section& all) noexcept {
  const std::uint32_t used = all.self.communicators;
  if (used < all.communicators.size()) return static_cast<std::uint16_t>(used);
  const auto free = std::ranges::find_if(all.communicators, &record::communicator::freed);
  return free == all.communicators.end() ? record::nowhere
                                         : static_cast<std::uint16_t>(free - all.communicators.begin());
}

// Fills in the entry that free_place() has returned, if there is one. Returns its index, or `nowhere` if the
// trace has no room for the communicator that had this place before.
std::uint16_t take_place(record::section& all, std::uint16_t k, const record::communicator& c) {
  if (k == record::nowhere) return k;
  record::communicator& there = all.communicators[k];
  if (k == all.self.communicators)
    ++all.self.communicators;
  else if (this_run.traced && there.key != 0 && !this_run.traced->keep(k, there, all.self.serial))
    return record::nowhere;
  there = c;
  return k;
}

hash members_and_name(const record::communicator& c) noexcept {
  return mixed_with(c.members, std::string_view(c.name.data()));
}

// Returns the key of a communicator whose processes have not met. All processes have the same guess if they
// make their first calls on communicators with the same members and name in the same order.
hash guessed_key(hash same, std::uint32_t seen_before) noexcept { return mixed(same, seen_before) | 1U; }

// Returns the key of a communicator whose processes have met. The key is the same on all of them. Tags are
// reused after communicators are freed, so the key also counts the uses.
hash key_of(hash members, int first_tag) {
  const hash same = mixed(mixed(members, static_cast<std::uint64_t>(first_tag)), 1);
  return mixed(same, known().seen[same]++) | 1U;
}

}  // namespace

std::uint16_t place_of(MPI_Comm comm) {
  if (!this_run.records) return record::nowhere;
  record::section& all = *this_run.records;
  const std::lock_guard lock(known().guard);
  const auto handle = static_cast<std::uint32_t>(number_of(comm));
  for (std::uint32_t k = 0; k < all.self.communicators; ++k)
    if (const auto& c = all.communicators[k]; c.handle == handle && !c.freed && c.key != 0)
      return static_cast<std::uint16_t>(k);
  const std::uint16_t place = free_place(all);
  if (place == record::nowhere) return place;
  note_loaded();
  record::communicator c = described(comm);
  const hash same = members_and_name(c);
  c.key = guessed_key(same, known().seen[same]++);
  return take_place(all, place, c);
}

void opened(std::uint16_t place, int first_tag) {
  if (!this_run.records || place == record::nowhere) return;
  const std::lock_guard lock(known().guard);
  record::communicator& there = this_run.records->communicators[place];
  there.key = key_of(there.members, first_tag);
  there.open = true;
}

std::uint16_t place_of_persistent(std::uint16_t base, int first_tag, collective of) {
  if (!this_run.records || base == record::nowhere) return record::nowhere;
  record::section& all = *this_run.records;
  const std::lock_guard lock(known().guard);
  record::communicator c = all.communicators[base];
  c.key = key_of(c.members, first_tag);
  c.handle = 0;
  c.entered = 0;
  c.open = true;
  take(c.name, fmt::format("{}, persistent {}", c.name.data(), name_of(of)));
  return take_place(all, free_place(all), c);
}

void forget(std::uint16_t place) noexcept {
  const std::lock_guard lock(known().guard);
  record::communicator& there = this_run.records->communicators[place];
  // The next communicator with this name gets this key, as it may do on the other processes.
  const hash same = members_and_name(there);
  if (std::uint32_t& seen = known().seen[same]; there.key == guessed_key(same, seen - 1)) --seen;
  there.key = 0;
  there.freed = true;
}

void freed(std::uint16_t place) noexcept {
  if (this_run.records && place != record::nowhere) this_run.records->communicators[place].freed = true;
}

void note_peer(int rank, int tag, MPI_Comm comm) noexcept try {
  if (!this_run.records || this_run.threads || rank < 0 || comm == MPI_COMM_NULL) return;
  const std::vector<int> ranks =
      in_this_world(comm, is_inter(comm) ? PMPI_Comm_remote_group : PMPI_Comm_group);
  if (static_cast<std::size_t>(rank) >= ranks.size()) return;
  const int peer = ranks[static_cast<std::size_t>(rank)];
  if (peer == MPI_UNDEFINED) return;
  record::current_call& now = this_run.records->self.now;
  now.peer = peer;
  now.tag = tag < 0 ? -1 : tag;
  now.communicator = record::in_world;
} catch (...) {  // the call itself will fail, or memory is short
}

}  // namespace tutti::mpi::recorder
