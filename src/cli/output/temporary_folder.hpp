#pragma once

#include <string>

namespace tutti::cli {

/// A new folder, which the destructor removes with its contents. Its name tells which process made it.
class temporary_folder {
 public:
  /// Throws std::runtime_error. Its message begins with `what_for`.
  explicit temporary_folder(const std::string& what_for = "");
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder();
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
};

/// Removes the temporary folders of this user whose processes have been killed.
void remove_abandoned_folders();

}  // namespace tutti::cli
