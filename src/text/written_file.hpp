#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tutti {

/// A file that is written piece by piece: what goes into it may be larger than what should be in memory
/// twice. Errors are said once, at the end.
class written_file {
 public:
  explicit written_file(const std::string& name);
  written_file(const written_file&) = delete;
  written_file& operator=(const written_file&) = delete;
  ~written_file();

  void add(std::string_view piece);
  /// Whether all of it has got into the file; otherwise errno says why not.
  bool close();

 private:
  std::FILE* to_;
  int error_ = 0;  // the first one
};

}  // namespace tutti
