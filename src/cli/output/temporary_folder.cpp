#include "cli/output/temporary_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace tutti::cli {

temporary_folder::temporary_folder(const std::string& what_for)
    : name_((std::filesystem::temp_directory_path() / "tutti-XXXXXX").string()) {
  if (!mkdtemp(name_.data()))
    throw std::runtime_error(fmt::format("{}cannot make {}: {}", what_for, name_, std::strerror(errno)));
}

temporary_folder::~temporary_folder() {
  std::error_code gone_already;
  std::filesystem::remove_all(name_, gone_already);
}

}  // namespace tutti::cli
