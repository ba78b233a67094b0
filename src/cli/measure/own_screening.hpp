#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/measure/measured.hpp"
#include "cli/measure/watched_program.hpp"
#include "measure/own_algorithms.hpp"

// Finds out which algorithms of an MPI library are worth measuring: all are run a few times at each size.
// Algorithms that fail, hang, crash or have wrong results are left out, and so are those that are far from
// the fastest.
namespace tutti::cli {

class screening {
 public:
  /// Starts the launcher. `o`: how and where to measure. `patience`: seconds for one answer.
  screening(std::string library, const campaign_options& o, double patience = 600);

  [[nodiscard]] const measure::own_algorithms& own() const { return own_; }
  [[nodiscard]] int processes() const { return processes_; }
  /// A contest for each of `subjects` (of which the first experiment counts): native, tutti, and at most
  /// `most` algorithms. `in_rank_order`: a reduction's algorithms must also be right for operators that do
  /// not commute. `enough`: called before each subject; once it returns true, no further subject is begun.
  std::vector<measure::contest> finals(
      const std::vector<measure::contest>& subjects, std::size_t most, bool in_rank_order,
      const std::function<bool()>& enough = [] { return false; });
  /// The subjects that finals() has not begun.
  [[nodiscard]] std::size_t left() const { return left_; }
  /// Leaves out an algorithm from now on, and prints why.
  void leave_out(const measure::experiment& e, const std::string& why);
  /// Ends the program.
  void end() { program_.end(); }

 private:
  using medians = std::map<std::string, double>;  // by implementation
  void note(const std::vector<measure::observation>& rows, medians& into);
  [[nodiscard]] bool left_out(const std::string& operation, const std::string& by) const;
  void screen(const measure::contest& c, medians& into);
  void screen_rank_order(const measure::experiment& subject);
  [[nodiscard]] measure::contest candidates(const measure::experiment& subject,
                                            const std::vector<std::string>& by) const;
  [[nodiscard]] std::vector<std::string> algorithms(const measure::experiment& subject) const;
  [[nodiscard]] std::vector<std::string> with_segments(const measure::experiment& subject,
                                                       const std::vector<std::string>& best) const;

  std::string library_;
  campaign_options o_;
  measure::own_algorithms own_;
  int processes_ = 1;
  watched_program program_;
  std::size_t left_ = 0;
  std::set<std::pair<std::string, std::string>> out_;  // operation and name of the algorithm
  std::set<std::string> ordered_;                      // operations that screen_rank_order() has checked
};

}  // namespace tutti::cli
