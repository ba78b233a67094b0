#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/measurements.hpp"
#include "select/thresholds.hpp"
#include "tutti/collective.hpp"

// Which of its own algorithms an MPI library should use, from measurements of them (own_algorithms.hpp).
// rule_files.hpp writes the files that the libraries read.
namespace tutti::measure {

/// From this number of bytes on, as the collective counts them, an implementation: "library:pipeline:32K",
/// or "native" for the library's own choice.
struct rule_step {
  std::size_t from = 0;
  std::string by = "native";
  friend bool operator==(const rule_step&, const rule_step&) = default;
};

/// The rules for a collective on communicators of p processes. Steps ascend, the first from 0.
struct collective_rules {
  collective of = collective::bcast;
  int p = 1;
  std::vector<rule_step> steps;
  [[nodiscard]] const rule_step& at(std::size_t bytes) const noexcept;
  [[nodiscard]] bool change_nothing() const noexcept;  ///< the library's own choice everywhere
};

/// Computes rules from all calls with p processes by "native" and by algorithms of the library. An algorithm
/// is used only at sizes at which it was measured and was surely faster than native (see compare(), at 99 %);
/// a step lies between two sizes, and a change must pay as in thresholds(). Below half of the smallest size
/// and beyond twice the largest, the library chooses. `by_size`: false for a collective whose rules cannot
/// tell sizes apart. Then an algorithm serves all sizes: one that was slower at no size, and faster at one.
/// Leaves out collectives that keep native everywhere.
std::vector<collective_rules> make_rules(const measurements& of, int p,
                                         const std::function<bool(collective)>& by_size,
                                         const hysteresis& with = {});

/// A size between two that were measured.
struct rule_probe {
  collective of = collective::bcast;
  std::size_t bytes = 0;
  std::size_t step = 0;  ///< its index in collective_rules::steps
  bool ruled = true;     ///< there is a rule; otherwise the library chooses
};
/// A size above each of `measured` (ascending), to verify the rules: that they are faster, and that calls
/// without a rule are not slower.
std::vector<rule_probe> probes_of(const collective_rules& rules, const std::vector<std::size_t>& measured);

/// Returns the rules with the library's own choice in place of these steps.
collective_rules without(collective_rules rules, const std::vector<std::size_t>& steps);

}  // namespace tutti::measure
