#pragma once

#include <mpi.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

// The control variables of the MPI library, by MPI's tool information interface (MPI 4.1, section 15.3).
namespace tutti::bench {

struct control_variable {
  int index = 0;
  std::string help;
  bool is_int = false, is_flag = false;
  std::vector<std::pair<int, std::string>> values;  ///< of an enumeration, with their names
};

/// Variables of type int can be read and written, flags can be read.
class control_variables {
 public:
  /// Begins the use of the interface, and lists the variables.
  control_variables();
  ~control_variables();
  control_variables(const control_variables&) = delete;
  control_variables& operator=(const control_variables&) = delete;

  [[nodiscard]] const std::map<std::string, control_variable>& all() const noexcept { return all_; }
  /// Null if there is none.
  [[nodiscard]] const control_variable* find(const std::string& name) const;
  [[nodiscard]] int read(const control_variable& x) const;
  /// False if the library refuses.
  [[nodiscard]] bool write(const control_variable& x, int value) const;

 private:
  std::map<std::string, control_variable> all_;
};

}  // namespace tutti::bench
