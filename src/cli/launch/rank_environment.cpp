#include "cli/launch/rank_environment.hpp"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "cli/line/usage_error.hpp"
#include "text/preload_list.hpp"
#include "text/split.hpp"

namespace tutti::cli {
namespace {

constexpr std::string_view option = "--export";

bool same(std::string_view a, const char* b) {
  return strncasecmp(a.data(), b, a.size()) == 0 && b[a.size()] == '\0';
}

bool is_option(std::string_view word) { return word.starts_with('-') && word != "-" && word != "--"; }

// One program of the command line, from its first option on. A word after an option is taken for its value, a
// word after that for the program.
class srun_program {
 public:
  // Takes the words of `command` up to the next ":" or the end. Refuses an --export if it is unclear whether
  // that belongs to srun.
  srun_program(const std::vector<std::string>& command, std::size_t& at) {
    for (; at < command.size() && command[at] != ":"; ++at) words_.push_back(command[at]);
    std::string before;        // the last option that may have a separate value
    std::string unclear;       // the same in front of an --export, if none follows
    std::string with_program;  // the first option whose separate value may be the program
    std::size_t k = 0;
    while (k < words_.size() && is_option(words_[k])) {
      const std::string& word = words_[k];
      const bool last = k + 1 == words_.size();
      if ((word == option && !last) || word.starts_with(std::string(option) + "=")) {
        if (!with_program.empty()) refuse(with_program);
        unclear = before;
        const int n = word == option ? 2 : 1;
        exports_ = n == 2 ? words_[k + 1] : word.substr(option.size() + 1);
        const auto first = words_.begin() + static_cast<std::ptrdiff_t>(k);
        words_.erase(first, first + n);
        continue;
      }
      const bool separate = !last && word.find('=') == std::string::npos && !is_option(words_[k + 1]);
      if (separate) {
        before = word;
        unclear.clear();
        if (with_program.empty() && program_named(words_[k + 1])) with_program = word;
      }
      k += separate ? 2 : 1;
    }
    if (k == words_.size() && !unclear.empty()) refuse(unclear);  // no program is left after the --export
  }

  /// The value of this program's --export option, if it has one.
  [[nodiscard]] const std::optional<std::string>& exports() const { return exports_; }
  [[nodiscard]] const std::vector<std::string>& others() const { return words_; }

 private:
  [[noreturn]] static void refuse(std::string_view unclear) {
    throw usage_error(
        "cannot tell whether {} of srun takes a value: put --export before it, or -- before the program",
        unclear);
  }
  std::vector<std::string> words_;
  std::optional<std::string> exports_;
};

// The user's exports and ours: "ALL,A=1,LD_PRELOAD=libtutti-openmpi.so".
std::string merged(std::string_view exported, const variables& all, const std::string& preload) {
  std::string list, preloaded = preload;
  std::vector<std::string> named;
  bool everything = false;
  const auto add = [&list](const std::string& item) { list += (list.empty() ? "" : ",") + item; };
  for (const std::string_view item : split(exported, ',')) {
    if (item.empty() || same(item, "NONE") || same(item, "NIL")) continue;
    everything = everything || same(item, "ALL");
    const std::size_t equals = item.find('=');
    named.emplace_back(item.substr(0, equals));
    if (named.back() != "LD_PRELOAD")
      add(std::string(item));
    else if (equals != std::string_view::npos)
      for (const std::string& other : others_in(item.substr(equals + 1))) preloaded += ":" + other;
  }
  if (!everything)
    for (const auto& [name, value] : all)
      if (name != "LD_PRELOAD" && std::ranges::find(named, name) == named.end()) add(name);
  add("LD_PRELOAD=" + preloaded);
  return list;
}

// The command line of srun, `command`, with options that set the variables for the ranks of each of its
// programs ("srun ... : ..."). srun uses the last --export of a program, else that of the program before,
// else SLURM_EXPORT_ENV. The user's exports are kept, and ours are added.
std::vector<std::string> with_exports(const std::vector<std::string>& command, const variables& all,
                                      variables& for_command) {
  std::string preload;
  for (const auto& [name, value] : all)
    if (name == "LD_PRELOAD")
      preload = value;
    else
      for_command.emplace_back(name, value);
  if (preload.find(',') != std::string::npos)
    throw usage_error("srun cannot pass on LD_PRELOAD={}: there is a comma in it", preload);
  const char* const set = std::getenv("SLURM_EXPORT_ENV");
  std::string exported = set && *set ? set : "ALL";
  std::vector<std::string> result{command[0]};
  for (std::size_t at = 1;; ++at) {  // skips the ":"
    const srun_program one(command, at);
    if (one.exports()) exported = *one.exports();
    if (preload.empty()) {
      if (one.exports()) result.push_back(fmt::format("{}={}", option, exported));
    } else {
      result.push_back(fmt::format("{}={}", option, merged(exported, all, preload)));
    }
    result.insert(result.end(), one.others().begin(), one.others().end());
    if (at >= command.size()) return result;
    result.emplace_back(":");
  }
}

}  // namespace

std::vector<std::string> with_variables(const launcher& l, const std::vector<std::string>& command,
                                        const variables& all, variables& for_command) {
  std::vector<std::string> options;
  switch (l.kind) {
    case launcher_kind::orterun:
      for (const auto& [name, value] : all)
        options.insert(options.end(), {"-x", fmt::format("{}={}", name, value)});
      break;
    case launcher_kind::hydra:
      for (const auto& [name, value] : all) options.insert(options.end(), {"-genv", name, value});
      break;
    case launcher_kind::srun: return with_exports(command, all, for_command);
    case launcher_kind::none: for_command = all; return command;
  }
  std::vector<std::string> result;
  bool begins = true;
  for (const std::string& word : command) {
    result.push_back(word);
    // Options go right after the launcher's name. In "mpirun ... : ...", Open MPI needs them for each
    // program.
    if (begins || (word == ":" && l.kind == launcher_kind::orterun))
      result.insert(result.end(), options.begin(), options.end());
    begins = false;
  }
  return result;
}

}  // namespace tutti::cli
