#include "cli/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/words.hpp"
#include "report/page.hpp"

namespace tutti::cli {

void check_writable(const std::string& file) {
  if (file.empty() || file == "-") return;
  std::error_code none;
  const bool there = std::filesystem::exists(file, none);
  errno = 0;
  if (!std::ofstream(file, std::ios::binary | std::ios::app))
    throw usage_error(fmt::format("{} cannot be written: {}", file, std::strerror(errno)));
  if (!there) std::filesystem::remove(file, none);
}

void write_text(const std::string& file, const std::string& text) {
  if (file == "-") {
    fmt::print("{}", text);
    return;
  }
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text << std::flush;
  if (out) return;
  const std::string why = std::strerror(errno);
  fmt::print("{}", text);
  throw usage_error(
      fmt::format("{} cannot be written: {}; the output goes to standard output instead", file, why));
}

void tell_written(const std::string& file, const std::string& what) {
  if (file != "-") fmt::print(stderr, "wrote {}: {}\n", file, what);
}

void require_ending(std::string_view option, const std::string& file, std::string_view ending,
                    std::string_view what) {
  const std::string found = std::filesystem::path(file).extension().string();
  if (!found.empty() && found != ending)
    throw usage_error(fmt::format("{} {}: {}, not {}; expected a name that ends in {}", option, file, what,
                                  found.substr(1), ending));
}

void write_page(const nlohmann::ordered_json& data, const std::string& file) {
  const std::string page = report::page(data);
  if (file == "-") {
    fmt::print("{}", page);
    return;
  }
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  if (!(out << page << std::flush))
    throw usage_error(fmt::format("{} cannot be written: {}", file, std::strerror(errno)));
}

}  // namespace tutti::cli
