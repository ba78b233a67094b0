#include "mpi/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mpi/abi.hpp"

namespace tutti::mpi {
namespace {

// A ledger's entry on its way to process 0. Pointers mean nothing there: the algorithm goes as its place in the
// catalogue, the reason as text.
struct record {
  collective of;
  std::uint8_t size_class;
  std::int32_t algorithm;  // -1: native
  char why[96];
  std::uint64_t calls, operations, bytes, nanoseconds;
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
  record r{e.of, e.size_class, -1, {}, e.calls, e.operations, e.bytes, e.nanoseconds, e.times};
  const auto all = catalogue();
  if (e.use) r.algorithm = static_cast<std::int32_t>(std::find(all.begin(), all.end(), e.use) - all.begin());
  if (e.why) std::strncpy(r.why, e.why, sizeof r.why - 1);
  return r;
}

std::vector<record> gather_records(const ledger& here, int rank, int size) {
  std::vector<record> mine;
  for (const entry& e : here.entries()) mine.push_back(record_of(e));
  const int bytes = static_cast<int>(mine.size() * sizeof(record));
  const auto p = rank == 0 ? static_cast<std::size_t>(size) : 0;
  std::vector<int> lengths(p), starts(p);
  check(PMPI_Gather(&bytes, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD));
  std::size_t total = 0;
  for (std::size_t i = 0; i < p; ++i) {
    starts[i] = static_cast<int>(total);
    total += static_cast<std::size_t>(lengths[i]);
  }
  std::vector<record> all(total / sizeof(record));
  check(PMPI_Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), lengths.data(), starts.data(), MPI_BYTE, 0,
                     MPI_COMM_WORLD));
  return all;
}

std::vector<row> merge(const std::vector<record>& records) {
  std::vector<row> rows;
  for (const record& r : records) {
    auto same = std::find_if(rows.begin(), rows.end(), [&r](const row& x) {
      return x.sum.of == r.of && x.sum.size_class == r.size_class && x.sum.algorithm == r.algorithm &&
             std::strcmp(x.sum.why, r.why) == 0;
    });
    if (same == rows.end()) {
      rows.push_back({r, r.nanoseconds});
      continue;
    }
    same->sum.calls += r.calls;
    same->sum.operations += r.operations;
    same->sum.bytes += r.bytes;
    same->sum.nanoseconds += r.nanoseconds;
    same->sum.times.add(r.times);
    same->longest = std::max(same->longest, r.nanoseconds);
  }
  std::sort(rows.begin(), rows.end(), [](const row& a, const row& b) {
    return std::tuple(a.sum.of, a.sum.size_class, a.sum.algorithm) <
           std::tuple(b.sum.of, b.sum.size_class, b.sum.algorithm);
  });
  return rows;
}

std::string time_text(double ns) {
  if (ns < 1e3) return fmt::format("{:.0f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.1f} us", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.1f} ms", ns / 1e6);
  return fmt::format("{:.2f} s", ns / 1e9);
}

std::string size_text(std::uint64_t bytes) {
  static constexpr const char* units[] = {"", "K", "M", "G", "T", "P", "E"};
  std::size_t k = 0;
  while (bytes >= 1024 && bytes % 1024 == 0 && k + 1 < std::size(units)) bytes /= 1024, ++k;
  return fmt::format("{}{}", bytes, units[k]);
}

// The share of native in operations and in time, percent.
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

// A line in columns, all but the names set to the right.
using cells = std::array<std::string, 7>;
std::string line(const cells& texts, const std::array<std::size_t, 7>& widths) {
  return fmt::format("{:<{}}  {:>{}}  {:>{}}  {:<{}}  {:>{}}  {:>{}}  {:>{}}\n", texts[0], widths[0],
                     texts[1], widths[1], texts[2], widths[2], texts[3], widths[3], texts[4], widths[4],
                     texts[5], widths[5], texts[6], widths[6]);
}

