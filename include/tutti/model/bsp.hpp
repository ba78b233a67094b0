#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/machine/trace.hpp"

namespace tutti::lecture {

/// BSP: a communication superstep, which is an h-relation, costs max(g h, L), and l to synchronise. The
/// lecture's computation supersteps cost max(w, L) and l, where w is the longest computation of a process.
/// They are left out because a trace has messages only.
struct bsp {
  double g = 0, l = 0, L = 0;
};
/// Parses "g=1ns,L=1us,l=5us": g in seconds a byte, L and l in seconds. Missing parameters are 0. Throws
/// std::invalid_argument if the text is malformed.
bsp make_bsp(std::string_view text);
/// sum over supersteps of max(g h, L) + l.
double bsp_seconds(const bsp& on, std::span<const std::size_t> h);
/// The h-relations of an algorithm, from a trace of its run in unit time (machine{1, 0, 0}). Superstep t is
/// the messages that start at time t; its h is the maximum number of bytes that one process sends or
/// receives.
std::vector<std::size_t> h_relations(const trace& of, int p);

}  // namespace tutti::lecture
