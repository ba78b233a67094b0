#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/machine/trace.hpp"

namespace tutti::lecture {

/// BSP: communication supersteps of h-relations cost max(g h, L) each, and l to synchronise. The lecture's
/// supersteps of computation, max(w, L) and l each, w the longest that a process computes, are left out: a
/// trace knows messages only.
struct bsp {
  double g = 0, l = 0, L = 0;
};
/// From "g=1ns,L=1us,l=5us", seconds a byte and seconds; what is left out is 0. std::invalid_argument where
/// that is not understood.
bsp make_bsp(std::string_view text);
/// sum over supersteps of max(g h, L) + l.
double bsp_seconds(const bsp& on, std::span<const std::size_t> h);
/// The h-relations of an algorithm from a trace of its run in unit time (machine{1, 0, 0}): superstep t is
/// what starts at time t, h the most bytes that one process sends or receives in it.
std::vector<std::size_t> h_relations(const trace& of, int p);

}  // namespace tutti::lecture
