#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

namespace tutti::cli {

/// An invalid command line, explained in one sentence. Ends the command with exit status 2.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// The sentence is that of fmt::format().
  template <class... Values>
  requires(sizeof...(Values) > 0) explicit usage_error(fmt::format_string<Values...> sentence,
                                                       Values&&... values)
      : runtime_error(fmt::format(sentence, std::forward<Values>(values)...)) {}
};

}  // namespace tutti::cli
