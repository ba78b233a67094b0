#include "text/lined_json.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

namespace tutti {
namespace {

// The parser's position in the text, which gives the line of the value that it has just read.
struct reading {
  const char* at;
  int line = 1;
};
class counting_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  counting_iterator(const char* at, reading* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  counting_iterator& operator++() {
    if (*at_ == '\n') ++count_->line;
    count_->at = ++at_;
    return *this;
  }
  counting_iterator operator++(int) {
    const counting_iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const counting_iterator& other) const { return at_ == other.at_; }
  bool operator!=(const counting_iterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  reading* count_;
};

}  // namespace

// Receives the parser's events. `open_` holds the objects and lists around the current value.
class lined_json::builder {
 public:
  builder(const reading& count, std::string_view text) : count_(count), text_(text) {}
  lined_json root;

  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  bool null() { return add(kind::nothing), true; }
  bool boolean(bool value) { return add(kind::truth).truth_ = value, true; }
  bool number_integer(number_integer_t value) { return set_whole(value); }
  bool number_unsigned(number_unsigned_t value) {
    constexpr auto most = static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max());
    return value <= most ? set_whole(static_cast<std::int64_t>(value))
                         : number_float(static_cast<double>(value), "");
  }
  bool number_float(number_float_t value, const string_t&) { return add(kind::number).number_ = value, true; }
  bool string(string_t& value) { return add(kind::text).text_ = value, true; }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) { return open(kind::object); }
  bool start_array(std::size_t) { return open(kind::list); }
  bool end_object() { return open_.pop_back(), true; }
  bool end_array() { return open_.pop_back(), true; }
  bool key(string_t& name) {
    for (const auto& [known, value] : open_.back()->members_)
      if (known == name) value.fail("is given twice");
    key_ = name;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& wrong) {
    constexpr int too_large = 406;
    throw json_error(wrong.id == too_large ? "a number in it is larger than numbers can be"
                     : text_.find_first_not_of(" \t\r\n") == text_.npos ? "there is nothing in it"
                                                                        : "this is not JSON from here on",
                     count_.line);
  }

 private:
  // The parser recognises the end of a number only after the next character, which may be a newline.
  [[nodiscard]] int line(kind is) const {
    const bool number = is == kind::whole || is == kind::number;
    return count_.line - (number && count_.at > text_.data() && count_.at[-1] == '\n' ? 1 : 0);
  }
  lined_json& add(kind is) {
    lined_json* to = &root;
    if (!open_.empty()) {
      lined_json& parent = *open_.back();
      if (parent.kind_ == kind::object) {
        to = &parent.members_.emplace_back(std::move(key_), lined_json()).second;
        to->way_ = (parent.way_.empty() ? "" : parent.way_ + ".") + parent.members_.back().first;
      } else {
        to = &parent.items_.emplace_back();
        to->way_ = parent.way_ + "[" + std::to_string(parent.items_.size() - 1) + "]";
      }
    }
    to->kind_ = is;
    to->line_ = line(is);
    return *to;
  }
  bool set_whole(std::int64_t value) {
    lined_json& to = add(kind::whole);
    to.whole_ = value;
    to.number_ = static_cast<double>(value);
    return true;
  }
  bool open(kind is) {
    open_.push_back(&add(is));
    if (open_.size() > deepest_json) open_.back()->fail("is nested too deep");
    return true;
  }

  const reading& count_;
  std::string_view text_;
  std::string key_;
  // Elements of vectors that grow only when no value below them is open, so the pointers stay valid.
  std::vector<lined_json*> open_;
};

lined_json lined_json::parse(std::string_view text) {
  reading count{text.data()};
  builder build(count, text);
  const char* end = text.data() + text.size();
  nlohmann::json::sax_parse(counting_iterator(text.data(), &count), counting_iterator(end, &count), &build);
  return std::move(build.root);
}

// An error is one line, but a name or a quoted text may have any character.
void lined_json::fail(const std::string& sentence) const {
  throw json_error(one_line((way_.empty() ? "this" : way_) + " " + sentence), line_);
}

std::string lined_json::as_found() const {
  switch (kind_) {
    case kind::nothing: return "null";
    case kind::truth: return truth_ ? "true" : "false";
    case kind::whole: return std::to_string(whole_);
    case kind::number: return nlohmann::json(number_).dump();
    case kind::text: {
      const auto replace = nlohmann::json::error_handler_t::replace;
      const std::string all = nlohmann::json(text_).dump(-1, ' ', true, replace);
      return all.size() > 40 ? all.substr(0, 40) + "..." : all;
    }
    case kind::list: return "a list";
    case kind::object: return "an object";
  }
  return {};
}

void lined_json::expected(const std::string& what) const { fail("must be " + what + ", not " + as_found()); }

void lined_json::require_format(std::string_view format, int version, std::string_view what) const {
  const std::string name = "\"" + std::string(format) + "\"";
  if (!has("format")) fail("is no " + std::string(what) + ": it lacks \"format\": " + name);
  if (at("format").text() != format) at("format").expected(name);
  if (at("version").whole(1, 1 << 30) != version)
    at("version").expected(std::to_string(version) + ", the version of the format this tutti reads");
}

void lined_json::only(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : members())
    if (std::ranges::find(names, name) == names.end()) {
      std::string known;
      for (const auto n : names) known += (known.empty() ? "" : ", ") + std::string(n);
      value.fail("is not known here: expected " + known);
    }
}

bool lined_json::has(std::string_view name) const {
  return std::ranges::any_of(members_, [&](const auto& m) { return m.first == name; });
}

const lined_json& lined_json::at(std::string_view name) const {
  for (const auto& [known, value] : members())
    if (known == name) return value;
  fail("lacks \"" + std::string(name) + "\"");
}

const std::vector<std::pair<std::string, lined_json>>& lined_json::members() const {
  if (kind_ != kind::object) expected("an object");
  return members_;
}
const std::vector<lined_json>& lined_json::items() const {
  if (kind_ != kind::list) expected("a list");
  return items_;
}
const std::string& lined_json::text() const {
  if (kind_ != kind::text) expected("a text");
  return text_;
}
bool lined_json::truth() const {
  if (kind_ != kind::truth) expected("true or false");
  return truth_;
}
std::int64_t lined_json::whole(std::int64_t least, std::int64_t most) const {
  if (kind_ != kind::whole || whole_ < least || whole_ > most)
    expected("a whole number between " + std::to_string(least) + " and " + std::to_string(most));
  return whole_;
}
double lined_json::number() const {
  if ((kind_ != kind::whole && kind_ != kind::number) || !(number_ >= 0))
    expected("a number that is not negative");
  return number_;
}

}  // namespace tutti
