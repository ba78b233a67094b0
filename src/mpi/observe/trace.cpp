#include "mpi/observe/trace.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "mpi/library/quirks.hpp"
#include "mpi/observe/recorder.hpp"
#include "record/assembly.hpp"
#include "record/trace_file.hpp"
#include "record/waiting.hpp"

namespace tutti::mpi {
namespace {

// The message of each process to process 0 before its calls.
struct announcement {
  std::uint64_t calls, communicators, tables, counts, missed, started, ended;
  moment_of_clocks begun, finished;  // valid on the first process of each node
  std::array<char, MPI_MAX_PROCESSOR_NAME> host;
};

constexpr std::size_t tables = offsetof(record::section, calls);  // bytes of a section without its calls

announcement announced() {
  announcement a{};
  int length = 0;
  check(PMPI_Get_processor_name(a.host.data(), &length));
  return a;
}

template <class T>
int bytes_of(const std::vector<T>& all) {
  return static_cast<int>(all.size() * sizeof(T));
}

// A process's part of the trace, apart from the tables of its record.
struct contribution {
  announcement head{};
  std::vector<record::communicator> former;
  std::vector<record::call> calls;
  std::vector<record::call_facts> facts;
  std::vector<std::int64_t> counts;  // of all tables
  std::vector<std::uint64_t> ends;   // of each table in `counts`

