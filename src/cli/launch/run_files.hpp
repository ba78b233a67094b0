#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/launch/notes.hpp"
#include "cli/launch/run_variables.hpp"

// The files that the program writes under tutti run.
namespace tutti::cli {

/// Requires that the files hold an earlier report and an earlier trace, if they exist: a mistake such as
/// --report=./app must not overwrite the program. Throws usage_error.
void require_harmless(const std::string& report, const std::string& trace);
/// Requires the folders of files that the environment names. Throws usage_error.
void require_folders(const variables& all);

/// Files that the program should write before it ends, each with a description of its contents.
class expected_files {
 public:
  /// Expects a file, if its name is not empty.
  void add(const std::string& file, const char* contents);
  /// Prints to stderr which files have been written, and the most likely reason why others have not. `said`:
  /// what the processes have noted, if they could. `status`: the exit status of the command.
  void say_which(const notes* said, int status) const;
  [[nodiscard]] bool any() const { return !files_.empty(); }

 private:
  struct expected {
    std::string name;
    const char* contents;
    std::filesystem::file_time_type before;  ///< time of the last change
  };
  std::vector<expected> files_;
};

/// Makes the page of --report=x.html from the calls that the program has written. `said`, `status`: as above.
void write_page_of_calls(const run_options& o, const std::vector<std::string>& command, const notes* said,
                         int status);

/// Prints the table of --by. `status`: the program's.
void print_by(const run_options& o, int status);

}  // namespace tutti::cli
