#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/picture/schedule.hpp"

// Schedules as text, for src/report/web/evaluate.js, which reads them.
namespace tutti::cli {

/// Texts that several schedules share, each stored once.
class shared_texts {
 public:
  /// The number of the text.
  std::size_t add(const std::string& text);
  [[nodiscard]] const std::vector<std::string>& all() const noexcept { return all_; }

 private:
  std::map<std::string, std::size_t> known_;
  std::vector<std::string> all_;
};

/// "units|amounts|programs|contents". Ranks are relative to the process, so that processes that do the same
/// have the same texts.
///
///   amounts    "1,2+4": units, and bytes of the algorithm's own
///   programs   for each process the number of its program in `rows`; "5*3" is 5,5,5. A program consists of
///              words: "s1.0r7" sends amount 0 to the process 1 above and receives from the one 7 above;
///              "c2" combines amount 2; "9x2" repeats the next 2 words 9 times. Commas separate transfers
///              that start together
///   contents   the same, with a word for each send: "A:B" or "A", joined by "+"; A and B are sets like
///              "0-3.5". A are parts of the data; B are the contributors, or the destinations of personal
///              blocks. Parts are relative to the process if there is one for each process
std::string text_of(const algorithm& a, const schedule& s, shared_texts& rows);

}  // namespace tutti::cli
