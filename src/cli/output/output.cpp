#include "cli/output/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <streambuf>

#include "cli/line/usage_error.hpp"
#include "report/page.hpp"
#include "text/written_file.hpp"

namespace tutti::cli {
namespace {

// Sends the characters of a stream to a file that is replaced when all of them have been written.
class file_stream : public std::streambuf {
 public:
  explicit file_stream(written_file& to) : to_(to) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize n) override {
    to_.add({text, static_cast<std::size_t>(n)});
    return n;
  }
  int_type overflow(int_type c) override {
    const char one = traits_type::to_char_type(c);
    if (!traits_type::eq_int_type(c, traits_type::eof())) to_.add({&one, 1});
    return traits_type::not_eof(c);
  }

 private:
  written_file& to_;
};

}  // namespace

bool is_same_file(const std::string& x, const std::string& y) {
  if (x.empty() || y.empty()) return false;
  if (x == y) return !is_written_directly(x);
  std::error_code none;
  if (std::filesystem::equivalent(x, y, none)) return !is_written_directly(x);
  return std::filesystem::weakly_canonical(std::filesystem::absolute(x), none) ==
         std::filesystem::weakly_canonical(std::filesystem::absolute(y), none);
}

void check_writable(const std::string& file) {
  std::error_code none;
  const auto there = std::filesystem::symlink_status(file, none).type();
  const bool directory = std::filesystem::is_directory(file, none);
  // Opening a pipe would block until its reader opens it.
  if (file.empty() || file == "-" || (is_written_directly(file) && !directory)) return;
  if (there == std::filesystem::file_type::symlink && !std::filesystem::exists(file, none)) return;
  errno = 0;
  if (!std::ofstream(file, std::ios::binary | std::ios::app))
    throw usage_error("{} cannot be written: {}", file, std::strerror(errno));
  if (there == std::filesystem::file_type::not_found) std::filesystem::remove(file, none);
}

void require_own_file(const std::vector<destination>& written, std::vector<std::string> read) {
  constexpr std::string_view measured = "measured:";  // prefix of a file in --arrival
  for (std::string& file : read)
    if (file.starts_with(measured)) file.erase(0, measured.size());
  for (const destination& to : written) {
    for (const std::string& from : read)
      if (is_same_file(to.file, from))
        throw usage_error("{} {} would overwrite {}, which is read: choose another name", to.option, to.file,
                          from);
    for (const destination& other : written) {
      if (&other == &to) break;
      if (is_same_file(to.file, other.file))
        throw usage_error("{} {} would overwrite {} {}: choose another name", to.option, to.file,
                          other.option, other.file);
    }
  }
}

void require_earlier(const destination& to, std::string_view what, std::string_view mark) {
  std::error_code none;
  if (to.file.empty() || !std::filesystem::is_regular_file(to.file, none) || is_written_directly(to.file))
    return;
  std::string head(std::size_t{64} << 10U, '\0');
  std::ifstream in(to.file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (!head.empty() && head.find(mark) == std::string::npos)
    throw usage_error("{} {} would overwrite a file that is not {}: choose another name", to.option, to.file,
                      what);
}

void write_text(const std::string& file, const std::string& text) {
  if (file == "-") {
    fmt::print("{}", text);
    return;
  }
  if (written(file, text)) return;
  const std::string why = std::strerror(errno);
  fmt::print("{}", text);
  throw usage_error("{} cannot be written: {}; the output goes to standard output instead", file, why);
}

void write_stream(const std::string& file, const std::function<void(std::ostream&)>& text) {
  if (file == "-") {
    text(std::cout);
    std::cout.flush();
    if (!std::cout) throw usage_error("standard output cannot be written: {}", std::strerror(errno));
    return;
  }
  written_file to(file);
  file_stream pieces(to);
  std::ostream into(&pieces);
  text(into);
  if (!to.close()) throw usage_error("{} cannot be written: {}", file, std::strerror(errno));
}

void tell_written(const std::string& file, const std::string& what) {
  if (file != "-") fmt::print(stderr, "wrote {}: {}\n", file, what);
}

void require_ending(std::string_view option, const std::string& file, std::string_view ending,
                    std::string_view what) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (file.empty() || file == "-" || extension == ending) return;
  if (extension.empty() && is_written_directly(file)) return;
  throw usage_error("{} {}: {}{}; expected a name that ends in {}", option, file, what,
                    extension.size() > 1 ? ", not " + extension.substr(1) : "", ending);
}

void write_page(const nlohmann::ordered_json& data, const std::string& file) {
  const std::string page = report::page(data);
  if (file == "-") {
    fmt::print("{}", page);
    return;
  }
  if (!written(file, page)) throw usage_error("{} cannot be written: {}", file, std::strerror(errno));
}

}  // namespace tutti::cli
