#pragma once

#include <istream>
#include <stdexcept>
#include <string>

namespace tutti {

/// A malformed file. The message is one sentence: "FILE:LINE: what was expected".
class format_error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The content of a file. Throws format_error if it cannot be read.
std::string text_of(const std::string& file);

/// The rest of a stream. Its bad() is set if a read failed. (Iterators over a stream's buffer would throw.)
std::string rest_of(std::istream& in);

}  // namespace tutti
