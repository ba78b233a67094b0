#include "text/lined_json.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

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
class lined_json::builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  builder(const reading& count, std::string_view text) : count_(count), text_(text) {}
  lined_json root;

  bool null() override { return add(nullptr), true; }
  bool boolean(bool value) override { return add(value), true; }
  bool number_integer(number_integer_t value) override { return add(value), true; }
  bool number_unsigned(number_unsigned_t value) override {
    if (std::in_range<number_integer_t>(value)) return number_integer(static_cast<number_integer_t>(value));
    return number_float(static_cast<double>(value), "");
  }
  bool number_float(number_float_t value, const string_t&) override { return add(value), true; }
  bool string(string_t& value) override { return add(std::move(value)), true; }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(nlohmann::json::object()); }
  bool start_array(std::size_t) override { return open(nlohmann::json::array()); }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }
  bool key(string_t& name) override {
    for (const auto& [known, value] : open_.back()->members_)
      if (known == name) value.fail("is given twice");
    key_ = name;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& wrong) override {
    constexpr int too_large = 406;
    throw json_error(wrong.id == too_large ? "a number in it is larger than numbers can be"
                     : text_.find_first_not_of(" \t\r\n") == text_.npos ? "there is nothing in it"
                                                                        : "this is not JSON from here on",
                     count_.line);
  }

 private:
  lined_json& add(nlohmann::json value) {
    lined_json* to = &root;
    if (!open_.empty()) {
      lined_json& parent = *open_.back();
      if (parent.is_list()) {
        to = &parent.items_.emplace_back();
        to->way_ = parent.way_ + "[" + std::to_string(parent.items_.size() - 1) + "]";
      } else {
        to = &parent.members_.emplace_back(std::move(key_), lined_json()).second;
        to->way_ = (parent.way_.empty() ? "" : parent.way_ + ".") + parent.members_.back().first;
      }
    }
    // The parser recognises the end of a number only after the next character, which may be a newline.
    const bool behind = value.is_number() && count_.at > text_.data() && count_.at[-1] == '\n';
    to->line_ = count_.line - (behind ? 1 : 0);
    to->value_ = std::move(value);
    return *to;
  }
  bool open(nlohmann::json empty) {
    open_.push_back(&add(std::move(empty)));
    if (open_.size() > deepest_json) open_.back()->fail("is nested too deep");
    return true;
  }

  const reading& count_;
  std::string_view text_;
  std::string key_;
  // Pointers to elements of vectors. These vectors grow only when no value below them is open, so the
  // pointers stay valid.
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
  if (value_.is_array()) return "a list";
  if (value_.is_object()) return "an object";
  const std::string all = value_.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  return is_text() && all.size() > 40 ? all.substr(0, 40) + "..." : all;
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
  if (!value_.is_object()) expected("an object");
  return members_;
}
const std::vector<lined_json>& lined_json::items() const {
  if (!is_list()) expected("a list");
  return items_;
}
const std::string& lined_json::text() const {
  if (!is_text()) expected("a text");
  return value_.get_ref<const std::string&>();
}
bool lined_json::truth() const {
  if (!value_.is_boolean()) expected("true or false");
  return value_.get<bool>();
}
std::int64_t lined_json::whole(std::int64_t least, std::int64_t most) const {
  if (!value_.is_number_integer() || value_ < least || value_ > most)
    expected("a whole number between " + std::to_string(least) + " and " + std::to_string(most));
  return value_.get<std::int64_t>();
}
double lined_json::number() const {
  if (!is_number() || !(value_ >= 0)) expected("a number that is not negative");
  return value_.get<double>();
}

}  // namespace tutti