  // Sends the contribution to process 0.
  void send(const record::section& records, const world& w) const {
    const int tag = w.first_tag(0);
    check(PMPI_Send(&head, sizeof head, MPI_BYTE, 0, tag, w.channel));
    check(PMPI_Send(&records, tables, MPI_BYTE, 0, tag, w.channel));
    check(PMPI_Send(former.data(), bytes_of(former), MPI_BYTE, 0, tag, w.channel));
    check(PMPI_Send(calls.data(), bytes_of(calls), MPI_BYTE, 0, tag, w.channel));
    check(PMPI_Send(facts.data(), bytes_of(facts), MPI_BYTE, 0, tag, w.channel));
    check(PMPI_Send(counts.data(), bytes_of(counts), MPI_BYTE, 0, tag, w.channel));
    check(PMPI_Send(ends.data(), bytes_of(ends), MPI_BYTE, 0, tag, w.channel));
  }
  void receive(record::section& records, int from, const world& w) {
    const int tag = w.first_tag(0);
    check(PMPI_Recv(&head, sizeof head, MPI_BYTE, from, tag, w.channel, MPI_STATUS_IGNORE));
    check(PMPI_Recv(&records, tables, MPI_BYTE, from, tag, w.channel, MPI_STATUS_IGNORE));
    former.resize(head.communicators), calls.resize(head.calls), facts.resize(head.calls);
    counts.resize(head.counts), ends.resize(head.tables);
    check(PMPI_Recv(former.data(), bytes_of(former), MPI_BYTE, from, tag, w.channel, MPI_STATUS_IGNORE));
    check(PMPI_Recv(calls.data(), bytes_of(calls), MPI_BYTE, from, tag, w.channel, MPI_STATUS_IGNORE));
    check(PMPI_Recv(facts.data(), bytes_of(facts), MPI_BYTE, from, tag, w.channel, MPI_STATUS_IGNORE));
    check(PMPI_Recv(counts.data(), bytes_of(counts), MPI_BYTE, from, tag, w.channel, MPI_STATUS_IGNORE));
    check(PMPI_Recv(ends.data(), bytes_of(ends), MPI_BYTE, from, tag, w.channel, MPI_STATUS_IGNORE));
  }
};

// The places of a process's tables in the trace.
std::vector<std::int32_t> places_of_tables(const contribution& one, record::count_tables& in) {
  std::vector<std::int32_t> places;
  std::size_t first = 0;
  for (const std::uint64_t end : one.ends) {
    places.push_back(in.place_of(std::span(one.counts).subspan(first, end - first)));
    first = end;
  }
  return places;
}

// Assembles the trace of all processes, on process 0. `one` holds the contribution of process 0, then that of
// each other process.
record::roll gathered(contribution one, const record::section& records, const world& w) {
  record::roll all;
  all.program = recorder::command_line();
  all.mpi = quirks::library_name();
  record::assembly parts(all);
  const auto tables_of = std::make_unique<record::section>();
  std::memcpy(static_cast<void*>(tables_of.get()), &records, tables);
  // the clock of each node, at the index of its first rank
  std::vector<record::time_line> clocks(static_cast<std::size_t>(w.size));
  const double tick = recorder::nanoseconds_a_tick() * 1e-9;
  const std::uint64_t started = one.head.started;
  for (int r = 0; r < w.size; ++r) {
    if (r > 0) one.receive(*tables_of, r, w);
    const int node = w.nodes[static_cast<std::size_t>(r)];
    record::time_line& clock = clocks[static_cast<std::size_t>(node)];
    if (node == r) clock = line_through(one.head.begun, one.head.finished, started, tick);
    record::roll::process& p =
        parts.add(*tables_of, one.calls, clock, one.facts, one.former, places_of_tables(one, all.tables));
    p.is = record::condition::finalizing;
    p.host = parts.text_of(one.head.host.data());
    p.missed = one.head.missed;
    p.started = clock.at(one.head.started);
    p.ended = clock.at(one.head.ended);
  }
  parts.finish();
  return all;
}

// True if the run is one of several that tutti run --compare compares in its own table.
bool is_compared() { return std::getenv("_TUTTI_WAITING_TABLE") != nullptr; }

}  // namespace

trace::trace(const world& w)
    : world_(w),
      room_(std::max<std::size_t>(most_calls / static_cast<std::size_t>(w.size), chunk::size)),
      started_(0),
      begun_(compare_clocks(w)),
      tables_(record::count_tables::most_counts / static_cast<std::size_t>(w.size)) {
  started_ = record::ticks();
}

void trace::keep(const record::call& c) noexcept {
  if (c.serial == 0) return;
  const std::lock_guard lock(guard_);
  if (kept_ == room_) return void(++missed_);
  if (kept_ == chunks_.size() * chunk::size) try {
      chunks_.push_back(std::make_unique<chunk>());
    } catch (const std::bad_alloc&) {
      ++missed_;
      return;
    }
  const std::size_t place = kept_++ % chunk::size;
  chunks_.back()->calls[place] = c;
  chunks_.back()->facts[place] = facts_at(c.serial);
}

std::int32_t trace::table_of(std::span<const std::int64_t> counts) {
  const std::lock_guard lock(guard_);
  return tables_.place_of(counts);
}

bool trace::keep(std::uint16_t place, const record::communicator& what, std::uint32_t next) noexcept try {
  const std::lock_guard lock(guard_);
  if (places + former_.size() >= record::nowhere) return false;
  former_.push_back({place, next, what});
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

std::vector<record::communicator> trace::sorted_out(std::vector<record::call>& calls) {
  const auto key = [](const former_communicator& f) { return std::pair(f.place, f.next); };
  std::ranges::stable_sort(former_, {}, key);
  for (record::call& c : calls) {
    const auto f = std::ranges::upper_bound(former_, std::pair(c.communicator, c.serial), {}, key);
    if (f != former_.end() && f->place == c.communicator)
      c.communicator = static_cast<std::uint16_t>(places + static_cast<std::size_t>(f - former_.begin()));
  }
  std::vector<record::communicator> all;
  for (const former_communicator& f : former_) all.push_back(f.what);
  return all;
}

void trace::write(const std::string& file, record::section& records) {
  std::vector<record::call> last(records.calls.begin(), records.calls.end());
  std::ranges::sort(last, {}, &record::call::serial);
  for (const record::call& c : last) keep(c);
  contribution mine;
  mine.head = announced();
  {
    const std::lock_guard lock(guard_);
    mine.calls.reserve(kept_), mine.facts.reserve(kept_);
    for (std::unique_ptr<chunk>& c : chunks_) {
      const std::size_t used = std::min(kept_ - mine.calls.size(), chunk::size);
      mine.calls.insert(mine.calls.end(), c->calls.begin(), c->calls.begin() + used);
      mine.facts.insert(mine.facts.end(), c->facts.begin(), c->facts.begin() + used);
      c.reset();  // so that each call is in memory only once
    }
    chunks_.clear();
    kept_ = room_;  // no later call of another thread is kept
    mine.counts = tables_.counts(), mine.ends = tables_.ends();
    mine.former = sorted_out(mine.calls);
    mine.head.missed = missed_;
  }
  const moment_of_clocks finished = compare_clocks(world_);
  mine.head.calls = mine.calls.size(), mine.head.communicators = mine.former.size();
  mine.head.tables = mine.ends.size(), mine.head.counts = mine.counts.size();
  mine.head.started = started_, mine.head.ended = record::ticks();
  mine.head.begun = begun_, mine.head.finished = finished;
  if (world_.rank != 0) return mine.send(records, world_);

  const record::roll all = gathered(std::move(mine), records, world_);
  if (!record::write_trace(all, file))
    std::fprintf(stderr, "tutti: the trace cannot be written to %s: %s\n", file.c_str(),
                 std::strerror(errno));
  if (is_compared()) return;
  const std::string table = record::waiting_table(record::waiting_in(all, record::grouping::collective),
                                                  record::grouping::collective);
  std::fwrite(table.data(), 1, table.size(), stderr);
}

std::unique_ptr<trace> begin_trace(const record::section* records, const world& w) {
  int missing = records ? 0 : 1, anybody = 0;
  check(PMPI_Allreduce(&missing, &anybody, 1, MPI_INT, MPI_MAX, w.channel));
  if (!anybody) return std::make_unique<trace>(w);
  if (w.rank == 0)
    std::fputs(
        "tutti: no trace: it is made of the records of calls, which a process does not have "
        "(TUTTI_RECORD)\n",
        stderr);
  return nullptr;
}

}  // namespace tutti::mpi
