#include "cli/help.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

namespace tutti::cli {
namespace {

constexpr std::size_t columns = 80, first_column = 30;

// Examples and lists are indented, or begin with a word in capitals: they stay as they are. Everything else is prose.
bool laid_out(std::string_view line) {
  if (line.starts_with("  ")) return true;
  const std::size_t word = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return word != std::string_view::npos && word > 1 && line.substr(word).starts_with("  ");
}

// "  command      what it does", the comment in its own column as far as it goes; below a command that leaves no room.
std::string example(std::string_view line) {
  const std::size_t gap = line.find("  ", 2);
  const std::size_t comment = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  if (line.size() <= columns || comment == std::string_view::npos) return std::string(line);
  constexpr std::size_t least = 28, below = 6;  // columns for a comment; its margin on a line of its own
  const bool beside = columns - std::min(comment, columns) >= least;
  const std::size_t margin = beside ? comment : below;
  const std::string spaces(margin, ' ');
  return (beside ? std::string(line.substr(0, comment)) : std::string(line.substr(0, gap)) + "\n" + spaces) +
         filled(line.substr(comment), columns - margin, spaces);
}

std::string paragraphs(std::string_view text) {
  std::string all, prose;
  const auto end_of_prose = [&] {
    if (!prose.empty()) all += filled(prose, columns) + "\n";
    prose.clear();
  };
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && !laid_out(line)) {
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

class layout final : public CLI::Formatter {
 public:
  layout() { column_width(first_column); }

  std::string make_description(const CLI::App* app) const override {
    return paragraphs(app->get_description()) + "\n";
  }
  std::string make_footer(const CLI::App* app) const override {
    const std::string text = app->get_footer();
    return text.empty() ? text : paragraphs(text) + "\n";
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return "";
    const std::string type = option->get_type_name();
    std::string text = " " + type.substr(0, type.find(':'));  // behind it: what is checked
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
    return text;
  }
  std::string make_subcommand(const CLI::App* sub) const override {
    std::stringstream out;
    CLI::detail::format_help(out, sub->get_name(), filled(sub->get_description(), columns - first_column),
                             first_column);
    return out.str();
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return filled(option->get_description(), columns - first_column);
  }
};

}  // namespace

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

std::shared_ptr<CLI::FormatterBase> help_layout() { return std::make_shared<layout>(); }

}  // namespace tutti::cli
