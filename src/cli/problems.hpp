#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tutti/algorithm.hpp"

// The options that say which call of a collective is meant: the blocks of irregular ones, the root, how far a
// shift goes.
namespace tutti::cli {

class command;

struct problem_options {
  std::string types, block, seed;
  [[nodiscard]] bool asked() const { return !types.empty(); }
};

/// What is in the blocks of the problems.
inline constexpr int bytes_of_int = 4;

/// The blocks of one instance.
struct irregular_problem {
  std::string type;         ///< "spikes"; "given"
  int block = 0;            ///< b; 0 where the lengths are given
  std::vector<int> counts;  ///< ints of each process's block

  [[nodiscard]] std::string name() const;          ///< "spikes, b = 1000"
  [[nodiscard]] std::string description() const;   ///< the same; "ints 3 1 0 2" if they were given
  [[nodiscard]] std::vector<int> lengths() const;  ///< the same in bytes
};

void add_problem_options(command& sub, problem_options& into);
/// What may be written behind them, for the help.
std::string problem_help();

/// The instances for p processes: every type with every b. Empty where none were asked for. Throws usage_error, also where
/// --block or --seed has no problem that it could belong to.
std::vector<irregular_problem> problems_from(const problem_options& o, int p);

/// Throws usage_error unless the collective's blocks may differ.
void require_irregular(collective c, const problem_options& o);

/// --root, or if it is not given 0, for problems p / 2 as in the paper.
int root_from(const std::string& text, int p, const problem_options& o);

/// --by, of a shift: how far, 0 .. p - 1; half of the way around where nothing is said.
int distance_from(const std::string& by, int p);
inline constexpr const char* by_help = "how far a shift goes; default p/2";

}  // namespace tutti::cli
