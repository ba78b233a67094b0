#include "text/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace tutti {
namespace {

// Counts characters, not bytes: continuation bytes of UTF-8 have no width.
std::size_t width(const std::string& s) {
  return static_cast<std::size_t>(
      std::ranges::count_if(s, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

table::table(std::vector<std::string> heading) {
  for (std::string& h : heading) {
    right_.push_back(h.starts_with('>'));
    if (right_.back()) h.erase(0, 1);
  }
  rows_.push_back(std::move(heading));
}

std::string table::text(std::size_t most, const std::vector<std::string>& spare) const {
  std::vector<std::size_t> widths(right_.size());
  std::vector<bool> shown(right_.size(), rows_.size() < 2);
  for (const auto& r : rows_)
    for (std::size_t k = 0; k < r.size(); ++k) {
      widths[k] = std::max(widths[k], width(r[k]));
      if (&r != &rows_[0] && !r[k].empty()) shown[k] = true;
    }
  const auto whole = [&] {
    std::size_t sum = 0;
    for (std::size_t k = 0; k < widths.size(); ++k)
      if (shown[k]) sum += widths[k] + (sum > 0 ? 2 : 0);
    return sum;
  };
  for (const std::string& name : spare)
    if (whole() > most)
      for (std::size_t k = 0; k < widths.size(); ++k)
        if (rows_[0][k] == name) shown[k] = false;
  std::string all;
  for (const auto& r : rows_) {
    std::string line;
    for (std::size_t k = 0; k < r.size(); ++k) {
      if (!shown[k]) continue;
      const std::string room(widths[k] - width(r[k]), ' ');
      line += (line.empty() ? "" : "  ") + (right_[k] ? room + r[k] : r[k] + room);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    all += line + "\n";
  }
  return all;
}

std::string table::csv() const {
  std::string all;
  for (const auto& r : rows_) {
    for (std::size_t k = 0; k < r.size(); ++k) {
      if (k > 0) all += ",";
      if (r[k].find_first_of(",\"\n") == std::string::npos) {
        all += r[k];
        continue;
      }
      all += '"';
      for (char c : r[k]) all += c == '"' ? "\"\"" : std::string(1, c);
      all += '"';
    }
    all += "\n";
  }
  return all;
}

std::string table::markdown() const {
  std::string all, rule = "|";
  for (const bool right : right_) rule += right ? "---:|" : "---|";
  for (const auto& r : rows_) {
    all += "|";
    for (const std::string& cell : r) all += cell.empty() ? " |" : " " + cell + " |";
    all += &r == &rows_.front() ? "\n" + rule + "\n" : "\n";
  }
  return all;
}

std::size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return SIZE_MAX;
  return size.ws_col;
}

}  // namespace tutti
