#pragma once

#include <string>
#include <vector>

#include "tutti/algorithm.hpp"

// The options that select a call of a collective: the blocks of irregular ones, the root, the distance of a
// shift.
namespace tutti::cli {

class command;

struct problem_options {
  std::string types, block, seed;
  [[nodiscard]] bool asked() const { return !types.empty(); }
};

/// Blocks of the problems consist of ints.
inline constexpr int bytes_of_int = 4;

/// The blocks of one problem.
struct irregular_problem {
  std::string type;         ///< "spikes"; "given"
  int block = 0;            ///< b; 0 if the user gave the lengths
  std::vector<int> counts;  ///< ints of each process's block

  [[nodiscard]] std::string name() const;          ///< "spikes, b = 1000"
  [[nodiscard]] std::string description() const;   ///< the same; "ints 3 1 0 2" if the user gave the lengths
  [[nodiscard]] std::vector<int> lengths() const;  ///< in bytes
};

void add_problem_options(command& sub, problem_options& into);
/// Explains the values of these options, for the help.
std::string problem_help();

/// The problems for p processes: every type with every b. Empty if the user gave none. Throws usage_error
/// for a wrong type or size, and if --block or --seed applies to no problem.
std::vector<irregular_problem> problems_from(const problem_options& o, int p);

/// Throws usage_error if the user gave problems and the collective's blocks cannot differ.
void require_irregular(collective c, const problem_options& o);

/// The root of --root, or `free_root` for "none". Default: 0, but p / 2 for problems, as in the paper.
int root_from(const std::string& text, int p, const problem_options& o);
inline constexpr int free_root = -1;
inline constexpr const char* root_help =
    "root of rooted collectives; default 0, p/2 with --problem; none: the one at which Lemma 1's tree for "
    "the "
    "--problem ends";
/// The root for a problem: `root`, or Lemma 1's if that is `free_root`.
int root_for(int root, const irregular_problem& problem);

/// The distance of a shift, from --by: 0 .. p - 1. Default: p / 2.
int distance_from(const std::string& by, int p);
inline constexpr const char* by_help = "how far a shift goes; default p/2";

}  // namespace tutti::cli
