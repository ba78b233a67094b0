#include "text/cut_array.hpp"

#include <algorithm>
#include <cstddef>

namespace tutti {
namespace {

class array_cutter {
 public:
  explicit array_cutter(std::string_view text) : text_(text) {}

  std::optional<cut_array> cut(std::string_view name) {
    if (!find(name)) return {};
    cut_array found;
    const std::size_t begin = at_;
    if (!is_next(']')) do {
        const std::size_t first = begin_object();
        if (first == none || !skip_value()) return {};
        found.elements.push_back(text_.substr(first, at_ - first));
      } while (is_next(','));
    if (!found.elements.empty() && !is_next(']')) return {};
    found.rest = std::string(text_.substr(0, begin)).append(text_.substr(at_ - 1));
    return found;
  }

 private:
  static constexpr std::size_t none = std::string_view::npos;

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool is_next(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::size_t begin_object() {
    skip_blanks();
    return at_ < text_.size() && text_[at_] == '{' ? at_ : none;
  }
  // Moves past a string that begins here, and returns its contents.
  std::string_view skip_string() {
    const std::size_t first = ++at_;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    const std::size_t end = std::min(at_, text_.size());
    at_ = std::min(end + 1, text_.size());
    return text_.substr(first, end - first);
  }
  // Moves past the object that begins here.
  bool skip_value() {
    for (int depth = 0; at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '"') {
        skip_string();
        continue;
      }
      ++at_;
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return true;
    }
    return false;
  }
  // Moves past the '[' of a member of the outermost object.
  bool find(std::string_view name) {
    for (int depth = 0; at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '"') {
        if (skip_string() == name && depth == 1 && is_next(':')) return is_next('[');
        continue;
      }
      ++at_;
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<cut_array> cut_out(std::string_view text, std::string_view name) {
  return array_cutter(text).cut(name);
}

}  // namespace tutti
