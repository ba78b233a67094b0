#include "replay/call_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <span>
#include <stdexcept>
#include <utility>

#include "text/json_error.hpp"

namespace tutti::replay {
namespace {

using calls = std::vector<const record::roll::call*>;

// No call has more bytes: --bytes has the same limit.
constexpr std::size_t most_bytes = std::size_t{1} << 53U;

[[noreturn]] void refuse_bytes() { refuse("a call has more bytes than there can be"); }

// The algorithm "allreduce.ring" of the catalogue; null if there is none of that name.
const algorithm* algorithm_named(collective of, const std::string& name) {
  const std::size_t dot = name.find('.');
  return name.substr(0, dot) == name_of(of) && dot != std::string::npos ? find(of, name.substr(dot + 1))
                                                                        : nullptr;
}

operator_class class_of_operator(const calls& by) {
  if (!combines(by.front()->of.of)) return operator_class::exact;
  for (const record::roll::call* c : by)
    if (c->facts.op) return *c->facts.op;
  return operator_class::commutative;
}

void set_lengths(call_class& c, const calls& by) {
  const auto length = [](const record::roll::call* b) { return b->facts.data; };
  const auto [least, longest] = std::ranges::minmax(by, {}, length);
  if (length(least) == length(longest) || length(longest) > INT_MAX) return;
  for (const record::roll::call* b : by) c.lengths.push_back(static_cast<int>(length(b)));
}

// Sets the bytes, and the lengths of the blocks. A process's facts.data is the length of its vector or block;
// in alltoallv, alltoallw and reduce_scatter it is the sum of the blocks that the process receives.
void size(call_class& c, const calls& by) {
  const std::size_t p = by.size();
  std::size_t total = 0, most = 0, counted = 0;
  bool known = true;
  for (const record::roll::call* b : by) {
    if (b->bytes > most_bytes) refuse_bytes();
    counted = std::max(counted, static_cast<std::size_t>(b->bytes));
    if (b->facts.data < 0) {
      known = false;
      continue;
    }
    const auto own = static_cast<std::size_t>(b->facts.data);
    if (own > most_bytes / p || total > most_bytes - own) refuse_bytes();
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

// The table of a call, if the trace has it and it suits the number of processes and the bytes.
std::span<const std::int64_t> table_of(const record::roll::call& b, std::size_t p,
                                       const record::count_tables& all) {
  if (b.facts.table < 0 || static_cast<std::size_t>(b.facts.table) >= all.size()) return {};
  const std::span<const std::int64_t> table = all[static_cast<std::size_t>(b.facts.table)];
  std::int64_t sum = 0;
  for (const std::int64_t n : table)
    if (n < 0 || n > b.facts.data - sum)
      return {};
    else
      sum += n;
  return table.size() == p && sum == b.facts.data ? table : std::span<const std::int64_t>();
}

// The parts of the vector of a reduce_scatter, which all processes know.
void set_parts(call_class& c, const calls& by, const record::count_tables& all) {
  const std::span<const std::int64_t> parts = table_of(*by.front(), by.size(), all);
  if (parts.empty() || c.bytes != static_cast<std::size_t>(by.front()->facts.data)) return;
  const auto [least, longest] = std::ranges::minmax(parts);
  if (least == longest || longest > INT_MAX) return;
  for (const std::int64_t n : parts) c.lengths.push_back(static_cast<int>(n));
}

// The tables of all processes, unless all blocks are equal.
void set_tables(call_class& c, const calls& by, const record::count_tables& all) {
  bool equal = true;
  std::vector<std::int32_t> found;
  for (const record::roll::call* b : by) {
    const std::span<const std::int64_t> table = table_of(*b, by.size(), all);
    if (table.empty()) return;
    for (const std::int64_t n : table) equal = equal && static_cast<std::size_t>(n) == c.bytes / by.size();
    found.push_back(b->facts.table);
  }
  if (!equal) c.tables = std::move(found);
}

}  // namespace

void refuse(const std::string& why) { throw std::invalid_argument(one_line(why)); }

call_class class_of_calls(const calls& by, const record::roll& trace) {
  const record::roll::call& first = *by.front();
  call_class c{.of = first.of.of};
  if (is_rooted(c.of)) {
    c.root = first.root;
    if (c.root < 0 || c.root >= static_cast<int>(by.size()))
      refuse(fmt::format("{} has no root {}", tutti::name_of(first.of), c.root));
  }
  c.op = class_of_operator(by);
  if (first.algorithm != record::none)
    c.ran = algorithm_named(c.of, trace.texts[static_cast<std::size_t>(first.algorithm)]);
  size(c, by);
  if (c.of == collective::reduce_scatter)
    set_parts(c, by, trace.tables);
  else if (is_personal(c.of) && is_irregular(c.of) && !is_neighbourhood(c.of))
    set_tables(c, by, trace.tables);
  return c;
}

}  // namespace tutti::replay
