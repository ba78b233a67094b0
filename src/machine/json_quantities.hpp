#pragma once

#include <stdexcept>
#include <string_view>

#include "text/lined_json.hpp"
#include "text/quantity.hpp"

namespace tutti {

// Quantities in JSON: a number, or a text with a unit.

inline double quantity(const lined_json& x, double (*read)(std::string_view, std::string_view),
                       const char* wanted) {
  if (x.is_number()) return x.number();
  if (x.is_text()) try {
      return read(x.text(), "it");
    } catch (const std::invalid_argument&) {
      // reported below
    }
  x.expected(wanted);
}
inline double seconds_of(const lined_json& x) {
  return quantity(x, parse_time, "a number that is not negative, or a text such as \"1.5us\"");
}
inline double plain_number(const lined_json& x) {
  return quantity(x, parse_number, "a number that is not negative");
}

inline double number_in(const lined_json& of, std::string_view name, double (*read)(const lined_json&),
                        double otherwise) {
  return of.has(name) ? read(of.at(name)) : otherwise;
}

}  // namespace tutti
