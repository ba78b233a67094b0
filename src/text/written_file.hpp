#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tutti {

/// A file that is written piece by piece, because its content may be too large to be in memory twice. close()
/// reports errors. The pieces go to a temporary file in the same folder, which close() renames: after a full
/// disk or a crash, the old file still exists. Pipes and devices are written directly.
class written_file {
 public:
  explicit written_file(const std::string& name);
  written_file(const written_file&) = delete;
  written_file& operator=(const written_file&) = delete;
  ~written_file();  ///< without close(): discards the temporary file

  void add(std::string_view piece);
  /// Returns true if everything was written; otherwise sets errno.
  bool close();

 private:
  void open_beside(const std::string& target);

  std::FILE* to_ = nullptr;
  int error_ = 0;                // the first error, as errno
  std::string target_, beside_;  // empty: written directly
};

/// Writes a whole file. Returns the same as close().
bool written(const std::string& file, std::string_view text);

/// True if the name is a pipe, a device or an open file, such as /dev/stdout, which cannot be replaced.
bool is_written_directly(const std::string& name);

}  // namespace tutti
