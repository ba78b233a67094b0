#include "simulate/terms.hpp"

#include <stdexcept>

namespace tutti {

std::uint64_t terms::fingerprint(int of, int for_whom, std::size_t k) {
  // splitmix64 over the three numbers
  std::uint64_t x =
      (static_cast<std::uint64_t>(of) << 40U) ^ (static_cast<std::uint64_t>(for_whom + 1) << 20U) ^ k;
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

term terms::contribution(int of, int for_whom, std::size_t k) {
  if (of >= 1 << 20 || for_whom >= (1 << 20) - 1 || k >= 1U << 20U)
    throw std::length_error("terms: too large a proof");
  const std::uint64_t key =
      (static_cast<std::uint64_t>(of) << 40U) | (static_cast<std::uint64_t>(for_whom + 1) << 20U) | k;
  auto [at, fresh] = leaves_.try_emplace(key, 0);
  if (fresh) {
    nodes_.push_back({fingerprint(of, for_whom, k), 1, of, of, true, for_whom, k, 0, 0});
    at->second = nodes_.size();
  }
  return at->second;
}

term terms::combined(term left, term right) {
  if (!known(left) || !known(right)) return 0;  // what was never written stays so
  auto [at, fresh] = pairs_.try_emplace(left << 32U | right, 0);
  if (fresh) {
    const node& l = this->at(left);
    const node& r = this->at(right);
    const bool ordered =
        l.ordered && r.ordered && l.last + 1 == r.first && l.for_whom == r.for_whom && l.k == r.k;
    nodes_.push_back(
        {l.sum + r.sum, l.count + r.count, l.first, r.last, ordered, l.for_whom, l.k, left, right});
    at->second = nodes_.size();
  }
  return at->second;
}

bool terms::is_reduction(term t, int first, int last, int for_whom, std::size_t k, bool ordered) const {
  if (!known(t)) return false;
  const node& n = at(t);
  if (ordered) return n.ordered && n.first == first && n.last == last && n.for_whom == for_whom && n.k == k;
  std::uint64_t sum = 0;
  for (int r = first; r <= last; ++r) sum += fingerprint(r, for_whom, k);
  return n.count == static_cast<std::uint32_t>(last - first + 1) && n.sum == sum;
}

void terms::flatten(term t, std::string& into, int& budget) const {
  if (budget-- <= 0) return;
  const node& n = at(t);
  if (n.left == 0) {
    into += 'x' + std::to_string(n.first);
    if (n.for_whom >= 0) into += "->" + std::to_string(n.for_whom);
    into += '[' + std::to_string(n.k) + ']';
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
