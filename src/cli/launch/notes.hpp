#pragma once

#include <map>
#include <string>

#include "cli/launch/run_variables.hpp"
#include "cli/output/temporary_folder.hpp"

namespace tutti::cli {

/// A file on this host, to which each process of a program adds lines if it has loaded libtutti.so
/// (src/front/notes.hpp).
class notes {
 public:
  notes();
  /// The variable by which the processes know the file.
  [[nodiscard]] variables::value_type variable() const;
  /// True if tutti has served a process, or one has said why not.
  [[nodiscard]] bool any_served() const;
  /// Prints in one line why tutti has served nothing, unless a process has said why; or that tutti has served
  /// some processes and not others. `status`: the program's exit status. For a program that has failed,
  /// prints only what its processes have noted. Also prints the sentences that processes have noted for the
  /// user.
  void say_what_was_unserved(int status) const;
  /// The number of jobs that were served.
  [[nodiscard]] int jobs() const;

 private:
  /// The number of times that the file has each line.
  [[nodiscard]] std::map<std::string, int> lines() const;
  temporary_folder folder_;
  std::string file_;
};

}  // namespace tutti::cli
