#include "engine/terms.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "machine/splitmix.hpp"

namespace tutti {
namespace {

// The bits of a contribution:
//
//   bit 63   62 .. 60   59 .. 40   39 .. 20       19 .. 0
//   1        call       of         for_whom + 1   k
constexpr unsigned field = 20;
constexpr std::uint64_t most = (std::uint64_t{1} << field) - 1, leaf = std::uint64_t{1} << 63U;

constexpr std::size_t least_table = 1024;

constexpr bool is_contribution(term t) { return (t & leaf) != 0; }

constexpr std::uint64_t fingerprint(term contribution) { return splitmix64(contribution ^ leaf); }

}  // namespace

term terms::contribution(int of, int for_whom, std::size_t k, int call) {
  const auto process = static_cast<std::uint64_t>(of), whom = static_cast<std::uint64_t>(for_whom) + 1;
  if (process > most || whom > most || k > most)
    throw std::invalid_argument("a proof tells at most " + std::to_string(most) +
                                " processes and elements of a block apart: expected fewer");
  return leaf | static_cast<std::uint64_t>(call) << (3 * field) | process << (2 * field) | whom << field | k;
}

bool terms::earlier(const std::byte* a, const std::byte* b, const void*) noexcept {
  const auto rank = [](const std::byte* at) {
    term t = 0;
    std::memcpy(&t, at, sizeof t);
    return std::pair(t & most, t >> (2 * field) & most);
  };
  return rank(a) < rank(b);
}

bool terms::known(term t) const { return is_contribution(t) || (t >= 1 && t <= nodes_.size()); }

terms::node terms::at(term t) const {
  if (!is_contribution(t)) return nodes_[t - 1];
  const auto part = [t](unsigned k) { return static_cast<int>(t >> (k * field) & most); };
  return {.sum = fingerprint(t),
          .bracketing = splitmix64(t >> (2 * field) & most),
          .left = 0,
          .right = 0,
          .count = 1,
          .first = part(2),
          .last = part(2),
          .for_whom = part(1) - 1,
          .k = static_cast<std::uint32_t>(t & most),
          .call = static_cast<std::uint8_t>((t ^ leaf) >> (3 * field)),
          .ordered = true};
}

// The slot of the combination, or the empty one where it would be. Vectors are combined element by element,
// so left and right grow by one from element to element. Such combinations have neighbouring slots, and on a
// collision all advance by the same step.
std::size_t terms::slot_of(term left, term right) const {
  const std::uint64_t vectors = splitmix64(right - left + splitmix64(left >> field));
  const std::size_t mask = table_.size() - 1, step = vectors >> 32U | 1U;
  std::size_t i = (vectors + left) & mask;
  while (table_[i] != 0 && (nodes_[table_[i] - 1].left != left || nodes_[table_[i] - 1].right != right))
    i = (i + step) & mask;
  return i;
}

void terms::forget() {
  constexpr std::size_t kept = std::size_t{1} << 20;  // combinations
  if (nodes_.capacity() > kept) {
    nodes_ = {};
    table_ = {};
  }
  nodes_.clear();
  table_.clear();
  for (std::vector<running_sum>& s : sums_) s.clear();
}

void terms::expect(std::size_t combinations) {
  std::size_t size = least_table;
  while (size < 2 * combinations) size *= 2;
  if (size > table_.size()) make_table(size);
}

void terms::make_table(std::size_t size) {
  table_.assign(size, 0);
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    table_[slot_of(nodes_[k].left, nodes_[k].right)] = static_cast<std::uint32_t>(k + 1);
}

term terms::combined(term left, term right) {
  if (!known(left) || !known(right)) return 0;  // an unwritten operand gives an unwritten result
  if (2 * (nodes_.size() + 1) > table_.size()) make_table(std::max(least_table, 2 * table_.size()));
  const std::size_t slot = slot_of(left, right);
  if (table_[slot] == 0) {
    const node l = at(left), r = at(right);
    const bool ordered = l.ordered && r.ordered && l.last + 1 == r.first && l.for_whom == r.for_whom &&
                         l.k == r.k && l.call == r.call;
    nodes_.push_back({.sum = l.sum + r.sum,
                      .bracketing = splitmix64(splitmix64(l.bracketing) + r.bracketing),
                      .left = left,
                      .right = right,
                      .count = l.count + r.count,
                      .first = l.first,
                      .last = r.last,
                      .for_whom = l.for_whom,
                      .k = l.k,
                      .call = l.call,
                      .ordered = ordered});
    table_[slot] = static_cast<std::uint32_t>(nodes_.size());
  }
  return table_[slot];
}

std::uint64_t terms::sum_to(int last, std::size_t k, int call) {
  std::vector<running_sum>& sums = sums_[static_cast<std::size_t>(call)];
  if (k >= sums.size()) sums.resize(k + 1);
  running_sum& s = sums[k];
  if (s.last > last) s = {};
  while (s.last < last) s.sum += fingerprint(contribution(++s.last, -1, k, call));
  return s.sum;
}

bool terms::is_reduction(term t, int last, std::size_t k, bool ordered, int call) {
  if (!known(t)) return false;
  const node n = at(t);
  if (ordered)
    return n.ordered && n.first == 0 && n.last == last && n.for_whom == -1 && n.k == k && n.call == call;
  return n.count == static_cast<std::uint32_t>(last + 1) && n.sum == sum_to(last, k, call);
}

void terms::flatten(term t, std::string& into, int& budget) const {
  if (budget-- <= 0) return;
  const node n = at(t);
  if (n.left == 0) {
    into += 'x' + std::to_string(n.first);
    if (n.for_whom >= 0) into += "->" + std::to_string(n.for_whom);
    into += '[' + std::to_string(n.k) + ']';
    if (n.call > 0) into += " of call " + std::to_string(n.call + 1);
    return;
  }
  into += '(';
  flatten(n.left, into, budget);
  into += ' ';
  flatten(n.right, into, budget);
  into += ')';
}

std::string terms::text(term t) const {
  if (!known(t)) return "nothing";
  std::string s;
  int budget = 40;
  flatten(t, s, budget);
  return budget <= 0 ? s + "..." : s;
}

}  // namespace tutti
