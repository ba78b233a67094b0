// The dynamic rules of Open MPI's component "tuned": numbers, and comments behind '#'.
//
//   number of collectives
//   for each: its number, the number of sizes of communicators
//     for each: the size, the number of sizes of messages
//       for each: the size, from which on this holds; algorithm (0: Open MPI chooses), fan-out, segment
//
// A communicator uses the rules of the largest size that is not above its own, or the first if there is
// none.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "measure/rule_files.hpp"

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

// "4200 3 4 32768": a line of a rule.
std::string line_of(const rule_step& s, const collective_rules& rules, const own_algorithms& own) {
  const std::size_t from = compared_size(rules.of, s.from, rules.p);
  const auto choice = own_choice_of(s.by);
  if (!choice) return fmt::format("{} 0 0 0", from);
  const own_algorithm* const a = own.find(rules.of, choice->name);
  if (!a) throw std::invalid_argument(fmt::format("{}: {} does not have it", s.by, own.library));
  int segment = 0, fanout = 0;
  for (const own_parameter& x : a->parameters)
    if (x.name != "always") (x.name == "segment" ? segment : fanout) = x.value;
  return fmt::format(
      "{} {} {} {}  # {}", from, a->number, choice->fanout.value_or(static_cast<std::size_t>(fanout)),
      choice->segment.value_or(static_cast<std::size_t>(segment)), s.by.substr(s.by.find(':') + 1));
}

std::string own_choice_for(int size) { return fmt::format("{} 1  # processes\n0 0 0 0\n", size); }

}  // namespace

bool open_mpi_needs_han_off(const std::string& library, int nodes) {
  const std::string name = "Open MPI ";
  return nodes > 1 && library.starts_with(name) && std::stoi(library.substr(name.size())) >= 5;
}

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
                           const rule_file_head& head) {
  std::string text;
  for (const std::string& line : head.lines) text += line.empty() ? "#\n" : "# " + line + "\n";
  text += fmt::format("{}  # collectives\n", rules.size());
  for (const collective_rules& r : rules) {
    text += fmt::format("{}  # {}\n3  # sizes of communicators\n", number_of(r.of).value(), name_of(r.of));
    text += own_choice_for(0);
    text += fmt::format("{} {}  # processes\n", r.p, r.steps.size());
    for (const rule_step& s : r.steps) text += line_of(s, r, own) + "\n";
    text += own_choice_for(r.p + 1);
  }
  return text;
}

}  // namespace tutti::measure
