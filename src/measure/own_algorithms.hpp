#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tutti/collective.hpp"

// The algorithms that an MPI library itself has for its collectives. The measuring program asks the library
// for them (src/bench/own_algorithms.hpp). An experiment names them as its implementation:
//
//   library:binomial          an algorithm, by the library's own name
//   library:pipeline:32K      with segments of 32 KB
//   library:chain:32K:2       and with 2 chains
namespace tutti::measure {

/// A control variable that changes how an algorithm works.
struct own_parameter {
  std::string name;      ///< "segment", "fanout", or "always" for one whose value is fixed
  std::string variable;  ///< "coll_tuned_bcast_algorithm_segmentsize"
  int value = 0;         ///< unless another one is chosen
};

/// An algorithm of the MPI library. All texts are the library's.
struct own_algorithm {
  collective of = collective::barrier;
  std::string name;      ///< "binomial"
  int number = 0;        ///< the value of `variable` that selects it
  int current = 0;       ///< the present value of `variable`
  std::string variable;  ///< "coll_tuned_bcast_algorithm"
  /// False if the library lets the variable be set by the environment only, before the program starts.
  bool settable = true;
  std::string in_file;  ///< the algorithm's name in a selection file of MPICH; empty if it has none there
  std::vector<own_parameter> parameters;
};

/// The algorithms of an MPI library.
struct own_algorithms {
  std::string library;  ///< "Open MPI 4.1.4"
  std::vector<own_algorithm> all;
  /// MPICH: the rules that are compiled into the library, in the format of its selection files. The rules in
  /// `generic` choose algorithms; those in `composition` choose how the processes of a node and of several
  /// nodes work together.
  std::string generic, composition;

  /// Null if there is none.
  [[nodiscard]] const own_algorithm* find(collective of, std::string_view name) const noexcept;
};
void to_json(nlohmann::ordered_json& j, const own_algorithms& a);
void from_json(const nlohmann::ordered_json& j, own_algorithms& a);

/// An implementation "library:NAME:SEGMENT:FANOUT".
struct own_choice {
  std::string name;
  std::optional<std::size_t> segment, fanout;
};
/// None if `by` does not begin with "library:". Throws std::invalid_argument, with one sentence, unless a
/// name and at most two numbers follow.
std::optional<own_choice> own_choice_of(std::string_view by);
/// "library:chain:32K:2"
std::string as_text(const own_choice& choice);

/// The variables and their values by which the library uses the choice; none of an unknown one.
std::vector<std::pair<std::string, int>> variables_of(const own_choice& choice, collective of,
                                                      const own_algorithms& known);

/// Why the library cannot run the choice: an unknown name, a parameter that the algorithm lacks, a
/// variable that cannot be set. Empty if it can.
std::string no_choice(const own_choice& choice, collective of, const own_algorithms& known);

}  // namespace tutti::measure
