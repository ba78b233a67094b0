#pragma once

#include <string>

namespace tutti::cli {

/// A new folder, which is removed with all that is in it when this ends.
class temporary_folder {
 public:
  /// Throws std::runtime_error, which begins with what it is for.
  explicit temporary_folder(const std::string& what_for = "");
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder();
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
};

}  // namespace tutti::cli
