// The dynamic rules of Open MPI's component "tuned". Up to version 5 a file has numbers, and comments behind
// '#':
//
//   number of collectives
//   for each: its number, the number of sizes of communicators
//     for each: the size, the number of sizes of messages
//       for each: the size, from which on this holds; algorithm (0: Open MPI chooses), fan-out, segment
//
// A communicator uses the rules of the largest size that is not above its own, or the first if there is
// none.
//
// On several nodes the component "han" stands above "tuned" from version 5 on. Its own file says to which
// component it leaves a call:
//
//   number of collectives
//   for each: its name, the number of levels (here one: the whole communicator)
//     the level, the number of sizes of communicators
//       for each: the size, from which on this holds (first 1), the number of sizes of messages
//         for each: the size, from which on this holds (first 0); component
//
// Version 6.0 reads JSON. It reads such numbers, too, but takes the rules of a size for the communicators
// below it. JSON gives the first and the last size of communicators and of messages, and says whether the
// processes are all on one node or each on its own.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "measure/rule_files.hpp"
#include "text/json_text.hpp"

namespace tutti::measure {
namespace {

// The numbers of collectives in the file, which Open MPI's documentation gives (COLLTYPE in
// coll_base_functions.h).
std::optional<int> number_of(collective c) noexcept {
  switch (c) {
    case collective::allgather: return 0;
    case collective::allgatherv: return 1;
    case collective::allreduce: return 2;
    case collective::alltoall: return 3;
    case collective::alltoallv: return 4;
    case collective::barrier: return 6;
    case collective::bcast: return 7;
    case collective::exscan: return 8;
    case collective::gather: return 9;
    case collective::reduce: return 11;
    case collective::reduce_scatter: return 12;
    case collective::reduce_scatter_block: return 13;
    case collective::scan: return 14;
    case collective::scatter: return 15;
    default: return std::nullopt;
  }
}

// The size that Open MPI compares with the file: of allgatherv the mean block.
std::size_t compared_size(collective c, std::size_t bytes, int p) noexcept {
  return c == collective::allgatherv ? bytes / static_cast<std::size_t>(p) : bytes;
}

struct chosen {
  const own_algorithm* use;
  std::size_t fanout = 0, segment = 0;
};

// The algorithm and its parameters, by default those that are in force. Empty for the library's own choice.
std::optional<chosen> chosen_by(const rule_step& s, collective c, const own_algorithms& own) {
  const auto choice = own_choice_of(s.by);
  if (!choice) return std::nullopt;
  const own_algorithm* const a = own.find(c, choice->name);
  if (!a) throw std::invalid_argument(fmt::format("{}: {} does not have it", s.by, own.library));
  chosen of{.use = a};
  for (const own_parameter& x : a->parameters)
    if (x.name != "always")
      (x.name == "segment" ? of.segment : of.fanout) = static_cast<std::size_t>(x.value);
  of.fanout = choice->fanout.value_or(of.fanout);
  of.segment = choice->segment.value_or(of.segment);
  return of;
}

// "4200 3 4 32768": a line of a rule.
std::string line_of(const rule_step& s, const collective_rules& rules, const own_algorithms& own) {
  const std::size_t from = compared_size(rules.of, s.from, rules.p);
  const auto by = chosen_by(s, rules.of, own);
  if (!by) return fmt::format("{} 0 0 0", from);
  return fmt::format("{} {} {} {}  # {}", from, by->use->number, by->fanout, by->segment,
                     s.by.substr(s.by.find(':') + 1));
}

using nlohmann::ordered_json;

int version_of(const std::string& library) {
  const std::string name = "Open MPI ";
  return library.starts_with(name) ? std::stoi(library.substr(name.size())) : 0;
}

// Sizes without a rule have none in the file.
ordered_json steps_as_json(const collective_rules& r, const own_algorithms& own) {
  ordered_json all = ordered_json::array();
  for (std::size_t k = 0; k < r.steps.size(); ++k) {
    const auto by = chosen_by(r.steps[k], r.of, own);
    const bool last = k + 1 == r.steps.size();
    const std::size_t from = compared_size(r.of, r.steps[k].from, r.p),
                      next = last ? 0 : compared_size(r.of, r.steps[k + 1].from, r.p);
    if (!by || (!last && next == from)) continue;
    ordered_json rule{{"msg_size_min", from}};
    if (!last) rule["msg_size_max"] = next - 1;
    rule["alg"] = by->use->name;
    if (by->fanout > 0) rule["faninout"] = by->fanout;
    if (by->segment > 0) rule["seg_size"] = by->segment;
    all.push_back(std::move(rule));
  }
  return all;
}

std::string as_json(const std::vector<collective_rules>& rules, const own_algorithms& own,
                    const rule_file_head& head, int nodes) {
  ordered_json file{{"comment", head.lines}, {"rule_file_version", 3}, {"module", "tuned"}};
  ordered_json& collectives = file["collectives"] = ordered_json::object();
  for (const collective_rules& r : rules) {
    const char* const where = nodes == 1 ? "single-node" : nodes == r.p ? "one-per-node" : "any";
    ordered_json on{{"comm_size_min", r.p}, {"comm_size_max", r.p}, {"comm_rank_distribution", where}};
    on["rules"] = steps_as_json(r, own);
    collectives[std::string(name_of(r.of))] = ordered_json::array({std::move(on)});
  }
  return json_text(file, 1) + "\n";
}

std::string own_choice_for(int size) { return fmt::format("{} 1  # processes\n0 0 0 0\n", size); }

std::string as_comment(const rule_file_head& head) {
  std::string text;
  for (const std::string& line : head.lines) text += line.empty() ? "#\n" : "# " + line + "\n";
  return text;
}

// The collectives of "han" that have rules. Versions that do not serve all of them ignore the others.
bool served_by_han(collective c) noexcept {
  switch (c) {
    case collective::allgather:
    case collective::allreduce:
    case collective::alltoall:
    case collective::alltoallv:
    case collective::barrier:
    case collective::bcast:
    case collective::gather:
    case collective::reduce:
    case collective::scatter: return true;
    default: return false;
  }
}

// The smallest size that "han" compares of a call with at least this many bytes: of one block of allgather
// and alltoall.
std::size_t size_for_han(collective c, std::size_t bytes, int p) noexcept {
  const auto n = static_cast<std::size_t>(p);
  return c == collective::allgather || c == collective::alltoall ? (bytes + n - 1) / n : bytes;
}

// Lines "size component", from each size on.
std::string lines_for_han(const collective_rules& r) {
  std::vector<std::pair<std::size_t, std::string>> all;
  for (const rule_step& s : r.steps) {
    const std::size_t from = size_for_han(r.of, s.from, r.p);
    const std::string by = s.by == "native" ? "han" : "tuned";
    if (!all.empty() && all.back().first == from) all.pop_back();  // no call has a size between
    if (all.empty() || all.back().second != by) all.emplace_back(from, by);
  }
  std::string text = fmt::format("{} {}  # processes\n", r.p, all.size());
  for (const auto& [from, by] : all) text += fmt::format("{} {}\n", from, by);
  return text;
}

std::string han_for(int size) { return fmt::format("{} 1  # processes\n0 han\n", size); }

}  // namespace

bool open_mpi_needs_han_rules(const std::string& library, int nodes, int p) {
  return 1 < nodes && nodes < p && version_of(library) >= 5;
}

bool open_mpi_tells_placements(const std::string& library) { return version_of(library) >= 6; }

bool open_mpi_has_rules(collective c) noexcept { return number_of(c).has_value(); }

// For scan and exscan, Open MPI 4.1 to 6.0 compare the size of the datatype times p, without the count. For
// alltoallv and barrier they compare nothing. For gather and scatter they compare each process's send count.
// MPI ignores that count on some processes, so the processes of one call could use different algorithms.
bool open_mpi_tells_sizes(collective c) noexcept {
  switch (c) {
    case collective::bcast:
    case collective::reduce:
    case collective::allreduce:
    case collective::allgather:
    case collective::allgatherv:
    case collective::alltoall:
    case collective::reduce_scatter:
    case collective::reduce_scatter_block: return true;
    default: return false;
  }
}

std::string open_mpi_rules(const std::vector<collective_rules>& rules, const own_algorithms& own,
                           const rule_file_head& head, int nodes) {
  if (version_of(own.library) >= 6) return as_json(rules, own, head, nodes);
  std::string text = as_comment(head) + fmt::format("{}  # collectives\n", rules.size());
  for (const collective_rules& r : rules) {
    text += fmt::format("{}  # {}\n3  # sizes of communicators\n", number_of(r.of).value(), name_of(r.of));
    text += own_choice_for(0);
    text += fmt::format("{} {}  # processes\n", r.p, r.steps.size());
    for (const rule_step& s : r.steps) text += line_of(s, r, own) + "\n";
    text += own_choice_for(r.p + 1);
  }
  return text;
}

std::string open_mpi_han_rules(const std::vector<collective_rules>& rules, const rule_file_head& head) {
  std::string text;
  int collectives = 0;
  for (const collective_rules& r : rules) {
    if (!served_by_han(r.of)) continue;
    ++collectives;
    text += fmt::format("{}\n1  # level of processes\nglobal_communicator\n3  # sizes of communicators\n",
                        name_of(r.of));
    text += han_for(1) + lines_for_han(r) + han_for(r.p + 1);
  }
  if (collectives == 0) return "";
  return as_comment(head) + fmt::format("{}  # collectives\n", collectives) + text;
}

}  // namespace tutti::measure
