#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "text/quantity.hpp"

namespace tutti {

/// True for "yes", false for "no", none for other texts.
inline std::optional<bool> yes_or_no(std::string_view text) noexcept {
  if (text == "yes") return true;
  if (text == "no") return false;
  return std::nullopt;
}

inline bool parse_yes_or_no(std::string_view text, const std::string& what) {
  if (const auto said = yes_or_no(text)) return *said;
  throw std::invalid_argument(what + " must be yes or no, not '" + std::string(text) + "'");
}

/// The name=value parts of a description. Each name is read at most once; done() rejects the unread ones.
/// Throws std::invalid_argument.
class options {
 public:
  options(const description& d, std::string what) : what_(std::move(what)) {
    for (const std::string& part : d.parts) {
      auto [key, value] = split_pair(part);
      if (key.empty()) throw std::invalid_argument(what_ + ": expected name=value, found '" + part + "'");
      if (!values_.emplace(key, value).second)
        throw std::invalid_argument(what_ + ": " + key + " is given twice");
    }
  }
  double time(const std::string& key, double otherwise) {
    const auto value = take(key);
    return value ? parse_time(*value, what_ + ": " + key) : otherwise;
  }
  double time(const std::string& key) {
    require(key);
    return time(key, 0);
  }
  double bandwidth(const std::string& key) {
    require(key);
    return parse_bandwidth(take(key).value_or(""), what_ + ": " + key);
  }
  bool yes(const std::string& key, bool otherwise) {
    const auto value = take(key);
    return value ? parse_yes_or_no(*value, what_ + ": " + key) : otherwise;
  }
  void done() const {
    if (!values_.empty())
      throw std::invalid_argument(what_ + ": there is no '" + values_.begin()->first + "'" +
                                  (known_.empty() ? "" : ", only " + known_));
  }

 private:
  void require(const std::string& key) const {
    if (!values_.contains(key)) throw std::invalid_argument(what_ + ": " + key + " is missing");
  }
  std::optional<std::string> take(const std::string& key) {
    known_ += (known_.empty() ? "" : ", ") + key;
    const auto part = values_.extract(key);
    return part ? std::optional(part.mapped()) : std::nullopt;
  }

  std::string what_, known_;
  std::map<std::string, std::string> values_;
};

}  // namespace tutti
