#pragma once

#include "tutti/cost.hpp"
#include "tutti/ranks.hpp"

/// The prices of the texts, and wrong prices.
namespace tutti::tests {

inline cost logarithmic(const shape& s) {
  const int q = ceil_log2(s.p);
  return {.rounds = 1.0 * q, .bytes = q * s.bytes};
}
inline cost logarithmic_reduced(const shape& s) {
  cost c = logarithmic(s);
  c.reduced = c.bytes;
  return c;
}
inline cost a_round_too_few(const shape& s) {
  return {.rounds = 1.0 * floor_log2(s.p), .bytes = ceil_log2(s.p) * s.bytes};
}
inline cost bytes_once(const shape& s) {
  return {.rounds = 1.0 * ceil_log2(s.p), .bytes = s.p > 1 ? s.bytes : 0};
}
inline cost reduced_for_nothing(const shape& s) { return logarithmic(s); }
inline cost one_by_one(const shape& s) { return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1)}; }
inline bool is_far(const loggp_levels* on) { return on && on->between.L > on->between.g; }
inline cost star_if_far(const shape& s) { return is_far(s.logp) ? one_by_one(s) : logarithmic(s); }
inline cost one_by_one_reduced(const shape& s) {
  cost c = one_by_one(s);
  c.reduced = c.bytes;
  return c;
}
inline cost part_by_part(const shape& s) { return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / s.p}; }
inline cost all_into_one(const shape& s) {
  return {.rounds = s.p - 1.0, .bytes = s.longest > 0 && s.p > 1 ? s.bytes : part_by_part(s).bytes};
}
inline cost all_for_any_lengths(const shape& s) {
  return {.rounds = s.p - 1.0, .bytes = s.p > 1 ? s.bytes : 0};
}
inline cost a_round_each(const shape& s) { return {.rounds = 1.0 * s.p, .bytes = s.bytes}; }
inline cost chain_of_sums(const shape& s) {
  return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1), .reduced = s.p > 2 ? s.bytes * (s.p - 2) : 0};
}

inline cost free(const shape&) { return {}; }
inline cost chain_of_pieces(const shape& s) {
  const double rounds = s.p > 1 ? s.p - 1 + s.pieces - 1 : 0;
  return {.rounds = rounds, .bytes = rounds * s.bytes / s.pieces};
}
inline pipeline stages_of_chain(int p) { return {.fill = p - 1.0, .interval = 1}; }
inline cost there_and_back(const shape& s) {
  return {.rounds = 2 * (s.p - 1.0), .bytes = 2 * (s.p - 1.0) * s.bytes};
}
inline cost rounds_of_leaders(const shape& s) {
  return {.rounds = 2.0 * ceil_log2(s.per_node) + ceil_log2(s.node_count())};
}

inline cost twice_logarithmic(const shape& s) {  // between the nodes and on each
  return logarithmic({.p = s.node_count(), .bytes = s.bytes}) +
         logarithmic({.p = s.per_node, .bytes = s.bytes});
}
inline cost up_and_down(const shape& s) {
  cost c = twice_logarithmic(s) + twice_logarithmic(s);
  c.reduced = c.bytes / 2;
  return c;
}
inline cost ring_of_rings(const shape& s) {
  if (!s.equal_nodes()) return part_by_part(s);
  const double rounds_between = s.node_count() - 1.0, rounds_within = s.per_node - 1.0;
  return {.rounds = rounds_between + rounds_within,
          .bytes = (rounds_between + rounds_within * s.node_count()) * s.bytes / s.p};
}
inline cost chains_of_sums(const shape& s) {
  const double chains = s.per_node - 1.0 + s.node_count() - 1.0, last = ceil_log2(s.per_node);
  return {.rounds = chains + last, .bytes = (chains + last) * s.bytes, .reduced = (chains + 1) * s.bytes};
}

}  // namespace tutti::tests
