#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "record/call_facts.hpp"
#include "record/clock.hpp"
#include "record/format.hpp"
#include "record/roll.hpp"

namespace tutti::record {

template <std::size_t N>
std::string_view view(const text<N>& t) noexcept {
  const std::string_view all(t.data(), N);
  return all.substr(0, all.find('\0'));
}

/// The text with control characters replaced, so that it cannot move a terminal's cursor.
inline std::string printable(std::string_view t) {
  std::string plain(t);
  for (char& c : plain)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return plain;
}

/// No program has more processes. A file that claims more is not a valid record.
inline constexpr std::int32_t most_processes = 1 << 24;

/// Merges the records of several processes. Equal communicators, texts and call sites become one entry.
class assembly {
 public:
  explicit assembly(roll& into) : all_(into) {}

  /// Adds a process and its valid calls. The caller sets the process's condition. `facts`: in a trace, the
  /// facts of the calls. Their `table` is an index in `tables`, which holds the places of this process's
  /// tables in the roll. `former`: communicators for which the section has no room. In the calls, their
  /// numbers follow those of the section.
  roll::process& add(const section& s, std::span<const call> calls, const time_line& times = {},
                     std::span<const call_facts> facts = {}, std::span<const communicator> former = {},
                     std::span<const std::int32_t> tables = {});
  int text_of(std::string_view t);
  /// Sorts the processes by rank. Forgets the members of a communicator if some of them are not known.
  void finish();

 private:
  int place_of(const communicator& c);
  void note_member(int place, const communicator& c, int rank);
  void read_current_call(roll::process& p, const section& s);
  roll::call taken(const call& c, const section& s, const std::vector<int>& places, const time_line& times);
  int word_of(std::uint32_t number, const section& s, const char* otherwise);
  int name_of_word(std::uint32_t number, const section& s, const char* otherwise);
  int site_of(std::uint64_t address, const section& s);
  int place_of_site(std::uint64_t address, const section& s);

  roll& all_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> communicators_;
  std::map<std::string, int, std::less<>> texts_;
  std::map<roll::site, int> sites_;
  // For the process that is being added: the results of earlier look-ups.
  std::unordered_map<std::uint64_t, int> words_here_, sites_here_;
};

}  // namespace tutti::record
