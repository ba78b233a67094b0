#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

namespace tutti::cli {

/// An invalid command line, explained in one sentence. Ends the command with exit status 2.
class usage_error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  /// The sentence is that of fmt::format().
  template <class First, class... Rest>
  usage_error(fmt::format_string<First, Rest...> sentence, First&& first, Rest&&... rest)
      : invalid_argument(fmt::format(sentence, std::forward<First>(first), std::forward<Rest>(rest)...)) {}
};

}  // namespace tutti::cli
