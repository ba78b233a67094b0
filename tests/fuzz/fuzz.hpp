#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

// Shared by the targets of this folder.
namespace tutti::fuzz {

/// Ends the run: `what` does not hold for the text.
[[noreturn]] inline void broken(const char* what, std::string_view text) {
  std::fprintf(stderr, "%s:\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

/// A refusal is one sentence that says where.
inline void check_refusal(std::string_view sentence, std::string_view where, std::string_view text) {
  if (!sentence.starts_with(where) || sentence.find('\n') != std::string_view::npos)
    broken("a refusal that is not one sentence with its place", text);
}

}  // namespace tutti::fuzz
