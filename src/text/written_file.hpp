#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tutti {

/// A file that is written piece by piece: what goes into it may be larger than what should be in memory
/// twice. Errors are said once, at the end. Until then it is another file of the same folder, which takes
/// the name when all of it is there: a full disk or a crash leaves what was there before. Pipes and devices
/// are written directly.
class written_file {
 public:
  explicit written_file(const std::string& name);
  written_file(const written_file&) = delete;
  written_file& operator=(const written_file&) = delete;
  ~written_file();  ///< without close(): nothing has been written

  void add(std::string_view piece);
  /// Whether all of it has got into the file; otherwise errno says why not.
  bool close();

 private:
  void open_beside(const std::string& target);

  std::FILE* to_ = nullptr;
  int error_ = 0;                // the first one
  std::string target_, beside_;  // empty: written directly
};

/// Writes a whole file. As close().
bool written(const std::string& file, std::string_view text);

/// Whether a name stands for a pipe, a device or an open file, such as /dev/stdout, and for nothing that
/// could be replaced.
bool is_written_directly(const std::string& name);

}  // namespace tutti
