#include "cli/line/help.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "text/split.hpp"

namespace tutti::cli {
namespace {

// Lays out "  command      comment". The comment gets its own column; if the command leaves too little room,
// it goes below.
std::string example(std::string_view line) {
  const std::size_t gap = line.find("  ", 2);
  const std::size_t comment = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  if (line.size() <= help_columns || comment == std::string_view::npos) return std::string(line);
  // columns for a comment; margin of a comment below the command
  constexpr std::size_t least = 28, below = 6;
  const bool beside = help_columns - std::min(comment, help_columns) >= least;
  const std::size_t margin = beside ? comment : below;
  const std::string spaces(margin, ' ');
  return (beside ? std::string(line.substr(0, comment)) : std::string(line.substr(0, gap)) + "\n" + spaces) +
         filled(line.substr(comment), help_columns - margin, spaces);
}

}  // namespace

bool stays(std::string_view line) {
  if (line.starts_with("  ")) return true;
  const std::size_t word = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return word != std::string_view::npos && word > 1 && line.substr(word).starts_with("  ");
}

std::string filled(std::string_view text, std::size_t most, std::string_view margin) {
  std::string all;
  std::size_t room = most;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(" \n");
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (word.empty()) continue;
    if (room < most && word.size() + 1 > room) {
      all.append("\n").append(margin);
      room = most;
    }
    if (room < most) all += ' ', --room;
    all += word;
    room -= std::min(room, word.size());
  }
  return all;
}

std::string laid_out(std::string_view text) {
  std::string all, prose;
  const auto end_of_prose = [&] {
    if (!prose.empty()) all += filled(prose, help_columns) + "\n";
    prose.clear();
  };
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty() && !stays(line)) {
      prose.append(line).append(" ");
      continue;
    }
    end_of_prose();
    all.append(line.starts_with("  ") ? example(line) : std::string(line)).append("\n");
  }
  end_of_prose();
  all.erase(all.find_last_not_of('\n') + 1);
  return all;
}

}  // namespace tutti::cli