std::string table(const std::vector<row>& rows, int size) {
  std::vector<cells> lines{{"collective", "bytes", "operations", "served by", "median", "in all", "data"}};
  for (const row& r : rows)
    lines.push_back({std::string(name_of(r.sum.of)),
                     r.sum.size_class == 0
                         ? "-"
                         : fmt::format("{} .. <{}", size_text(r.least()), size_text(r.most() + 1)),
                     std::to_string(r.sum.operations), std::string(r.served_by()),
                     time_text(r.sum.times.median()), time_text(static_cast<double>(r.longest)),
                     fmt::format("{:.1f} MB", static_cast<double>(r.sum.bytes) / 1e6)});
  std::array<std::size_t, 7> widths{};
  for (const cells& l : lines)
    for (std::size_t k = 0; k < l.size(); ++k) widths[k] = std::max(widths[k], l[k].size());

  std::string t = fmt::format("tutti {}: how the collectives of {} process{} were served ({})\n",
                              TUTTI_VERSION, size, size == 1 ? "" : "es", abi_name);
  t += line(lines[0], widths);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const row& r = rows[k];
    t += line(lines[k + 1], widths);
    if (r.sum.why[0] != '\0')
      t += fmt::format("    {} {}\n", r.native() ? "native:" : "wish not granted:", r.sum.why);
  }
  const share native = native_share(rows);
  t += fmt::format("native: {:.1f} % of the operations, {:.1f} % of the time\n", native.operations,
                   native.time);
  t += "in all: time of the process that spent most; -: a size that not all know, or none\n";
  return t;
}

std::string json(const std::vector<row>& rows, int size) {
  nlohmann::ordered_json out;
  out["tutti"] = TUTTI_VERSION;
  out["mpi"] = abi_name;
  out["processes"] = size;
  const share native = native_share(rows);
  out["native_share"] = {{"operations_percent", native.operations}, {"time_percent", native.time}};
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
    if (r.sum.why[0] != '\0') j[r.native() ? "native_because" : "wish_not_granted_because"] = r.sum.why;
    out["rows"].push_back(j);
  }
  return out.dump(2) + '\n';
}

// Whether all of it has got into the file; otherwise errno says why not.
bool written(const std::string& file, const std::string& text) {
  std::FILE* to = std::fopen(file.c_str(), "w");
  if (!to) return false;
  const bool all = std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
  const int error = errno;
  const bool closed = std::fclose(to) == 0;
  if (!all) errno = error;
  return all && closed;
}

}  // namespace

void report(const ledger& here, const settings& user) {
  int rank = 0, size = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(PMPI_Comm_size(MPI_COMM_WORLD, &size));
  const std::vector<row> rows = merge(gather_records(here, rank, size));
  if (rank != 0) return;
  const bool file = user.report != "1";
  const std::string text = file && user.report.ends_with(".json") ? json(rows, size) : table(rows, size);
  if (file && written(user.report, text)) return;
  if (file)
    std::fprintf(stderr, "tutti: the report cannot be written to %s: %s\n", user.report.c_str(),
                 std::strerror(errno));
  const std::string shown = file ? table(rows, size) : text;
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void announce(const settings& user) {
  std::string text = fmt::format("tutti {}: {}, {}\n", TUTTI_VERSION, abi_name, user.off ? "off" : "serving");
  const cluster_machine& costs = user.costs.long_messages();
  const std::pair<const char*, const machine&> levels[] = {{"between", costs.between},
                                                           {"within", costs.within}};
  for (const auto& [where, on] : levels)
    text += fmt::format("tutti: {} nodes: alpha {:.3g} s, beta {:.3g} s/B, gamma {:.3g} s/B{}\n", where,
                        on.alpha, on.beta, on.gamma, user.calibrated ? " (" + user.machine_file + ")" : "");
  if (user.measured)
    text += fmt::format("tutti: profile {}: {} entries, measured with {}\n", user.profile_file,
                        user.measured->entries.size(), user.measured->mpi);
  for (int k = 0; k < collectives; ++k) {
    const auto c = static_cast<collective>(k);
    const wish& w = user.of(c);
    if (w.native || w.use)
      text += fmt::format("tutti: {}: {}\n", name_of(c), w.native ? "native" : w.use->name);
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace tutti::mpi
