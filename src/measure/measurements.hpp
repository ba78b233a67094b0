#pragma once

#include <fstream>
#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "text/file_text.hpp"

// The raw data: a file of comma-separated values whose comments are JSON. docs/measuring.md describes it for
// users.
//
//   # {                                          the file: "format", "version", the meaning of each column
//   # }
//   launch,order,operation,...                   the names of the columns, once
//   # {                                          a launch: every factor of the experiments that follow it
//   #  "launch": 0, "mpi": {...}, "seed": 1, ...
//   # }
//   0,0,bcast,call,native,,2,1,8,same,contiguous,none,0,0,40,3.1e-07,...
//
// A file of version 2 also has the column "communicator", which would be "world" in a file of version 1.
//
// A comment begins with "# {" and ends with "# }" on lines of their own. Every line is complete in itself and
// files are only appended to, so an interrupted run leaves a file that can be read and continued.
namespace tutti::measure {

/// One repetition of an experiment. Times in seconds.
struct observation {
  int launch = 0;  ///< the start of the MPI program, from 0
  int order = 0;   ///< the contest in its launch, from 0
  experiment of;   ///< with the bytes that were really used, of whole elements
  /// The algorithm, if tutti served the calls: "circulant". Empty: the MPI library served them, or it is not
  /// known.
  std::string algorithm;
  int p = 1;            ///< processes
  int nodes = 1;        ///< on this many nodes
  int repetition = 0;   ///< from 0
  int repetitions = 1;  ///< of this experiment in this launch
  double seconds = 0;   ///< the time of the operation: that of the slowest process
  double fastest = 0;   ///< the time of the fastest process
  double span = 0;      ///< from the first process's start to the last one's end, by the common clock
  double skew = 0;      ///< from the first process's start to the last one's start, by the common clock
  std::string right;    ///< "yes" or "no", checked once after timing; empty: not checked
};

/// The times of one experiment, a list for each launch that measured it.
struct series {
  std::vector<std::vector<double>> launches;
  std::vector<int> numbers;  ///< the numbers of these launches
  std::string algorithm;
  int p = 1, nodes = 1;
  bool right = true;  ///< false: some result was wrong, so the times mean nothing
  bool exact = true;  ///< all times are virtual, so they would be the same again
  [[nodiscard]] std::vector<double> pooled() const;
};

/// The launches that measured both, for statistics that compare them.
struct shared_launches {
  std::vector<std::vector<double>> x, y;
  bool exact = false;  ///< true if both are
};
shared_launches side_by_side(const series& x, const series& y);

/// True if the factors of a launch state that its times are virtual.
bool is_virtual(const nlohmann::ordered_json& factors);

/// The contents of one or several files.
// Moving JSON throws nothing. NOLINTNEXTLINE(bugprone-exception-escape)
struct measurements {
  nlohmann::ordered_json about;                  ///< of the first file
  int version = 1;                               ///< of the first file
  std::vector<nlohmann::ordered_json> launches;  ///< in order; "launch" of each is its number in `all`
  std::vector<observation> all;

  /// The times with p processes, by experiment.
  [[nodiscard]] std::map<experiment, series> by_experiment(int p) const;
  [[nodiscard]] std::vector<int> processes() const;  ///< the numbers of processes, ascending, each once
  /// The first launch with p processes; null if there is none.
  [[nodiscard]] const nlohmann::ordered_json* launch_with(int p) const;
};

/// Reads a file. Leaves out a last line, or the rows of a last contest, that an interruption has cut off.
/// Throws format_error.
measurements read_measurements(const std::string& file);
measurements read_measurements(std::istream& text, const std::string& called);
/// Reads several files. The launches of a later file get the next numbers. Throws format_error if the files
/// are of different MPI libraries, or of different networks with equally many processes: their times do not
/// belong together.
measurements read_measurements(const std::vector<std::string>& files);

/// Appends to a file, and leaves it complete each time.
class writer {
 public:
  /// Opens a new file, or an existing one, from which it removes rows that an interruption left incomplete.
  /// Throws format_error if the file is not one of measurements, or cannot be written. `communicators`: some
  /// experiments run on other communicators than "world". A new file then has version 2, and an old one must
  /// have it.
  explicit writer(std::string file, bool communicators = false);

  /// The contents of the file when it was opened, and the launches since.
  [[nodiscard]] const measurements& before() const noexcept { return before_; }
  /// Begins a launch and returns its number. `factors` become its comment.
  int begin_launch(const nlohmann::ordered_json& factors);
  /// Appends all repetitions of one contest.
  void write(const std::vector<observation>& rows);

 private:
  void append(const std::string& text);
  std::string file_;
  std::ofstream to_;  // stays open: a pipe ends when its writer closes it
  measurements before_;
};

/// The lines of the file, in a version of the format.
std::string as_text(const observation& row, int version = 1);
std::string file_head(int version = 1);

}  // namespace tutti::measure
