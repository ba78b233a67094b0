#include "engine/proved_price.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>

#include "engine/proved_call.hpp"
#include "tutti/nodes.hpp"
#include "tutti/ranks.hpp"

namespace tutti {
namespace {

double total_bytes(const instance& i) {
  const auto p = static_cast<double>(i.p);
  if (traits(i.of->of).receives.what == holding::nothing) return 0;
  if (is_neighbourhood(i.of->of))
    return 8.0 * (i.counts.empty() ? static_cast<double>(i.count) : *std::ranges::max_element(i.counts));
  const auto count = static_cast<double>(i.count);
  if (i.counts.empty()) return 8 * (of_vectors(i.of->of) ? count : p * count);
  const double elements = std::accumulate(i.counts.begin(), i.counts.end(), 0.0);
  return 8 * (is_personal(i.of->of) ? elements / p : elements);  // of one process, on average
}

bool are_equal(const std::vector<int>& counts) {
  return std::ranges::all_of(counts, [&](int n) { return n == counts[0]; });
}

// An algorithm that does not use nodes has the same price on all placements.
bool uses_nodes(const instance& i) { return i.of->needs.nodes && !i.nodes.empty(); }

shape shape_of(const instance& i, const loggp_levels& on) {
  shape s{i.p, total_bytes(i), i.pieces};
  if (i.machine || i.of->needs.ports) s.logp = &on;
  s.straight_beyond = static_cast<double>(i.straight_beyond);
  if (traits(i.of->of).shifts) s.distance = i.root;
  s.swaps = i.in_place && i.of->traits.swaps;
  if (i.graph) s.graph = &i.graph->facts();
  if (!are_equal(i.counts)) s.longest = 8.0 * *std::ranges::max_element(i.counts);
  if (uses_nodes(i)) {
    const node_map map(i.nodes);
    s.nodes = map.nodes();
    s.per_node = map.per_node();
  }
  return s;
}

// Elements of each block, or of the vector; 0 if blocks differ in length.
std::size_t equal_length(const instance& i) {
  if (i.counts.empty()) return i.count;
  return are_equal(i.counts) ? static_cast<std::size_t>(i.counts[0]) : 0;
}

// "3", "3.25": most counts are whole numbers.
std::string number(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", x);
  return text.data();
}

// True if the lengths of blocks decide which blocks are sent directly and which are combined. A price knows
// only the longest block, so a call may take more rounds than the price says if it sends fewer bytes. Each
// further round must save as many bytes as a start-up is worth on a link that the processes of a node share:
// the case states that number.
bool may_trade_rounds_for_bytes(const instance& i) {
  return is_personal(i.of->of) && i.of->needs.straight && i.of->needs.nodes && i.straight_beyond != SIZE_MAX;
}
bool trades_rounds_for_bytes(const instance& i, const shape& s, const finding& f, const cost& most) {
  if (!may_trade_rounds_for_bytes(i)) return false;
  const double startup = s.straight_beyond / straight_startups / (s.node_count() > 1 ? s.per_node : 1);
  return f.rounds * startup + f.bytes <= most.rounds * startup + most.bytes;
}

// Blocks that differ by one element make the longest chain a little longer, so a price is exact only for
// lengths that divide evenly: into pieces, by p, by the largest power of two and by the largest even number
// up to p. On nodes, parts are cut once more.
bool divides_evenly(const instance& i) {
  const std::size_t length = equal_length(i);
  const auto divides = [&](int parts) { return length % static_cast<std::size_t>(parts) == 0; };
  if (!of_vectors(i.of->of)) return 8 * length % static_cast<std::size_t>(i.pieces) == 0;
  const bool nested = !uses_nodes(i) || divides(i.p * i.pieces);
  return nested && divides(i.pieces) && divides(i.p) && divides(1 << floor_log2(i.p)) &&
         divides(even_part(i.p));
}

}  // namespace

// The longest piece of a block is up to an element longer than the average, so a price bounds the bytes of
// blocks of different lengths only if they are not cut. These have many cases, and the bytes are the same in
// all layouts.
bool compares_bytes(const instance& i) {
  if (are_equal(i.counts)) return divides_evenly(i);
  return i.pieces == 1 && (i.lies == layout::dense || may_trade_rounds_for_bytes(i));
}

void check_price(const instance& i, finding& f) {
  const loggp_levels on = machine_of(i);
  const shape s = shape_of(i, on);
  const cost want = i.of->price(s);
  const bool equal = i.of->traits.exact_if_equal && equal_length(i) > 0;
  // If a block has fewer bytes than pieces, some pieces are empty, and perhaps not sent.
  const std::size_t block = 8 * equal_length(i);
  const bool too_many = !of_vectors(i.of->of) && block > 0 && block < static_cast<std::size_t>(i.pieces);
  const bool exact = (!i.of->traits.bound || equal) && s.equal_nodes() && !too_many;
  const double most = exact ? 1 : i.of->traits.worst;
  const auto compare = [&](const char* what, double found, double expected, bool equal_to) {
    const double slack = 1e-9 * (1 + std::abs(expected));
    const bool possible = std::isfinite(expected) && expected >= 0;
    if (!possible || (equal_to ? std::abs(found - expected) > slack : found > expected + slack))
      f.wrong.push_back(std::string(what) + ": the price says " + (equal_to ? "" : "at most ") +
                        number(expected) + ", found " + number(found));
  };
  if (exact || !trades_rounds_for_bytes(i, s, f, {.rounds = want.rounds * most, .bytes = want.bytes * most}))
    compare("rounds", f.rounds, want.rounds * most, exact);
  if (!compares_bytes(i)) return;
  const bool exact_bytes = exact && are_equal(i.counts);
  compare("bytes", f.bytes, want.bytes * most, exact_bytes);
  compare("bytes reduced", f.reduced, want.reduced * most, exact_bytes);
}

}  // namespace tutti
