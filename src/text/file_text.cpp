#include "text/file_text.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace tutti {

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || std::filesystem::is_directory(file) || (text << in.rdbuf(), in.bad()))
    throw format_error(file + ": cannot be read");
  return text.str();
}

}  // namespace tutti
