#include "cli/measure/watched_program.hpp"

#include <algorithm>

#include "measure/own_algorithms.hpp"

namespace tutti::cli {

using measure::contest;
using measure::experiment;
using measure::observation;

std::string algorithm_in(const std::string& by) {
  const auto choice = measure::own_choice_of(by);
  return choice ? choice->name : by;
}

measure::remote_testbed& watched_program::running() {
  if (!program_) {
    program_ = launched_testbed(where_);
    program_->set_patience(patience_);
  }
  return *program_;
}

std::vector<observation> watched_program::measure(const contest& c, const measure::policy& how,
                                                  std::vector<lost_experiment>& lost) {
  if (c.empty()) return {};
  measure::remote_testbed& program = running();
  try {
    return program.measure(c, how);
  } catch (const measure::program_ended& failed) {
    program_.reset();
    if (c.size() == 1) {
      lost.push_back({c[0], failed.is(), failed.what()});
      return {};
    }
  }
  std::vector<observation> all;
  const std::size_t before = lost.size();
  for (const experiment& e : c) {
    const bool known =
        std::any_of(lost.begin() + static_cast<std::ptrdiff_t>(before), lost.end(), [&](const auto& l) {
          return algorithm_in(l.of.by) == algorithm_in(e.by) && measure::by_own_algorithm(e);
        });
    if (known) continue;
    const std::vector<observation> some = measure({e}, how, lost);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace tutti::cli
