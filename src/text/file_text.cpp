#include "text/file_text.hpp"

#include <array>
#include <filesystem>
#include <fstream>

namespace tutti {

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text = rest_of(in);
  if (!in.is_open() || in.bad() || std::filesystem::is_directory(file))
    throw format_error(file + ": cannot be read");
  return text;
}

std::string rest_of(std::istream& in) {
  std::string text;
  std::array<char, 4096> some{};
  do {
    in.read(some.data(), some.size());
    text.append(some.data(), static_cast<std::size_t>(in.gcount()));
  } while (in);
  return text;
}

}  // namespace tutti
