#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/engine/proof.hpp"

namespace tutti {

/// From which roots a rooted collective is proved.
enum class roots : std::uint8_t {
  all,    ///< every one; beyond p = 16 most of them with a part of the other variations, all of which come up
  some,   ///< the first, the middle and the last
  first,  ///< 0
};

/// What for_each_case() goes through.
struct case_range {
  std::vector<int> p;  ///< numbers of processes; those that the algorithm does not take are left out
  roots from = roots::all;
  std::vector<int> pieces{1, 2, 3, 4, 6};       ///< M of pipelined algorithms
  std::vector<int> more_pieces{9, 10, 17, 33};  ///< of which each p has one, the next p the next
  /// For p processes, what irregular collectives have as lengths instead of those below: p each; see
  /// instance::counts.
  std::function<std::vector<std::vector<int>>(int p)> counts;
  /// Neighbourhood collectives: the graphs, as make_graph() reads them; those that have p processes. Empty:
  /// those below.
  std::vector<std::string> graphs = {};
};

/// Gives `use` the cases that an algorithm has to pass, until it returns false. They vary
///
/// - the length: it divides by p or not, 0 and 1 among them;
/// - where results lie: in place or not, elements in all layouts;
/// - the operator: it commutes or not;
/// - for irregular collectives, the counts: equal, random, mostly zero, one giant, increasing;
/// - for algorithms that make use of nodes, the placement: nodes with equally many
///   processes or not, their ranks consecutive or not;
/// - for neighbourhood collectives, the graph: all kinds that make_graph() knows.
///
/// The cases of a p are the same each time, whatever else is in the range.
void for_each_case(const algorithm& of, const case_range& range,
                   const std::function<bool(const instance&)>& use);

}  // namespace tutti
