#pragma once

#include <stdexcept>

namespace tutti::cli {

/// An invalid command line, explained in one sentence. Ends the command with exit status 2.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tutti::cli
