#pragma once

#include <fstream>
#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "text/file_text.hpp"

// The raw data: a file of comma-separated values whose comments are JSON. docs/measuring.md describes it for users.
//
//   # {                                          what the file is: "format", "version", what each column means
//   # }
//   launch,order,operation,...                   the names of the columns, once
//   # {                                          a launch: every factor of the experiments that follow it
//   #  "launch": 0, "mpi": {...}, "seed": 1, ...
//   # }
//   0,0,bcast,call,native,,2,1,8,same,contiguous,none,0,0,40,3.1e-07,...
//
// A comment begins with "# {" and ends with "# }" on lines of their own. Every line is complete in itself and files are
// only appended to: a run that is interrupted leaves a file that can be read, and can go on.
namespace tutti::measure {

/// One repetition of an experiment. Times in seconds.
struct observation {
  int launch = 0;  ///< which start of the MPI program, from 0
  int order = 0;   ///< which contest of its launch, from 0
  experiment of;   ///< bytes: what was really used, whole elements
  /// What served it, where tutti did: "circulant"; empty: the MPI library's or not known.
  std::string algorithm;
  int p = 1;            ///< processes
  int nodes = 1;        ///< on this many nodes
  int repetition = 0;   ///< from 0
  int repetitions = 1;  ///< of this experiment in this launch
  double seconds = 0;   ///< the time of the operation: the most that a process needed
  double fastest = 0;   ///< the least that a process needed
  double span = 0;      ///< from when the first process began to when the last ended, by the common clock
  double skew = 0;      ///< from when the first process began to when the last began, by the common clock
  std::string right;    ///< "yes", "no", or empty: whether the result was right, checked once after timing
};

/// The times of one experiment, a list for each launch that measured it.
struct series {
  std::vector<std::vector<double>> launches;
  std::vector<int> numbers;  ///< of these launches
  std::string algorithm;
  int p = 1, nodes = 1;
  bool right = true;  ///< false: some result was wrong, the times mean nothing
  bool exact = true;  ///< all times are virtual: they would be the same again
  [[nodiscard]] std::vector<double> pooled() const;
};

/// The launches that measured both, for statistics that compare them.
struct shared_launches {
  std::vector<std::vector<double>> x, y;
  bool exact = false;  ///< of both
};
shared_launches side_by_side(const series& x, const series& y);

/// Whether the factors of a launch say that its times are virtual.
bool is_virtual(const nlohmann::ordered_json& factors);

/// What files hold.
// Moving JSON throws nothing. NOLINTNEXTLINE(bugprone-exception-escape)
struct measurements {
  nlohmann::ordered_json about;                  ///< of the first file
  std::vector<nlohmann::ordered_json> launches;  ///< in their order; "launch" of each is its number in `all`
  std::vector<observation> all;

  /// By experiment. Different numbers of processes are told apart by `p`.
  [[nodiscard]] std::map<experiment, series> by_experiment(int p) const;
  [[nodiscard]] std::vector<int> processes() const;  ///< the numbers of processes, ascending, each once
};

/// Reads a file. A last line, or a last experiment's last lines, that an interruption has cut off are left out. Throws
/// format_error.
measurements read_measurements(const std::string& file);
measurements read_measurements(std::istream& text, const std::string& called);
/// The same from several files, whose launches are counted on.
measurements read_measurements(const std::vector<std::string>& files);

/// Appends to a file, and each time leaves it complete.
class writer {
 public:
  /// A new file, or one that is there already, from which what an interruption has cut off is taken away. Throws
  /// format_error where it is no file of measurements, or cannot be written.
  explicit writer(std::string file);

  /// What the file had already.
  [[nodiscard]] const measurements& before() const noexcept { return before_; }
  /// The number of the launch that begins. `factors` become its comment.
  int begin_launch(const nlohmann::ordered_json& factors);
  /// All repetitions of one contest.
  void write(const std::vector<observation>& rows);

 private:
  void append(const std::string& text);
  std::string file_;
  std::ofstream to_;  // for as long as this: a pipe whose writer has left has ended
  measurements before_;
};

/// As lines of the file, for standard output.
std::string as_text(const observation& row);
std::string file_head();

}  // namespace tutti::measure
