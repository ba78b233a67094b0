#include "mpi/observe/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "mpi/library/quirks.hpp"
#include "mpi/observe/learned_calls.hpp"
#include "mpi/runtime/host_name.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/nodes.hpp"
#include "mpi/start/world.hpp"
#include "select/choice.hpp"
#include "select/environment.hpp"
#include "select/profile.hpp"
#include "select/sum_plans.hpp"
#include "text/counted.hpp"
#include "text/json_text.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"
#include "text/utc.hpp"
#include "text/written_file.hpp"
#include "tutti/nodes.hpp"

namespace tutti::mpi {
namespace {

// An entry of call_counts, as it is sent to process 0. Pointers have no meaning there, so the algorithm is
// sent as its index in the catalogue, and the reason as text.
struct record {
  call_name of;
  std::uint8_t size_class;
  std::int32_t algorithm;  // -1: native
  char why[96];
  std::uint64_t calls, operations, bytes, nanoseconds, calls_with_native_times;
  histogram times;
};

struct row {
  record sum;                 // over all processes
  std::uint64_t longest = 0;  // nanoseconds on the process that spent most
  [[nodiscard]] bool native() const noexcept { return sum.algorithm < 0; }
  [[nodiscard]] std::string_view served_by() const {
    return native() ? "native" : catalogue()[static_cast<std::size_t>(sum.algorithm)]->name;
  }
  // Smallest and largest size of the class, bytes.
  [[nodiscard]] std::uint64_t least() const {
    return sum.size_class == 0 ? 0 : std::uint64_t{1} << (sum.size_class - 1);
  }
  [[nodiscard]] std::uint64_t most() const { return sum.size_class == 0 ? 0 : 2 * least() - 1; }
};

record record_of(const entry& e) {
  record r{
      e.of,   e.size_class, -1, {}, e.calls, e.operations, e.bytes, e.nanoseconds, e.calls_with_native_times,
      e.times};
  const auto all = catalogue();
  if (e.use) r.algorithm = static_cast<std::int32_t>(std::find(all.begin(), all.end(), e.use) - all.begin());
  if (e.why) std::strncpy(r.why, e.why, sizeof r.why - 1);
  return r;
}

// True if `why` is the remark of a sum_plan.
bool is_remark(const record& r) noexcept {
  return std::string_view(r.why).starts_with(sum_plan::remarks_begin);
}

bool same_line(const record& a, const record& b) noexcept {
  return a.of == b.of && a.size_class == b.size_class && a.algorithm == b.algorithm &&
         std::strcmp(a.why, b.why) == 0;
}

void merge(std::vector<row>& rows, const row& other) {
  const auto same =
      std::ranges::find_if(rows, [&other](const row& x) { return same_line(x.sum, other.sum); });
  if (same == rows.end()) {
    rows.push_back(other);
    return;
  }
  const record& r = other.sum;
  same->sum.calls += r.calls;
  same->sum.operations += r.operations;
  same->sum.bytes += r.bytes;
  same->sum.nanoseconds += r.nanoseconds;
  same->sum.calls_with_native_times += r.calls_with_native_times;
  same->sum.times.add(r.times);
  same->longest = std::max(same->longest, other.longest);
}

// The calls of one collective in one class of sizes, or in all classes, no matter how they were served.
struct subtotal {
  static constexpr int all_sizes = -1;
  call_name of;
  int size_class;
  std::uint64_t longest;  // nanoseconds on the process that spent most
};

void merge(std::vector<subtotal>& all, const subtotal& other) {
  const auto same = std::ranges::find_if(
      all, [&other](const subtotal& x) { return x.of == other.of && x.size_class == other.size_class; });
  if (same == all.end())
    all.push_back(other);
  else
    same->longest = std::max(same->longest, other.longest);
}

std::vector<subtotal> subtotals_of(const call_counts& here) {
  std::map<std::pair<call_name, int>, std::uint64_t> nanoseconds;
  for (const entry& e : here.entries())
    for (const int sizes : {int{e.size_class}, subtotal::all_sizes})
      nanoseconds[{e.of, sizes}] += e.nanoseconds;
  std::vector<subtotal> all;
  for (const auto& [of, spent] : nanoseconds) all.push_back({of.first, of.second, spent});
  return all;
}

// Counts of all calls together.
struct totals {
  openings opened;
  std::uint64_t staged = 0;                // calls
  std::uint64_t simulations = 0;           // for choices
  std::uint64_t blocking = 0, lasted = 0;  // nanoseconds of the process that spent most
  void add(const totals& other) noexcept {
    opened.counted += other.opened.counted;
    opened.nanoseconds = std::max(opened.nanoseconds, other.opened.nanoseconds);
    staged += other.staged;
    simulations += other.simulations;
    blocking = std::max(blocking, other.blocking);
    lasted = std::max(lasted, other.lasted);
  }
};

// The counts of some processes together.
struct account {
  std::vector<row> rows;
  std::vector<subtotal> subtotals;
  totals sum;
};

std::chrono::steady_clock::time_point program_began;

std::uint64_t in_blocking_calls(const call_counts& here) {
  std::uint64_t nanoseconds = 0;
  for (const entry& e : here.entries())
    if (e.of.as == form::blocking) nanoseconds += e.nanoseconds;
  return nanoseconds;
}

template <class T>
void send(const std::vector<T>& values, int to, int tag, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto bytes = static_cast<int>(values.size() * sizeof(T));
  check(PMPI_Send(values.data(), bytes, MPI_BYTE, to, tag, comm));
}

template <class T>
std::vector<T> received(int from, int tag, MPI_Comm comm) {
  MPI_Status status;
  int bytes = 0;
  check(PMPI_Probe(from, tag, comm, &status));
  check(PMPI_Get_count(&status, MPI_BYTE, &bytes));
  std::vector<T> values(static_cast<std::size_t>(bytes) / sizeof(T));
  check(PMPI_Recv(values.data(), bytes, MPI_BYTE, from, tag, comm, MPI_STATUS_IGNORE));
  return values;
}

// Gathers the counts up a binomial tree and merges them on the way, so that no process holds more rows than
// there are distinct lines.
account gather_up(account mine, const world& w) {
  const int tag = w.first_tag(0);
  int bit = 1;
  for (; bit < w.size && (w.rank & bit) == 0; bit *= 2) {
    const int from = w.rank + bit;
    if (from >= w.size) continue;
    for (const row& r : received<row>(from, tag, w.channel)) merge(mine.rows, r);
    for (const subtotal& s : received<subtotal>(from, tag, w.channel)) merge(mine.subtotals, s);
    for (const totals& s : received<totals>(from, tag, w.channel)) mine.sum.add(s);
  }
  if (w.rank != 0) {
    const int to = w.rank - bit;
    send(mine.rows, to, tag, w.channel);
    send(mine.subtotals, to, tag, w.channel);
    send(std::vector{mine.sum}, to, tag, w.channel);
  }
  std::ranges::sort(mine.rows, [](const row& a, const row& b) {
    return std::tuple(a.sum.of, a.sum.size_class, a.sum.algorithm, std::string_view(a.sum.why)) <
           std::tuple(b.sum.of, b.sum.size_class, b.sum.algorithm, std::string_view(b.sum.why));
  });
  return mine;
}

// The share of native calls in the operations and in the time, percent.
struct share {
  double operations = 0, time = 0;
};
share native_share(const std::vector<row>& rows) {
  double operations = 0, time = 0;
  share native;
  for (const row& r : rows) {
    operations += static_cast<double>(r.sum.operations);
    time += static_cast<double>(r.longest);
    if (!r.native()) continue;
    native.operations += static_cast<double>(r.sum.operations);
    native.time += static_cast<double>(r.longest);
  }
  if (operations > 0) native.operations *= 100 / operations;
  if (time > 0) native.time *= 100 / time;
  return native;
}

// The seconds that all calls of a row would take with the MPI library's own algorithm. Uses measurements,
// from the profile or from this run, in which processes enter a call together. None if no such measurement
// exists for these calls.
std::optional<double> native_seconds(const row& r) {
  const record& s = r.sum;
  if (r.native() || s.of.as != form::blocking || s.calls_with_native_times != s.calls || s.operations == 0)
    return {};
  if (!size_known(s.of.of) || has_known_lengths(s.of.of)) return {};
  const surroundings on = surroundings_of(node_map(this_world()->domains));
  const call_kind of{.of = s.of.of, .op = operator_class::exact};
  const auto of_all = [&s](std::optional<double> one) {
    return one ? std::optional(*one * static_cast<double>(s.operations)) : std::nullopt;
  };
  const auto& profile = user_settings().measured;
  if (!profile) {
    if (combines(s.of.of)) return {};  // the counts do not distinguish operators
    return of_all(learned_native_seconds(of, on, s.bytes / s.operations));
  }
  const double bytes = static_cast<double>(s.bytes) / static_cast<double>(s.operations);
  const auto found = advise(*profile, of, on, s.bytes / s.operations);
  if (!found || found->farther_entry) return {};
  // The counts do not distinguish operators, so the entry must hold for exact operators and for those that
  // round.
  if (combines(s.of.of) && found->entry->of.op != operator_class::commutative) return {};
  return of_all(measured_between(*found->entry, nullptr, bytes));
}

std::string where_measured() {
  return user_settings().measured ? user_settings().profile_file : std::string("this run");
}

std::string text_of_ratio(double ratio) {
  return ratio < 99.5 ? fmt::format("{:.3g}", ratio) : fmt::format("{:.0f}", ratio);
}

std::string as_text(const account& all, int size) {
  const std::vector<row>& rows = all.rows;
  table columns({"collective", ">bytes", ">operations", "served by", ">median", ">total",
                 ">native would take", ">speed-up", ">data"});
  double total_known = 0, native_known = 0, total_of_all = 0;  // seconds
  for (const row& r : rows) {
    const std::optional<double> native = native_seconds(r);
    const double total = static_cast<double>(r.longest) * 1e-9;
    total_of_all += total;
    if (native) total_known += total, native_known += *native;
    columns.row({name_of(r.sum.of),
                 r.sum.size_class == 0 ? "-"
                                       : fmt::format("{} .. <{}", in_bytes(static_cast<double>(r.least())),
                                                     in_bytes(static_cast<double>(r.most()) + 1)),
                 std::to_string(r.sum.operations), std::string(r.served_by()),
                 in_seconds(r.sum.times.median() * 1e-9), in_seconds(total),
                 native ? in_seconds(*native) : "", native && total > 0 ? text_of_ratio(*native / total) : "",
                 r.sum.size_class == 0 ? "-" : in_bytes(static_cast<double>(r.sum.bytes))});
  }

  std::string t = fmt::format("tutti {}: algorithms used for the collectives of {} ({})\n", TUTTI_VERSION,
                              counted(size, "process"), quirks::library_name());
  if (rows.empty())
    t += "no collective call came to tutti: the program makes none, or a library loaded before tutti takes "
         "them\n";
  // The reason, if there is one, is printed below its line of the table.
  const std::string lines = columns.text();
  std::size_t at = 0;
  const auto next_line = [&] {
    const std::size_t end = lines.find('\n', at) + 1;
    t.append(lines, at, end - at);
    at = end;
  };
  next_line();
  for (const row& r : rows) {
    next_line();
    if (r.sum.why[0] != '\0')
      t += fmt::format("    {}{}\n",
                       r.native()         ? "native: "
                       : is_remark(r.sum) ? ""
                                          : "setting not applied: ",
                       r.sum.why);
  }
  const share native = native_share(rows);
  t += fmt::format("native: {:.1f} % of the operations, {:.1f} % of the time\n", native.operations,
                   native.time);
  t += fmt::format("communicators: {} opened, {} in total\n", all.sum.opened.counted,
                   in_seconds(static_cast<double>(all.sum.opened.nanoseconds) * 1e-9));
  if (const char* const why = why_unshared()) t += fmt::format("{}\n", why);
  if (all.sum.staged > 0)
    t += fmt::format("from device memory: {} calls staged through the host\n", all.sum.staged);
  t += "total: time of the slowest process; -: no size, or not known to all processes\n";
  if (total_known > 0)
    t += fmt::format(
        "native would take: {} instead of {} of the {} in collectives, as measured in {}, where processes "
        "arrive together; the total also has waiting for late ones\n",
        in_seconds(native_known), in_seconds(total_known), in_seconds(total_of_all), where_measured());
  return t;
}

std::string json(const account& all, int size) {
  const std::vector<row>& rows = all.rows;
  nlohmann::ordered_json out;
  out["format"] = "tutti calls";
  out["version"] = 1;
  out["tutti"] = TUTTI_VERSION;
  out["mpi"] = quirks::library_name();
  out["processes"] = size;
  out["host"] = host_name();
  out["ended"] = utc_now();
  out["settings"] = nlohmann::ordered_json::object();
  for (const assignment& a : assignments_in(user_environment()))
    out["settings"][std::string(a.name)] = a.value;
  const share native = native_share(rows);
  out["native_share"] = {{"operations_percent", native.operations}, {"time_percent", native.time}};
  out["communicators"] = {
      {"opened", all.sum.opened.counted},
      {"longest_process_seconds", static_cast<double>(all.sum.opened.nanoseconds) * 1e-9}};
  out["times"] = {{"blocking_collectives_seconds", static_cast<double>(all.sum.blocking) * 1e-9},
                  {"program_seconds", static_cast<double>(all.sum.lasted) * 1e-9}};
  if (const char* const why = why_unshared()) out["unshared"] = why;
  out["device_memory"] = {{"staged_calls", all.sum.staged}};
  out["choices"] = {{"simulated", all.sum.simulations}};
  out["rows"] = nlohmann::ordered_json::array();
  for (const row& r : rows) {
    nlohmann::ordered_json j;
    j["collective"] = name_of(r.sum.of);
    j["bytes_least"] = r.least();
    j["bytes_most"] = r.most();
    j["served_by"] = r.served_by();
    j["operations"] = r.sum.operations;
    j["calls"] = r.sum.calls;
    j["bytes"] = r.sum.bytes;
    j["median_seconds"] = r.sum.times.median() * 1e-9;
    j["longest_process_seconds"] = static_cast<double>(r.longest) * 1e-9;
    if (const auto seconds = native_seconds(r)) {
      j["native_seconds"] = *seconds;
      j["native_from"] = "measured, " + where_measured();
    }
    if (r.sum.why[0] != '\0')
      j[r.native() ? "native_because" : is_remark(r.sum) ? "remark" : "wish_not_granted_because"] = r.sum.why;
    out["rows"].push_back(j);
  }
  // Each row may have a different slowest process, so totals of several rows are given, too.
  out["subtotals"] = nlohmann::ordered_json::array();
  for (const subtotal& s : all.subtotals) {
    const auto part_of = [&s](const row& r) {
      return r.sum.of == s.of && (s.size_class == subtotal::all_sizes || r.sum.size_class == s.size_class);
    };
    if (std::ranges::count_if(rows, part_of) < 2) continue;
    nlohmann::ordered_json j;
    j["collective"] = name_of(s.of);
    if (s.size_class != subtotal::all_sizes) j["bytes_least"] = std::ranges::find_if(rows, part_of)->least();
    j["longest_process_seconds"] = static_cast<double>(s.longest) * 1e-9;
    out["subtotals"].push_back(j);
  }
  return json_text(out, 2) + '\n';
}

}  // namespace

void begin_report() noexcept { program_began = std::chrono::steady_clock::now(); }

void report(const call_counts& here, const openings& opened, const settings& user) {
  const world& w = *this_world();
  const auto lasted = std::chrono::nanoseconds(std::chrono::steady_clock::now() - program_began).count();
  account mine{.rows = {},
               .subtotals = subtotals_of(here),
               .sum = {.opened = opened,
                       .staged = here.staged(),
                       .simulations = simulations_so_far(),
                       .blocking = in_blocking_calls(here),
                       .lasted = static_cast<std::uint64_t>(lasted)}};
  for (const entry& e : here.entries()) merge(mine.rows, {record_of(e), e.nanoseconds});
  const account all = gather_up(std::move(mine), w);
  if (w.rank != 0) return;
  const bool file = user.report != "1";
  const std::string text = file && user.report.ends_with(".json") ? json(all, w.size) : as_text(all, w.size);
  if (file && written(user.report, text)) return;
  if (file)
    std::fprintf(stderr, "tutti: the report cannot be written to %s: %s\n", user.report.c_str(),
                 std::strerror(errno));
  const std::string shown = file ? as_text(all, w.size) : text;
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

}  // namespace tutti::mpi
