#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "text/quantity.hpp"

namespace tutti {

/// Of "yes" and "no"; none where it is neither.
inline std::optional<bool> yes_or_no(std::string_view text) noexcept {
  if (text == "yes") return true;
  if (text == "no") return false;
  return std::nullopt;
}

/// The name=value parts of a description, each of which is asked for once. Throws std::invalid_argument.
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
    known_ += (known_.empty() ? "" : ", ") + key;
    const auto at = values_.find(key);
    if (at == values_.end()) return otherwise;
    const double value = parse_time(at->second, what_ + ": " + key);
    values_.erase(at);
    return value;
  }
  double time(const std::string& key) {
    require(key);
    return time(key, 0);
  }
  double bandwidth(const std::string& key) {
    require(key);
    known_ += (known_.empty() ? "" : ", ") + key;
    const double value = parse_bandwidth(values_.at(key), what_ + ": " + key);
    values_.erase(key);
    return value;
  }
  bool yes(const std::string& key, bool otherwise) {
    known_ += (known_.empty() ? "" : ", ") + key;
    const auto at = values_.find(key);
    if (at == values_.end()) return otherwise;
    const std::string value = at->second;
    values_.erase(at);
    const auto said = yes_or_no(value);
    if (!said) throw std::invalid_argument(what_ + ": " + key + " must be yes or no, not '" + value + "'");
    return *said;
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

  std::string what_, known_;
  std::map<std::string, std::string> values_;
};

}  // namespace tutti
