#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/engine/proof.hpp"

namespace tutti {

/// The roots from which a rooted collective is proved.
enum class roots : std::uint8_t {
  /// every root; beyond p = 16, most roots get only some of the other variations, and all roots together
  /// cover every variation
  all,
  some,   ///< the first, the middle and the last
  first,  ///< 0
};

/// The range of cases of for_each_case().
struct case_range {
  std::vector<int> p;  ///< numbers of processes; those that the algorithm does not support are skipped
  roots from = roots::all;
  std::vector<int> pieces{1, 2, 3, 4, 6};       ///< M of pipelined algorithms
  std::vector<int> more_pieces{9, 10, 17, 33};  ///< one of these for each p, in turn
  std::vector<int> ports{1, 2, 3, 4, 6, 9};     ///< of machines, for algorithms that use them
  /// For p processes, the lengths of blocks of irregular collectives, p in each vector, instead of the
  /// default lengths; see instance::counts.
  std::function<std::vector<std::vector<int>>(int p)> counts;
  /// The graphs of neighbourhood collectives, for make_graph(); those with p processes are used. Empty:
  /// default graphs.
  std::vector<std::string> graphs = {};
};

/// Calls `use` with each case that an algorithm has to pass, until `use` returns false. The cases vary
///
/// - the length: divisible by p or not, including 0 and 1;
/// - the buffers: in place or not, elements in all layouts;
/// - the operator: commutative or not;
/// - for irregular collectives, the counts: equal, random, mostly zero, one giant, increasing;
/// - for algorithms that use nodes, the placement: nodes of equal or different sizes,
///   with consecutive or other ranks;
/// - for algorithms that use the machine's ports, their number;
/// - for algorithms that are built for a machine, the machine: some on which the best trees differ;
/// - for neighbourhood collectives, the graph: all kinds of make_graph().
///
/// The cases of non-neighbourhood collectives for one p do not depend on the other p in the range. Throws
/// std::invalid_argument if there are more than 2^22 blocks of different lengths.
void for_each_case(const algorithm& of, const case_range& range,
                   const std::function<bool(const instance&)>& use);

}  // namespace tutti
