#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/measure/testbeds.hpp"

// The measuring program, for calls that may hang or crash: it is started again after each that does.
namespace tutti::cli {

/// An experiment that the program did not survive.
struct lost_experiment {
  measure::experiment of;
  measure::program_ended::how how;
  std::string why;
};

class watched_program {
 public:
  /// `patience`: seconds for one answer.
  watched_program(testbed_options where, double patience) : where_(std::move(where)), patience_(patience) {}

  /// The program, which is started if there is none.
  measure::remote_testbed& running();
  /// Measures a contest. If the program ends, each experiment is run alone, to find which one ends it; an
  /// algorithm that has ended it is not tried again. The experiments that end the program are appended to
  /// `lost`.
  std::vector<measure::observation> measure(const measure::contest& c, const measure::policy& how,
                                            std::vector<lost_experiment>& lost);
  /// Ends the program.
  void end() { program_.reset(); }

 private:
  testbed_options where_;
  double patience_;
  std::unique_ptr<measure::remote_testbed> program_;
};

/// The name of the algorithm in "library:NAME:SEGMENT"; otherwise `by`.
std::string algorithm_in(const std::string& by);

}  // namespace tutti::cli
